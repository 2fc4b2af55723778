import { t } from "@lingui/core/macro";

import { isObject } from "../lib/json";

/** What is entered to take in an event by hand. */
export interface ManualEvent {
  type: string;
  ref: string;
  actor: string;
  payload: string;
}

/** JSON text to send, or what is wrong by the name of the input. */
export type Composed = { body: string } | { errors: Record<string, string> };

function objectError(text: string): string | undefined {
  try {
    return isObject(JSON.parse(text)) ? undefined : t`This must be a JSON object, such as {"id": "7"}`;
  } catch (error) {
    return t`This can't be read as JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The payload goes out as it was written, so that no number loses digits. */
export function composeManual({ type, ref, actor, payload }: ManualEvent): Composed {
  const given = payload.trim() === "" ? "{}" : payload;
  const errors: Record<string, string> = {};
  if (type.trim() === "") {
    errors.type = t`This is needed`;
  }
  const wrong = objectError(given);
  if (wrong !== undefined) {
    errors.payload = wrong;
  }
  if (Object.keys(errors).length > 0) {
    return { errors };
  }
  const members = [
    `"type":${JSON.stringify(type.trim())}`,
    ...(ref.trim() === "" ? [] : [`"ref":${JSON.stringify(ref.trim())}`]),
    ...(actor.trim() === "" ? [] : [`"actor":{"login":${JSON.stringify(actor.trim())}}`]),
    `"payload":${given}`,
  ];
  return { body: `{${members.join(",")}}` };
}

/** A delivery of GitHub's, as it was sent to some webhook. */
export function composeGitHub(event: string, body: string): Composed {
  const errors: Record<string, string> = {};
  if (event.trim() === "") {
    errors.event = t`This is needed`;
  }
  const wrong = objectError(body);
  if (wrong !== undefined) {
    errors.body = wrong;
  }
  return Object.keys(errors).length > 0
    ? { errors }
    : { body: `{"github":{"event":${JSON.stringify(event.trim())},"body":${body}}}` };
}
