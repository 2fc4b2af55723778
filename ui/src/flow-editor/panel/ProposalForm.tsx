import type { Fate } from "../model/diff";
import { problemText } from "../model/problems";
import { edgeTitle } from "../model/words";
import type { Review } from "../store/review";
import { useStore } from "../useFlow";
import classes from "./panel.module.css";

const fateWords: Record<Fate, string> = { added: "new", changed: "changed", removed: "removed" };

/** All that a proposal changes, introduces and fixes. */
export function ProposalForm({ review }: { review: Review }) {
  const store = useStore();
  const { before, after, diff, balance } = review;
  const titleOfEdge = (id: string) => {
    const edge = after.edge(id) ?? before.edge(id);
    return edge ? edgeTitle(edge, after.edge(id) ? after : before) : id;
  };
  const rows = [
    ...[...diff.nodes].map(([id, { fate }]) => ({
      key: `node ${id}`,
      title: (after.node(id) ? after : before).titleOf(id),
      fate,
      place: { nodeId: id },
    })),
    ...[...diff.edges].map(([id, { fate }]) => ({
      key: `edge ${id}`,
      title: titleOfEdge(id),
      fate,
      place: { edgeId: id },
    })),
  ];
  return (
    <div className={classes.form}>
      <p className={classes.note}>{review.set.summary || "A proposed change"}. Choose a row to see before and after.</p>
      <ul className={classes.edges} aria-label="Changes">
        {rows.map(({ key, title, fate, place }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => {
                store.reveal(place);
              }}
            >
              <span>{title}</span> <code>{fateWords[fate]}</code>
            </button>
          </li>
        ))}
      </ul>
      {balance && (
        <>
          <Problems title="Introduces" none="It introduces no problem." problems={balance.introduced} />
          <Problems title="Fixes" none="" problems={balance.fixed} />
        </>
      )}
    </div>
  );
}

interface Props {
  title: string;
  none: string;
  problems: NonNullable<Review["balance"]>["fixed"];
}

function Problems({ title, none, problems }: Props) {
  if (problems.length === 0) {
    return none && <p className={classes.note}>{none}</p>;
  }
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {problems.map((problem, i) => (
        <p key={i} className={classes.note}>
          {problem.severity === "error" ? "Error: " : ""}
          {problemText(problem)}
        </p>
      ))}
    </section>
  );
}
