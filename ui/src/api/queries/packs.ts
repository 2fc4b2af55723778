import { useQueryClient } from "@tanstack/react-query";

import { useSend } from "../../lib/useSend";
import { answer, api, type Schemas } from "../client";
import { given } from "./pages";

export type ImportPlan = Schemas["ImportPlan"];
export type PlannedItem = Schemas["PlannedItem"];

export interface PackSelection {
  team?: string | undefined;
  workflows: string[];
  actionTypes: string[];
  tools: string[];
  bases: boolean;
}

/** The text of a pack, byte for byte as the server wrote it. */
export function exportPack({ team, workflows, actionTypes, tools, bases }: PackSelection): Promise<string> {
  const some = (names: string[]) => (names.length > 0 ? names : undefined);
  return answer(
    api.GET("/packs/export", {
      params: {
        query: {
          bases,
          ...given({ team, workflows: some(workflows), actionTypes: some(actionTypes), tools: some(tools) }),
        },
      },
      querySerializer: { array: { style: "form", explode: false } },
      parseAs: "text",
    }),
  );
}

export interface PackImport {
  text: string;
  team?: string | undefined;
  force: boolean;
}

const send = ({ text, team, force }: PackImport, dryRun: boolean) =>
  answer(
    api.POST("/packs/import", {
      params: { query: { dryRun, force, ...given({ team }) } },
      body: {},
      bodySerializer: () => text,
    }),
  );

/** What an import would do. */
export const usePlan = () => useSend({ mutationFn: (pack: PackImport) => send(pack, true) });

export function useImport() {
  const client = useQueryClient();
  return useSend({
    mutationFn: (pack: PackImport) => send(pack, false),
    onSuccess: () =>
      Promise.all([["workflows"], ["workflow"], ["catalog"]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
