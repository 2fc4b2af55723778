import { describe, expect, it } from "vitest";

import { largeWorkflow, sampleWorkflow } from "../demo/sample";
import { fragmentOf, fragmentText, parseFragment, paste } from "./clipboard";
import { countChanges, countsInWords, diffDocuments, diffInWords } from "./diff";
import { WorkflowDocument } from "./document";
import { durationInWords, isPositive, parseDuration } from "./duration";
import { addNode, canConnect, connect, insertOnEdge, moveNodes, removeElements, setConfig } from "./edits";
import { optionLines, optionsFrom, withAdded, withElement, withMoved, withoutElement } from "./fields";
import { graphOf } from "./graph";
import { quote } from "./json";
import { mended } from "./mend";
import { nearestIn } from "./navigate";
import { nodeHeight, nodeWidth, placed } from "./place";
import { balanceOf, isAbout, problemText } from "./problems";
import { revisionOf } from "./revision";
import { searchNodes } from "./search";
import { runView, type Snapshot } from "./simulation";
import { tidyPlaces } from "./tidy";

const sample = () => WorkflowDocument.parse(sampleWorkflow);
const flow = (nodes: Record<string, string>, edges: string[], at: Record<string, string> = {}) =>
  WorkflowDocument.parse(
    JSON.stringify({
      id: "w",
      name: "W",
      nodes: Object.entries(nodes).map(([id, type]) => ({
        id,
        type,
        name: id,
        config: {},
        ...(at[id] ? { position: { x: Number(at[id].split(",")[0]), y: Number(at[id].split(",")[1]) } } : {}),
      })),
      edges: edges.map((edge) => {
        const [source, target, condition] = edge.split(">");
        return { id: edge, source, target, ...(condition ? { condition } : {}) };
      }),
    }),
  );

function overlaps(document: WorkflowDocument): string[] {
  return document.nodes.flatMap((a, i) =>
    document.nodes.slice(i + 1).flatMap((b) => {
      const [p, q] = [a.position, b.position];
      const clash = p && q && Math.abs(p.x - q.x) < nodeWidth && Math.abs(p.y - q.y) < nodeHeight;
      return clash ? [`${a.id} ${b.id}`] : [];
    }),
  );
}

describe("edits", () => {
  it("rewrite nothing but what they change", () => {
    const before = sample();
    const node = before.node("check");
    const after = node && setConfig(before, node, "actionType", quote("other"));
    expect(after?.text).toBe(sampleWorkflow.replace('"actionType": "check-order"', '"actionType": "other"'));
  });

  it("add a node after another one, joined and without moving any", () => {
    const before = sample();
    const { document, id } = addNode(before, { type: "wait", after: "tell" });
    expect(document.edges.at(-1)).toMatchObject({ source: "tell", target: id, priority: 1, isDefault: false });
    for (const node of before.nodes) {
      expect(document.node(node.id)?.text).toBe(node.text);
    }
    expect(overlaps(document)).toEqual([]);
  });

  it("put a node into an edge, whose condition stays on its first part", () => {
    const edge = sample().edge("check-refund");
    const { document, id } = edge ? insertOnEdge(sample(), edge, "wait") : { document: sample(), id: "" };
    expect(document.edge("check-refund")).toMatchObject({ source: "check", target: id, condition: edge?.condition });
    expect(graphOf(document).outgoing(id)[0]).toMatchObject({ target: "refund", condition: "" });
  });

  it("know which connections make sense", () => {
    const document = sample();
    expect(canConnect(document, "ask", "start")).toBe(false);
    expect(canConnect(document, "done", "ask")).toBe(false);
    expect(canConnect(document, "start", "ask")).toBe(false);
    expect(canConnect(document, "ask", "ask")).toBe(false);
    expect(canConnect(document, "tell", "done")).toBe(true);
    expect(connect(document, "check", "done").document.edges.at(-1)?.priority).toBe(2);
  });

  it("remove a node with its edges", () => {
    const document = removeElements(sample(), ["check"], []);
    expect(document.edges.map((edge) => edge.id)).toEqual(["start-ask", "refund-done", "tell-closed"]);
  });

  it("leave the content revision alone when they only move", () => {
    const document = moveNodes(sample(), new Map([["check", { x: 1.4, y: -0.2 }]]));
    expect(revisionOf(document)).toBe(revisionOf(sample()));
    expect(document.node("check")?.position).toEqual({ x: 1, y: 0 });
  });

  it("cost what they change, not what there is", () => {
    const before = WorkflowDocument.parse(largeWorkflow(500));
    const node = before.node("n0-0");
    const after = node && setConfig(before, node, "x", "1");
    expect(after?.nodes.filter((other) => !before.nodes.includes(other)).map(({ id }) => id)).toEqual(["n0-0"]);
  });
});

describe("placement", () => {
  it("places behind sources, and never moves what has a place", () => {
    const before = flow({ s: "start", a: "action", b: "action", e: "end" }, ["s>a", "s>b", "a>e", "b>e"], { s: "7,9" });
    const after = placed(before);
    expect(after.node("s")?.text).toBe(before.node("s")?.text);
    expect(overlaps(after)).toEqual([]);
    expect(after.nodes.every((node) => node.position)).toBe(true);
    expect(after.node("a")?.position?.x).toBeGreaterThan(7 + nodeWidth);
  });

  it("keeps new nodes off a crowded canvas, cycles included", () => {
    let document = flow({ a: "action", b: "action" }, ["a>b", "b>a"]);
    for (let i = 0; i < 30; i++) {
      document = addNode(document, { type: "wait", after: "a" }).document;
    }
    expect(overlaps(placed(document))).toEqual([]);
  });

  it("tidies without overlaps", async () => {
    const document = WorkflowDocument.parse(largeWorkflow(60));
    expect(overlaps(moveNodes(document, await tidyPlaces(document)))).toEqual([]);
  });
});

describe("forks and joins", () => {
  it("are where all branches part and meet", () => {
    const graph = graphOf(
      flow({ s: "start", a: "action", b: "action", j: "action", e: "end" }, ["s>a", "s>b", "a>j", "b>j", "j>e"]),
    );
    expect(graph.isFork("s")).toBe(true);
    expect([...graph.joins()]).toEqual([["j", ["s"]]]);
  });
  it("are not where a condition decides", () => {
    const graph = graphOf(flow({ s: "start", a: "action", b: "action" }, ["s>a>true", "s>b"]));
    expect(graph.isFork("s")).toBe(false);
    expect(graph.joins().size).toBe(0);
  });
});

describe("differences", () => {
  it("say what became of each element, layout aside", () => {
    const before = sample();
    const node = before.node("check");
    let after = node ? setConfig(before, node, "inputs", '{"order":"context.id"}') : before;
    after = moveNodes(
      removeElements(addNode(after, { type: "wait", after: "ask" }).document, ["tell"], []),
      new Map([["ask", { x: 5, y: 5 }]]),
    );
    const diff = diffDocuments(before, after);
    expect([...diff.nodes].map(([id, { fate }]) => `${id} ${fate}`)).toEqual([
      "check changed",
      "wait added",
      "tell removed",
    ]);
    expect(diff.nodes.get("check")?.fields).toEqual([
      { path: ["config", "inputs", "order"], before: '"context.order"', after: '"context.id"' },
    ]);
    expect(countsInWords(countChanges(diff))).toBe("2 added, 1 changed, 3 removed");
    expect(diffInWords(diff, before, after)).toBe(
      "adds “Wait” and 1 edge, changes “Check order”, removes “Tell the customer” and 2 edges",
    );
  });
});

describe("copy and paste", () => {
  it("gives copies ids, edges and places of their own", () => {
    const document = sample();
    const fragment = parseFragment(fragmentText(fragmentOf(document, ["check", "refund"])));
    const pasted = fragment ? paste(document, fragment) : { document, ids: [] };
    expect(pasted.ids).toEqual(["check-2", "refund-2"]);
    expect(pasted.document.edge("check-2-refund-2")?.condition).toBe(document.edge("check-refund")?.condition);
    expect(pasted.document.node("check-2")?.position).not.toEqual(document.node("check")?.position);
  });
  it("covers nothing, however much is copied", () => {
    const document = sample();
    const all = document.nodes.map((node) => node.id);
    const once = paste(document, fragmentOf(document, all)).document;
    expect(overlaps(paste(once, fragmentOf(once, all)).document)).toEqual([]);
  });
  it("takes no second start, and nothing that is no part of a workflow", () => {
    expect(paste(sample(), fragmentOf(sample(), ["start"])).ids).toEqual([]);
    expect(parseFragment("hello")).toBeUndefined();
    expect(parseFragment('{"nodes":[]}')).toBeUndefined();
  });
});

describe("lists of fields", () => {
  const list = '[ {"name":"a","x-own":1}, {"name":"b"} ]';
  it("are edited without loss", () => {
    expect(withElement(list, 1, '{"name":"c"}')).toBe('[ {"name":"a","x-own":1}, {"name":"c"} ]');
    expect(withoutElement(list, 1)).toBe('[ {"name":"a","x-own":1} ]');
    expect(JSON.parse(withMoved(list, 1, -1))).toEqual([{ name: "b" }, { name: "a", "x-own": 1 }]);
    expect(withAdded(undefined, "1")).toBe("[1]");
  });
  it("show options as lines and keep what else they hold", () => {
    const options = '[{"value":"y","label":"Yes","x":1},{"value":"n","label":"n"}]';
    expect(optionLines(options)).toBe("y = Yes\nn");
    expect(JSON.parse(optionsFrom("y = Yes!\nm", options) ?? "")).toEqual([
      { value: "y", label: "Yes!", x: 1 },
      { value: "m", label: "m" },
    ]);
    expect(optionsFrom(" ", options)).toBeUndefined();
  });
});

describe("durations", () => {
  it.each([
    ["PT30S", "30 seconds"],
    ["P1DT2H3M4.5S", "1 day 2 hours 3 minutes 4.5 seconds"],
    ["P1D", "1 day"],
    ["P", "P"],
    ["PT", "PT"],
    ["P1DT", "P1DT"],
    ["pt1h", "pt1h"],
    ["P1W", "P1W"],
    ["PT1.5H", "PT1.5H"],
  ])("%s", (text, words) => {
    expect(durationInWords(text)).toBe(words);
  });
  it("know zero", () => {
    expect(parseDuration("PT0S") && isPositive({ days: 0, hours: 0, minutes: 0, seconds: 0 })).toBe(false);
  });
});

describe("mends", () => {
  const unknown = (suggestion?: string) => ({
    severity: "warning" as const,
    code: "UNKNOWN_CONTEXT_KEY",
    edgeId: "e",
    message: 'edge "e": nothing brings the context key "amuont"; did you mean "amount"?',
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  it("replace the word that is wrong, and no other", () => {
    expect(mended("context.amuont > 3 && context.amuonts", unknown("amount"))).toBe(
      "context.amount > 3 && context.amuonts",
    );
    expect(mended("context.other", unknown("amount"))).toBeUndefined();
    expect(mended("context.amuont", unknown())).toBeUndefined();
  });
  it("replace the whole of a condition in another language", () => {
    const problem = { ...unknown("a == 1"), code: "INVALID_CONDITION" };
    expect(mended("${a eq 1}", problem)).toBe("a == 1");
  });
});

describe("problems", () => {
  const problem = {
    severity: "error" as const,
    code: "X",
    message: 'node "a" (A): it is wrong',
    nodeId: "a",
    field: "inputs.url",
  };
  it("are balanced by what they say", () => {
    const other = { ...problem, code: "Y" };
    expect(balanceOf([problem, problem], [problem, other])).toEqual({ introduced: [other], fixed: [problem] });
    const renamed = { ...problem, message: problem.message.replace(/"[^"]*"/, '"New name"') };
    expect(balanceOf([problem], [renamed])).toEqual({ introduced: [], fixed: [] });
  });
  it("know their field, and speak without naming their element", () => {
    expect(isAbout(problem, "inputs")).toBe(true);
    expect(isAbout(problem, "inputs.ur")).toBe(false);
    expect(problemText(problem)).toBe("It is wrong");
  });
});

describe("finding one's way", () => {
  it("goes to what is straight ahead first", () => {
    const places = [
      { id: "aside", x: 100, y: 200 },
      { id: "ahead", x: 240, y: 10 },
      { id: "behind", x: -50, y: 0 },
    ];
    expect(nearestIn({ x: 0, y: 0 }, places, "right")?.id).toBe("ahead");
    expect(nearestIn({ x: 0, y: 0 }, places, "left")?.id).toBe("behind");
    expect(nearestIn({ x: 0, y: 0 }, places, "up")).toBeUndefined();
  });
  it("finds by name before settings", () => {
    expect(searchNodes(sample(), "order").map((node) => node.id)).toEqual(["check", "start", "ask", "refund", "tell"]);
    expect(searchNodes(sample(), "check ORDER")[0]?.id).toBe("check");
  });
});

describe("the view of a run", () => {
  it("counts visits and keeps the last outcome of each edge", () => {
    const snapshot = (visited: string[], edges: Snapshot["edges"]): Snapshot => ({
      status: "waiting",
      activeBranches: [{ branchId: "root", nodeId: "b" }],
      joinArrivals: {},
      context: {},
      visited,
      edges,
    });
    const view = runView([
      snapshot(["a", "b"], [{ edgeId: "ab", outcome: "taken" }]),
      snapshot(
        ["a", "b", "a", "b"],
        [
          { edgeId: "ba", outcome: "taken" },
          { edgeId: "be", outcome: "false" },
        ],
      ),
    ]);
    expect(view.visits.get("a")).toBe(2);
    expect([...view.waiting]).toEqual(["b"]);
    expect([...view.edges].map(([id, { outcome }]) => `${id} ${outcome}`)).toEqual([
      "ab taken",
      "ba taken",
      "be false",
    ]);
  });
});
