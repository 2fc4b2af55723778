import { t } from "@lingui/core/macro";

import { isObject, objectsOf, textOf, type JSONObject } from "./json";

/** A node of a workflow document, as far as pages that only show it need to know. */
export interface Step {
  id: string;
  type: string;
  name: string;
  config: JSONObject;
}

export interface Way {
  id: string;
  source: string;
  target: string;
  label: string;
  condition: string;
  isDefault: boolean;
  isTimeout: boolean;
}

export interface Flow {
  steps: Step[];
  ways: Way[];
}

/** Reads a document for showing it. What is not there or not of its type is empty. */
export function readFlow(document: unknown): Flow {
  const whole = isObject(document) ? document : {};
  return {
    steps: objectsOf(whole.nodes).map((node) => ({
      id: textOf(node.id),
      type: textOf(node.type),
      name: textOf(node.name) || textOf(node.id),
      config: isObject(node.config) ? node.config : {},
    })),
    ways: objectsOf(whole.edges).map((edge) => ({
      id: textOf(edge.id),
      source: textOf(edge.source),
      target: textOf(edge.target),
      label: textOf(edge.label),
      condition: textOf(edge.condition),
      isDefault: edge.isDefault === true,
      isTimeout: edge.isTimeout === true,
    })),
  };
}

/** The steps as one comes to them from the start; those that can't be reached are last. */
export function inOrder(flow: Flow): Step[] {
  const byId = new Map(flow.steps.map((step) => [step.id, step]));
  const found = new Set<Step>();
  const queue = flow.steps.filter(({ type }) => type === "start");
  for (let step = queue.shift(); step; step = queue.shift()) {
    const here = step.id;
    if (!found.has(step)) {
      found.add(step);
      queue.push(...flow.ways.filter(({ source }) => source === here).flatMap(({ target }) => byId.get(target) ?? []));
    }
  }
  return [...found, ...flow.steps.filter((step) => !found.has(step))];
}

const typeWords: Record<string, string> = {
  start: t`Start`,
  action: t`Action`,
  "human-task": t`Human task`,
  "receive-event": t`Event`,
  wait: t`Wait`,
  end: "End",
};

/** What a node of the type is called. */
export const typeWord = (step: Step): string =>
  step.type === "human-task" && isObject(step.config["x-heddle"]) ? t`Stage` : (typeWords[step.type] ?? step.type);

/** What a step does, in a line; empty where there is nothing to say. */
export function gist(step: Step): string {
  const { config } = step;
  switch (step.type) {
    case "start":
      return named(t`asks for`, config.inputs);
    case "action":
      return textOf(config.actionType);
    case "human-task":
      return named(t`asks for`, config.outputs);
    case "receive-event":
      return textOf(config.eventType);
    case "wait":
      return readDuration(textOf(config.duration));
    case "end":
      return textOf(config.outcome);
    default:
      return "";
  }
}

function named(verb: string, fields: unknown): string {
  const names = objectsOf(fields).map((field) => textOf(field.label) || textOf(field.name));
  return names.length === 0 ? "" : `${verb} ${names.join(", ")}`;
}

const units = ["day", "hour", "minute", "second"];

/** An ISO 8601 duration in words, such as `1 day 12 hours`; anything else as it is. */
export function readDuration(text: string): string {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text)?.slice(1);
  const words = (parts as (string | undefined)[] | undefined)?.flatMap((count, i) =>
    count === undefined ? [] : [`${count} ${units[i] ?? ""}${count === "1" ? "" : "s"}`],
  );
  return words?.length ? words.join(" ") : text;
}

/** When a way is gone. */
export function wayWords(way: Way): string {
  if (way.isTimeout) {
    return t`when no event comes in time`;
  }
  return way.label || (way.isDefault ? "otherwise" : "");
}
