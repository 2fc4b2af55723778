import { t } from "@lingui/core/macro";
import createClient, { type Middleware } from "openapi-fetch";

import { ProblemError, problemOf } from "./problem";
import type { components, paths } from "./schema.gen";

/** What the API answers, by the names of the contract. */
export type Schemas = components["schemas"];

/** Turns every refusal into a ProblemError, so that callers see answers only. */
const refuse: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) {
      throw new ProblemError(await problemOf(response));
    }
  },
  onError() {
    return new ProblemError({
      status: 0,
      code: "offline",
      title: t`The server can't be reached`,
      detail: t`Nothing was lost: what you typed is still here. It is tried again as soon as the server answers.`,
    });
  },
};

/** The client of Heddle's API. Calls reject with a ProblemError. */
export const api = createClient<paths>({ baseUrl: "/api/v1" });
api.use(refuse);

/** Unwraps an answer, which is there when the call did not reject. */
export async function answer<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}

/** A key that makes a repeated call make no second thing. */
export const idempotencyKey = (): string => crypto.randomUUID();
