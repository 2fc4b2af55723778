import classes from "./LongText.module.css";

const manyLetters = 1200;
const manyLines = 12;

/** A text of any length: a long one has a height of its own, so that what follows it stays in reach. */
export function LongText({ text, className = "" }: { text: string; className?: string | undefined }) {
  const long = text.length > manyLetters || text.split("\n", manyLines + 1).length > manyLines;
  return (
    <div
      dir="auto"
      className={`${className} ${classes.text ?? ""}`}
      data-long={long}
      {...(long ? { tabIndex: 0, role: "group" } : {})}
    >
      {text}
    </div>
  );
}
