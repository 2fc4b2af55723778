import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";

import { matches } from "../lib/matches";

/** What the palette knows under one heading. */
export interface Findable extends SpotlightActionGroupData {
  /** How many are shown before anybody typed; those that come first. */
  atFirst?: number;
}

/** How many of a group a search shows, so that one group does not push out the others. */
const most = 10;

/** What fits a search, group by group; a name that begins with it comes first. */
export function found(query: string, groups: readonly Findable[]): SpotlightActionGroupData[] {
  const wanted = query.trim().toLowerCase();
  return groups
    .map(({ group, actions, atFirst = Infinity }) => ({
      group,
      actions: wanted === "" ? actions.slice(0, atFirst) : best(wanted, actions).slice(0, most),
    }))
    .filter(({ actions }) => actions.length > 0);
}

function best(wanted: string, actions: readonly SpotlightActionData[]): SpotlightActionData[] {
  const fitting = actions.filter(({ label, description }) => matches(wanted, label, description));
  const begins = ({ label = "" }: SpotlightActionData) => label.toLowerCase().startsWith(wanted);
  return [...fitting.filter(begins), ...fitting.filter((action) => !begins(action))];
}
