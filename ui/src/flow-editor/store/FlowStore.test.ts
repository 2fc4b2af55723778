import { beforeEach, describe, expect, it, vi } from "vitest";

import { Translation } from "../canvas/toReactFlow";
import { viewOf } from "../canvas/view";
import { sampleOps, sampleWorkflow } from "../demo/sample";
import {
  addStep,
  cloneSelection,
  connectNodes,
  deleteSelection,
  goTo,
  moveSelection,
  startConnecting,
} from "./commands";
import { FlowStore, nothing } from "./FlowStore";

const onChange = vi.fn();
const onProposalResolved = vi.fn();
let store: FlowStore;
let clock = 0;

beforeEach(() => {
  clock = 0;
  onChange.mockReset();
  onProposalResolved.mockReset();
  store = new FlowStore(sampleWorkflow, () => clock);
  store.configure({ onChange, onProposalResolved, readOnly: false, highlightApplied: true, layout: "place" });
});

const proposal = (id = "turn", ops = sampleOps) => ({
  id,
  changeSet: `{"id":"c","baseRevision":"${store.snapshot().contentRevision}","author":"agent:x","summary":"Managers","ops":${ops}}`,
});
const select = (...nodeIds: string[]) => {
  store.select({ nodeIds: new Set(nodeIds), edgeIds: new Set() });
};
const lastChange = () => onChange.mock.lastCall?.[1] as { origin: string; layoutOnly: boolean; turnId?: string };

describe("edits", () => {
  it("are told with their origin, and undone by it", () => {
    select("tell");
    deleteSelection(store);
    expect(lastChange()).toMatchObject({ origin: "Deleted “Tell the customer”", layoutOnly: false });
    expect(store.getState().selection.nodeIds.size).toBe(0);
    store.undo();
    expect(store.getState().document.text).toBe(sampleWorkflow);
    expect(lastChange().origin).toBe("Undo: Deleted “Tell the customer”");
    store.redo();
    expect(store.getState().document.node("tell")).toBeUndefined();
  });

  it("that move are layout, and merge when they follow one another quickly", () => {
    select("tell");
    moveSelection(store, { x: 20, y: 0 });
    clock += 500;
    moveSelection(store, { x: 20, y: 0 });
    expect(lastChange()).toMatchObject({ origin: "Moved “Tell the customer”", layoutOnly: true });
    store.undo();
    expect(store.getState().document.text).toBe(sampleWorkflow);
    clock += 5000;
    moveSelection(store, { x: 20, y: 0 });
    clock += 5000;
    moveSelection(store, { x: 20, y: 0 });
    store.undo();
    expect(store.getState().document.text).not.toBe(sampleWorkflow);
  });

  it("do nothing while read-only", () => {
    store.configure({ onChange, onProposalResolved, readOnly: true, highlightApplied: true, layout: "place" });
    select("tell");
    deleteSelection(store);
    cloneSelection(store);
    addStep(store, "wait");
    expect(store.apply(proposal())).toMatchObject({ ok: false, error: { code: "read-only" } });
    expect(store.replace("{}")).toMatchObject({ ok: false, error: { code: "read-only" } });
    expect(store.getState().document.text).toBe(sampleWorkflow);
    expect(onChange).not.toHaveBeenCalled();
  });

  it("replace the workflow as one step, or say why not", () => {
    expect(store.replace("{")).toMatchObject({ ok: false, error: { code: "malformed" } });
    expect(store.replace('{"id":"w","nodes":[],"edges":[]}', "Reloaded").ok).toBe(true);
    expect(lastChange().origin).toBe("Reloaded");
    store.undo();
    expect(store.getState().document.text).toBe(sampleWorkflow);
  });

  it("can be made from the keyboard", () => {
    goTo(store, "right");
    goTo(store, "right");
    expect([...store.getState().selection.nodeIds]).toEqual(["ask"]);
    startConnecting(store);
    expect(store.getState().connectFrom).toBe("ask");
    expect(connectNodes(store, "ask", "tell")).toBe(true);
    expect(lastChange().origin).toBe("Connected Ask the customer → Tell the customer");
    expect(connectNodes(store, "ask", "start")).toBe(false);
    expect(store.getState().announcement).toContain("nothing leads to the start");
  });
});

describe("what the host holds", () => {
  it("changes nothing when it is what the host was told", () => {
    addStep(store, "wait");
    const first = store.snapshot().workflow;
    addStep(store, "end");
    const second = store.snapshot().workflow;
    store.receive(first);
    expect(store.snapshot().workflow).toBe(second);
    expect(store.snapshot().dirty).toBe(true);
    store.receive(second);
    expect(store.snapshot().dirty).toBe(false);
    expect(store.getState().history.undoable).toBeDefined();
  });

  it("starts afresh when it is news", () => {
    addStep(store, "wait");
    store.receive('{"id":"other","nodes":[],"edges":[]}');
    expect(store.getState().document.id).toBe("other");
    expect(store.getState().history.undoable).toBeUndefined();
  });
});

describe("a proposal", () => {
  it("is shown without being applied, and accepted as one step of its turn", () => {
    expect(store.propose(proposal()).ok).toBe(true);
    expect(store.getState().document.text).toBe(sampleWorkflow);
    expect(store.getState().announcement).toBe(
      "The AI proposes: Managers. It adds “Manager approval” and 3 edges, changes “Pay back” and 2 edges.",
    );
    store.accept();
    expect(lastChange()).toMatchObject({ origin: "Agent: Managers", turnId: "turn", layoutOnly: false });
    expect(store.getState().announcement).toBe(
      "The AI added “Manager approval” and 3 edges, changed “Pay back” and 2 edges. Managers",
    );
    expect(onProposalResolved.mock.calls).toEqual([["turn", "accepted"]]);
    expect(store.getState().highlights?.nodes.get("approve")?.fate).toBe("added");
    store.undo();
    expect(store.getState().document.text).toBe(sampleWorkflow);
  });

  it("never moves what stands on the canvas", () => {
    const before = store.getState().document;
    store.apply(proposal());
    for (const node of before.nodes) {
      expect(store.getState().document.node(node.id)?.position).toEqual(node.position);
    }
    expect(store.getState().document.node("approve")?.position).toBeDefined();
    expect(onProposalResolved.mock.calls).toEqual([["turn", "applied"]]);
  });

  it("goes stale by an edit of the content, not by one of the layout", () => {
    store.propose(proposal());
    select("tell");
    moveSelection(store, { x: 0, y: 400 });
    expect(store.getState().review?.isStale).toBe(false);
    expect(store.getState().review?.after.node("tell")?.position?.y).toBe(580);
    deleteSelection(store);
    expect(store.getState().review?.isStale).toBe(true);
    store.accept();
    store.reject();
    expect(onProposalResolved.mock.calls).toEqual([["turn", "stale"]]);
    const [told, resolved] = [onChange, onProposalResolved].map((mock) => mock.mock.invocationCallOrder.at(-1));
    expect(told).toBeLessThan(resolved ?? 0); // the host saves the edit first
  });

  it("takes the place of an older one, which has no outcome", () => {
    store.propose(proposal("one"));
    store.propose(proposal("two"));
    store.reject();
    expect(onProposalResolved.mock.calls).toEqual([["two", "rejected"]]);
    expect(store.getState().document.text).toBe(sampleWorkflow);
  });

  it("is refused on another base, and when its ops do not fit", () => {
    const stale = proposal();
    addStep(store, "wait");
    expect(store.propose(stale)).toMatchObject({ ok: false, error: { code: "stale" } });
    expect(store.apply(proposal("x", '[{"op":"removeNode","id":"no"}]'))).toMatchObject({
      ok: false,
      error: { code: "target-missing" },
    });
    expect(onProposalResolved.mock.calls).toEqual([
      ["turn", "stale"],
      ["x", "failed"],
    ]);
  });

  it("leaves highlights until what it changed is touched", () => {
    store.apply(proposal());
    select("refund");
    deleteSelection(store);
    expect(store.getState().highlights?.nodes.has("refund")).toBe(false);
    expect(store.getState().highlights?.nodes.has("approve")).toBe(true);
  });
});

describe("the canvas", () => {
  const shown = () => ({ document: store.getState().document, review: store.getState().review, selection: nothing });

  it("shows new, changed and removed elements of a proposal", () => {
    store.propose(
      proposal("turn", '[{"op":"removeNode","id":"tell"},{"op":"updateNode","id":"refund","patch":{"name":"Pay"}}]'),
    );
    const fates = viewOf(shown()).nodes.map(({ node, fate }) => `${node.id} ${fate ?? "-"}`);
    expect(fates).toContain("tell removed");
    expect(fates).toContain("refund changed");
    expect(viewOf(shown()).edges.filter((edge) => edge.fate === "removed")).toHaveLength(2);
  });

  it("draws only what an edit changed anew", () => {
    const translation = new Translation();
    const before = translation.nodesOf(viewOf(shown()).nodes, new Map(), false);
    select("tell");
    moveSelection(store, { x: 20, y: 0 });
    const after = translation.nodesOf(viewOf(shown()).nodes, new Map(), false);
    expect(after.filter((node) => !before.includes(node)).map((node) => node.id)).toEqual(["tell"]);
    const dragged = translation.nodesOf(viewOf(shown()).nodes, new Map([["ask", { x: 1, y: 2 }]]), false);
    expect(dragged.filter((node) => !after.includes(node)).map((node) => node.id)).toEqual(["ask"]);
  });
});
