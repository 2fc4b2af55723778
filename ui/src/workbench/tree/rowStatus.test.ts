import { describe, expect, it } from "vitest";

import { rowStatus } from "./rowStatus";

const problem = (severity: "error" | "warning") => ({ severity, code: "X", message: "x" });
const base = { problems: [], contentRevision: "a", lastAuthor: "user" as const };

describe("a row of the tree", () => {
  it.each([
    [[], "valid", "valid"],
    [[problem("warning")], "warnings", "1 warning"],
    [[problem("error"), problem("error"), problem("warning")], "errors", "2 errors, 1 warning"],
  ])("%j", (problems, level, words) => {
    expect(rowStatus({ ...base, problems })).toMatchObject({ level, words });
  });

  it("tells what is not published as it is", () => {
    expect(rowStatus(base).unpublished).toBe(true);
    expect(rowStatus({ ...base, publishedRevision: "a" }).unpublished).toBe(false);
    expect(rowStatus({ ...base, publishedRevision: "b" }).unpublished).toBe(true);
  });
});
