import type { ValidationProblem } from "../contract";

/** What makes two problems the same one: not the name of the element, which may change. */
const keyOf = (problem: ValidationProblem): string =>
  [problem.code, problem.nodeId, problem.edgeId, problem.field, problemText(problem)].join("\u0000");

/** The problems of the one list that the other does not have, each as often as it occurs more. */
export function withoutProblems(problems: readonly ValidationProblem[], others: readonly ValidationProblem[]) {
  const left = new Map<string, number>();
  for (const other of others) {
    left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  }
  return problems.filter((problem) => {
    const count = left.get(keyOf(problem)) ?? 0;
    left.set(keyOf(problem), count - 1);
    return count <= 0;
  });
}

/** What a change introduces and fixes. */
export interface ProblemBalance {
  introduced: readonly ValidationProblem[];
  fixed: readonly ValidationProblem[];
}

export const balanceOf = (
  before: readonly ValidationProblem[],
  after: readonly ValidationProblem[],
): ProblemBalance => ({ introduced: withoutProblems(after, before), fixed: withoutProblems(before, after) });

export interface ElementProblems {
  errors: number;
  warnings: number;
  problems: ValidationProblem[];
}

/** Problems by the node or the edge that they are about. */
export function problemsById(
  problems: readonly ValidationProblem[],
  key: "nodeId" | "edgeId",
): Map<string, ElementProblems> {
  const found = new Map<string, ElementProblems>();
  for (const problem of problems) {
    const id = problem[key];
    if (id !== undefined) {
      const of = found.get(id) ?? { errors: 0, warnings: 0, problems: [] };
      of.problems.push(problem);
      of[problem.severity === "error" ? "errors" : "warnings"]++;
      found.set(id, of);
    }
  }
  return found;
}

/** Tells whether a problem's field is the named one or lies inside it: "outputs[0].name" lies in "outputs". */
export const isAbout = (problem: ValidationProblem, field: string): boolean =>
  problem.field !== undefined &&
  problem.field.startsWith(field) &&
  (problem.field.length === field.length || ".[".includes(problem.field.charAt(field.length)));

/** What a problem says, without the name of the element that it is shown at. */
export const problemText = ({ message, nodeId, edgeId }: ValidationProblem): string => {
  const text =
    nodeId !== undefined || edgeId !== undefined ? message.replace(/^(node|edge) "[^"]*"( \(.*?\))?: /, "") : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
};
