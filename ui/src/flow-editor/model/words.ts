import type { FlowEdge, FlowNode, NodeType, WorkflowDocument } from "./document";
import { durationInWords } from "./duration";
import { JsonList, JsonObject, stringOf } from "./json";

/** What the types of nodes are called, and what new ones are named. */
export const typeWords: Record<NodeType, { word: string; does: string; newName: string }> = {
  start: { word: "Start", does: "where every run begins", newName: "Start" },
  action: { word: "Action", does: "runs an action type", newName: "New action" },
  "human-task": { word: "Task", does: "waits for a person or a persona", newName: "New task" },
  "receive-event": { word: "Event", does: "waits for an event", newName: "Wait for an event" },
  wait: { word: "Wait", does: "lets time pass", newName: "Wait" },
  end: { word: "End", does: "ends the branch", newName: "End" },
};

export const isNodeType = (type: string): type is NodeType => Object.hasOwn(typeWords, type);

export const typeWord = (type: string): string => (isNodeType(type) ? typeWords[type].word : type || "unknown type");

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

export const listSize = (node: FlowNode, key: string): number =>
  JsonList.parse(node.config.get(key))?.values.length ?? 0;

/** One line about what a node does: a word of its type, and details. */
export function nodeLine(node: FlowNode): { word: string; details: string } {
  const config = node.config;
  const text = (key: string) => stringOf(config.get(key))?.trim() ?? "";
  const details: string[] = [];
  let word = typeWord(node.type);
  switch (node.type) {
    case "start":
      details.push(listSize(node, "inputs") > 0 ? counted(listSize(node, "inputs"), "input") : "any input");
      break;
    case "action":
      word = text("actionType") || "no action type";
      details.push(listSize(node, "outputs") > 0 ? counted(listSize(node, "outputs"), "output") : "");
      break;
    case "human-task": {
      const stage = JsonObject.parse(config.get("x-heddle"));
      word = stage ? "Stage" : word;
      details.push(stringOf(stage?.get("persona")) ?? "", stringOf(stage?.get("team")) ?? "");
      details.push(listSize(node, "outputs") > 0 ? counted(listSize(node, "outputs"), "field") : "");
      break;
    }
    case "receive-event":
      details.push(text("eventType") || "any event", text("timeout") && `at most ${durationInWords(text("timeout"))}`);
      break;
    case "wait":
      details.push(text("duration") ? durationInWords(text("duration")) : "no duration yet");
      break;
    case "end":
      details.push(text("outcome"));
  }
  return { word, details: details.filter(Boolean).join(" · ") };
}

/** What stands on an edge; mono for an expression. */
export function edgeLabel(edge: FlowEdge): { text: string; mono: boolean } | undefined {
  if (edge.label.trim() !== "") {
    return { text: edge.label.trim(), mono: false };
  }
  if (edge.isTimeout) {
    return { text: "on timeout", mono: false };
  }
  if (edge.isDefault) {
    return { text: "default", mono: false };
  }
  const condition = edge.condition.trim();
  return condition === "" ? undefined : { text: condition, mono: true };
}

export const edgeTitle = (edge: FlowEdge, document: WorkflowDocument): string =>
  `${document.titleOf(edge.source)} → ${document.titleOf(edge.target)}`;
