import { t } from "@lingui/core/macro";

import { isRefusal } from "../../api/problem";

const most = 64;

/** What is wrong with a slug, as the server judges it too. */
export function slugProblem(slug: string): string | undefined {
  if (slug === "") {
    return t`A workflow needs a slug`;
  }
  if (slug.length > most) {
    return t`It has ${slug.length} letters, and may have ${most}`;
  }
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
    ? undefined
    : t`It takes lower-case letters and digits, and single hyphens between them`;
}

/** What the server found wrong with the slug, if that is why it refused. */
export function slugRefusal(error: unknown): string | undefined {
  if (isRefusal(error, "slug-taken")) {
    return t`Another workflow has this slug`;
  }
  return isRefusal(error, "invalid-slug") ? t`This can't be a slug` : undefined;
}
