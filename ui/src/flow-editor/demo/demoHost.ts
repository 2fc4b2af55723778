import { api, answer } from "../../api/client";
import type { FlowEditorHost } from "../contract";
import { parsePayload } from "../model/payload";
import { sampleActionTypes, sampleEvents } from "./sample";

/** A host that keeps nothing. Where a server is there, it checks and plays what the editor asks; the editor works without. */
export const demoHost: FlowEditorHost = {
  actionTypes: sampleActionTypes,
  openActionType: () => undefined,
  contextActions: () => [],
  validate: async (workflow, signal) => {
    const { problems } = await answer(
      api.POST("/documents/validate", { body: { document: parsePayload(workflow) }, signal }),
    );
    return problems;
  },
  simulate: (body, signal) => answer(api.POST("/documents/simulate", { body, signal })),
  evaluate: (body, signal) => answer(api.POST("/expressions/evaluate", { body, signal })),
  events: (type) => Promise.resolve(sampleEvents.filter(({ value }) => type === "" || value.type === type)),
  variables: (body, signal) => answer(api.POST("/documents/variables", { body, signal })),
};
