import { plural, t } from "@lingui/core/macro";

import type { CatalogKind, DraftKind } from "../api/queries/catalog";

interface KindWords {
  title: string;
  one: string;
  many: string;
  counted: (count: number) => string;
  path: string;
  lead: string;
  /** Who may change one. */
  permission: string;
  /** Compositions can have drafts of it. */
  drafted: boolean;
  /** What to do where there is none yet. */
  first?: string;
  /** What it means that one is deleted. */
  gone: string;
  /** How to call what changes it from here on. */
  submit: string;
  /** What a new one begins with. */
  blank: string;
}

/** How the kinds of the catalog are called, and where they are. */
export const kinds: Record<CatalogKind, KindWords> = {
  "action-type": {
    title: t`Action types`,
    one: t`action type`,
    many: t`action types`,
    counted: (count) => plural(count, { one: "# action type", other: "# action types" }),
    path: "/action-types",
    lead: t`Automated work that steps of workflows call.`,
    permission: "catalog.edit",
    drafted: true,
    gone: t`The action type can't be called any more. Instances that run keep what they were started with. It can't be taken back.`,
    submit: t`Publish`,
    blank:
      '{"name":"","label":"","description":"","mode":"script","inputs":[],"outputs":[],"script":{"language":"node","source":""}}',
  },
  tool: {
    title: t`Tools`,
    one: t`tool`,
    many: t`tools`,
    counted: (count) => plural(count, { one: "# tool", other: "# tools" }),
    path: "/tools",
    lead: t`Scripts that agents may call by name.`,
    permission: "catalog.edit",
    drafted: true,
    gone: t`The tool can't be called any more. Instances that run keep what they were started with. It can't be taken back.`,
    submit: t`Publish`,
    blank: '{"name":"","description":"","parameters":{"type":"object","properties":{}},"language":"node","source":""}',
  },
  provider: {
    title: t`Providers`,
    one: t`provider`,
    many: t`providers`,
    counted: (count) => plural(count, { one: "# provider", other: "# providers" }),
    path: "/settings/providers",
    lead: t`Where language models are asked, with which key, and what they cost.`,
    permission: "catalog.edit",
    drafted: false,
    first: t`Add one to compose with a real AI: a company with your key, or a model on this machine that needs none.`,
    gone: t`Agents that use one of its models can't go on until they get another. Its key stays among the secrets. It can't be taken back.`,
    submit: t`Add the provider`,
    blank: '{"name":"","kind":"anthropic","models":[{"name":""}]}',
  },
  "session-template": {
    title: t`Session templates`,
    one: t`session template`,
    many: t`session templates`,
    counted: (count) => plural(count, { one: "# session template", other: "# session templates" }),
    path: "/settings/session-templates",
    lead: t`What agents are told, what tools they have and what they can do, for each kind of session.`,
    permission: "session-template.edit",
    drafted: false,
    gone: t`No more sessions can be made of it. It can't be taken back.`,
    submit: t`Add the session template`,
    blank: '{"name":"","label":"","capabilities":["composition"],"systemPrompt":""}',
  },
};

/** Tells whether compositions can have drafts of the kind. */
export const isDraftKind = (kind: CatalogKind): kind is DraftKind => kinds[kind].drafted;
