import { t } from "@lingui/core/macro";

/** A request that the demo agent knows how to fulfil. */
export interface Request {
  name: string;
  about: string;
  message: string;
}

export const requests: readonly Request[] = [
  {
    name: t`Count words`,
    about: t`A tool that agents call by name, and an action type that tells whether a text is short enough.`,
    message: t`Please set up a tool that counts words`,
  },
  {
    name: t`Approve requests`,
    about: t`A workflow in which a person approves or refuses what comes in.`,
    message: t`Please set up an approval of requests`,
  },
  {
    name: t`Help newcomers`,
    about: t`A session template whose agent explains what is published here.`,
    message: t`Please set up a helper for newcomers`,
  },
];
