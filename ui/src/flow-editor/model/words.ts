import { plural, t } from "@lingui/core/macro";

import type { FlowEdge, FlowNode, NodeType, WorkflowDocument } from "./document";
import { durationInWords } from "./duration";
import { JsonList, JsonObject, stringOf } from "./json";

/** What the types of nodes are called, and what new ones are named. */
export const typeWords: Record<NodeType, { word: string; does: string; newName: string }> = {
  start: { word: t`Start`, does: t`where every run begins`, newName: t`Start` },
  action: { word: t`Action`, does: t`runs an action type`, newName: t`New action` },
  "human-task": { word: t`Task`, does: t`waits for a person or a persona`, newName: t`New task` },
  "receive-event": { word: t`Event`, does: t`waits for an event`, newName: t`Wait for an event` },
  wait: { word: t`Wait`, does: t`lets time pass`, newName: t`Wait` },
  end: { word: t`End`, does: t`ends the branch`, newName: "End" },
};

export const isNodeType = (type: string): type is NodeType => Object.hasOwn(typeWords, type);

export const typeWord = (type: string): string => (isNodeType(type) ? typeWords[type].word : type || t`unknown type`);

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
      details.push(
        listSize(node, "inputs") > 0
          ? plural(listSize(node, "inputs"), { one: "# input", other: "# inputs" })
          : t`any input`,
      );
      break;
    case "action":
      word = text("actionType") || t`no action type`;
      details.push(
        listSize(node, "outputs") > 0 ? plural(listSize(node, "outputs"), { one: "# output", other: "# outputs" }) : "",
      );
      break;
    case "human-task": {
      const stage = JsonObject.parse(config.get("x-heddle"));
      word = stage ? t`Stage` : word;
      details.push(stringOf(stage?.get("persona")) ?? "", stringOf(stage?.get("team")) ?? "");
      details.push(
        listSize(node, "outputs") > 0 ? plural(listSize(node, "outputs"), { one: "# field", other: "# fields" }) : "",
      );
      break;
    }
    case "receive-event":
      details.push(
        text("eventType") || t`any event`,
        text("timeout") && t`at most ${durationInWords(text("timeout"))}`,
      );
      break;
    case "wait":
      details.push(text("duration") ? durationInWords(text("duration")) : t`no duration yet`);
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
    return { text: t`on timeout`, mono: false };
  }
  if (edge.isDefault) {
    return { text: t`default`, mono: false };
  }
  const condition = edge.condition.trim();
  return condition === "" ? undefined : { text: condition, mono: true };
}

export const edgeTitle = (edge: FlowEdge, document: WorkflowDocument): string =>
  `${document.titleOf(edge.source)} → ${document.titleOf(edge.target)}`;
