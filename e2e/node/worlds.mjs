// What has to be there before a journey begins.

const checkAmount = {
  name: "check-amount",
  label: "Check an amount",
  description: "Tells whether an amount is within the limit.",
  mode: "script",
  inputs: [
    { name: "amount", type: "number", required: true },
    { name: "limit", type: "number", required: true },
  ],
  outputs: [{ name: "withinLimit", type: "boolean", required: true }],
  script: {
    language: "node",
    source: `import { readFileSync } from "node:fs";
const { amount, limit } = JSON.parse(readFileSync(0, "utf8"));
console.error("comparing", amount, "with", limit);
if (amount > 9000) throw new Error("no till holds as much");
console.log(JSON.stringify({ withinLimit: amount <= limit }));
`,
  },
  timeout: "PT10S",
  maxAttempts: 1,
};

const orderStatus = {
  name: "order-status",
  description: "Tells how far an order is.",
  parameters: { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] },
  requires: ["RequireWorkflow"],
  language: "bash",
  source: 'echo \'{"status": "shipped"}\'',
  timeout: "PT10S",
};

const edge = (id, source, target, more) => ({ id, source, target, priority: 0, isDefault: false, ...more });

/** A document that checks an amount and asks a person about what is over the limit. */
export function refundDocument(limit = 100) {
  return {
    id: "refund-intake",
    name: "Refund intake",
    description: "Checks the amount and asks a person about large ones.",
    nodes: [
      {
        id: "request",
        type: "start",
        name: "Refund request",
        config: {
          inputs: [
            { name: "customerEmail", label: "Customer e-mail", required: true, widget: "email" },
            { name: "orderId", label: "Order", required: true },
            { name: "amount", label: "Amount", type: "number", required: true, description: "In euros." },
            { name: "reason", label: "Reason", widget: "textarea" },
            {
              name: "channel",
              label: "Came by",
              options: [
                { label: "Phone", value: "phone" },
                { label: "Mail", value: "mail" },
              ],
            },
          ],
        },
      },
      {
        id: "check",
        type: "action",
        name: "Check the amount",
        config: {
          actionType: "check-amount",
          inputs: { amount: "context.amount", limit },
          outputs: [{ name: "withinLimit", type: "boolean" }],
        },
      },
      {
        id: "approval",
        type: "human-task",
        name: "Approval",
        config: {
          title: "'Refund for order ' + context.orderId",
          description: "Look at the order and decide.",
          inputs: { Customer: "context.customerEmail", Amount: "context.amount" },
          outputs: [
            { name: "approved", label: "Approved", type: "boolean", required: true },
            { name: "comment", label: "Comment", widget: "textarea" },
          ],
        },
      },
      { id: "refunded", type: "end", name: "Refunded", config: { outcome: "refunded" } },
      { id: "denied", type: "end", name: "Denied", config: { outcome: "denied" } },
    ],
    edges: [
      edge("to-check", "request", "check"),
      edge("small", "check", "refunded", { condition: "context.withinLimit == true", label: "small" }),
      edge("large", "check", "approval", { priority: 1, isDefault: true }),
      edge("yes", "approval", "refunded", { condition: "context.approved == true" }),
      edge("no", "approval", "denied", { priority: 1, isDefault: true }),
    ],
  };
}

/** The pack of that document, with what it needs and a tool. */
export function refundPack(limit) {
  return {
    heddlePack: 1,
    actionTypes: [checkAmount],
    tools: [orderStatus],
    workflows: [{ slug: "refund-intake", entryMode: "team_only", document: refundDocument(limit) }],
  };
}

/** Publishes the refund intake, and answers the workflow. */
export async function refundIntake(server, limit) {
  await server.call("POST", "/packs/import", refundPack(limit));
  const { items } = await server.call("GET", "/workflows");
  return items.find(({ slug }) => slug === "refund-intake");
}

/** Starts an instance. */
export const start = (server, workflow, context) =>
  server.call("POST", `/workflows/${workflow.id}/instances`, { context });

/** Waits until an instance has the status, and answers it. */
export const becomes = (server, { id }, status) =>
  server.until(`/instances/${id}`, (instance) => instance.status === status);

/** A large document: a chain of tasks that is laid out in rows. */
export function gridDocument(size, columns = 25) {
  const task = { type: "human-task", config: { title: '"Look at it"', description: "Look at it.", outputs: [] } };
  const nodes = Array.from({ length: size }, (_, index) => ({
    id: `step-${index}`,
    name: `Step ${index}`,
    ...(index === 0
      ? { type: "start", config: { inputs: [] } }
      : index === size - 1
        ? { type: "end", config: {} }
        : task),
    position: { x: (index % columns) * 240, y: Math.floor(index / columns) * 120 },
  }));
  const edges = nodes.slice(1).map(({ id }, index) => edge(`to-${id}`, nodes[index].id, id));
  return { id: "grid", name: "A large one", nodes, edges };
}
