import { useSend } from "../../lib/useSend";
import { answer, api, type Schemas } from "../client";

export type ProviderTestResult = Schemas["ProviderTestResult"];

/** Asks a model of a provider a short question. */
export function useTestProvider(objectId: string) {
  return useSend({
    mutationFn: (model: string) =>
      answer(api.POST("/providers/{objectId}/test", { params: { path: { objectId } }, body: { model } })),
  });
}
