import type { ActionTypeInfo, TrialValue } from "../contract";

/** A workflow to play with: refunds. */
export const sampleWorkflow = `{
  "id": "refund-intake",
  "name": "Refund intake",
  "description": "Takes a request for a refund, and pays small ones back at once.",
  "nodes": [
    {"id": "start", "type": "start", "name": "Start", "position": {"x": 0, "y": 100},
     "config": {"inputs": [
       {"name": "order", "type": "string", "label": "Order number", "required": true},
       {"name": "amount", "type": "number", "label": "Amount", "required": true},
       {"name": "reason", "type": "string", "label": "Reason", "widget": "select", "options": [
         {"value": "damaged", "label": "Arrived damaged"}, {"value": "late", "label": "Arrived late"}]}]}},
    {"id": "ask", "type": "human-task", "name": "Ask the customer", "position": {"x": 280, "y": 100},
     "config": {"title": "'Refund for ' + context.order", "description": "What happened, and what would help?",
       "outputs": [{"name": "story", "type": "string", "label": "What happened", "widget": "textarea", "required": true},
         {"name": "photo", "type": "string", "label": "Link to a photo"}],
       "x-heddle": {"persona": "mira", "team": "support", "historyMode": "full"}}},
    {"id": "check", "type": "action", "name": "Check order", "position": {"x": 560, "y": 100},
     "config": {"actionType": "check-order", "inputs": {"order": "context.order"},
       "outputs": [{"name": "valid", "type": "boolean"}, {"name": "total", "type": "number"}]}},
    {"id": "refund", "type": "action", "name": "Issue refund", "position": {"x": 860, "y": 40},
     "config": {"actionType": "issue-refund", "inputs": {"order": "context.order", "amount": "context.amount"}, "outputs": []}},
    {"id": "tell", "type": "action", "name": "Tell the customer", "position": {"x": 860, "y": 180},
     "config": {"actionType": "notify-customer", "inputs": {"text": "'Order not found: ' + context.order"}, "outputs": []}},
    {"id": "done", "type": "end", "name": "Refunded", "position": {"x": 1140, "y": 40}, "config": {"outcome": "refunded"}},
    {"id": "closed", "type": "end", "name": "Closed", "position": {"x": 1140, "y": 180}, "config": {"outcome": "refused"}}
  ],
  "edges": [
    {"id": "start-ask", "source": "start", "target": "ask", "priority": 0, "isDefault": false},
    {"id": "ask-check", "source": "ask", "target": "check", "priority": 0, "isDefault": false},
    {"id": "check-refund", "source": "check", "target": "refund", "condition": "context.valid && context.amount <= context.total", "priority": 0, "isDefault": false},
    {"id": "check-tell", "source": "check", "target": "tell", "priority": 1, "isDefault": true},
    {"id": "refund-done", "source": "refund", "target": "done", "priority": 0, "isDefault": false},
    {"id": "tell-closed", "source": "tell", "target": "closed", "priority": 0, "isDefault": false}
  ]
}`;

/** A change to look at: large refunds go to a manager. */
export const sampleOps = `[
  {"op": "addNode", "node": {"id": "approve", "type": "human-task", "name": "Manager approval", "config": {
    "title": "'Approve a refund of ' + string(context.amount)",
    "outputs": [{"name": "approved", "type": "boolean", "label": "Approve", "required": true}],
    "x-heddle": {"team": "finance", "assignment": {"mode": "pool", "fourEyes": true}}}}},
  {"op": "addEdge", "edge": {"id": "check-approve", "source": "check", "target": "approve", "condition": "context.valid && context.amount > 200", "priority": 0, "isDefault": false}},
  {"op": "addEdge", "edge": {"id": "approve-refund", "source": "approve", "target": "refund", "condition": "context.approved", "priority": 0, "isDefault": false}},
  {"op": "addEdge", "edge": {"id": "approve-closed", "source": "approve", "target": "closed", "priority": 1, "isDefault": true}},
  {"op": "updateEdge", "id": "check-refund", "patch": {"priority": 1, "condition": "context.valid && context.amount <= 200"}},
  {"op": "updateEdge", "id": "check-tell", "patch": {"priority": 2}},
  {"op": "updateNode", "id": "refund", "patch": {"name": "Pay back"}}
]`;

const text = (name: string, required = false) => ({ name, type: "string", required });

export const sampleActionTypes: ActionTypeInfo[] = [
  {
    name: "check-order",
    label: "Check order",
    description: "Looks an order up.",
    inputs: [text("order", true)],
    outputs: [
      { name: "valid", type: "boolean" },
      { name: "total", type: "number" },
    ],
    draft: false,
  },
  {
    name: "issue-refund",
    label: "Issue refund",
    description: "Pays an amount back.",
    inputs: [text("order", true), { name: "amount", type: "number", required: true }],
    outputs: [],
    draft: false,
  },
  {
    name: "notify-customer",
    label: "Notify customer",
    description: "Sends a message to the customer.",
    inputs: [text("text", true), text("subject")],
    outputs: [],
    draft: true,
  },
];

/** A workflow of many steps: chains side by side that fork and join. */
export function largeWorkflow(size: number): string {
  const rows = 10;
  const nodes: object[] = [
    { id: "start", type: "start", name: "Start", config: { inputs: [] }, position: { x: 0, y: 450 } },
  ];
  const edges: object[] = [];
  const columns = Math.ceil((size - 2) / rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const id = `n${row}-${column}`;
      const source = column === 0 ? "start" : `n${row}-${column - 1}`;
      nodes.push({
        id,
        type: column % 3 === 2 ? "wait" : "action",
        name: `Step ${row + 1}.${column + 1}`,
        config:
          column % 3 === 2 ? { duration: "PT1H" } : { actionType: "check-order", inputs: { order: "context.order" } },
        position: { x: 280 * (column + 1), y: 100 * row },
      });
      edges.push({ id: `e${id}`, source, target: id, priority: row, isDefault: false });
    }
    edges.push({ id: `end${row}`, source: `n${row}-${columns - 1}`, target: "end", priority: 0, isDefault: false });
  }
  nodes.push({ id: "end", type: "end", name: "End", config: {}, position: { x: 280 * (columns + 1), y: 450 } });
  return JSON.stringify({ id: "large", name: `${size} steps`, nodes, edges });
}

const event = (id: string, type: string, payload: object): TrialValue => ({
  id,
  label: `${type} · order A-1042`,
  value: {
    id,
    type,
    source: "shop",
    ref: "https://shop.example/orders/A-1042",
    actor: { login: "courier" },
    time: "2026-03-02T09:30:00Z",
    payload,
  },
});

/** Events to try expressions on. */
export const sampleEvents: TrialValue[] = [
  event("event-1", "shipment.returned", { order: "A-1042", weight: 1.8, parcel: { carrier: "post", opened: true } }),
  event("event-2", "payment.settled", { order: "A-1042", amount: 84.5, currency: "EUR" }),
];
