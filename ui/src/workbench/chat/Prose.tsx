import Markdown from "react-markdown";

import classes from "./Chat.module.css";

/** What the agent wrote. Raw HTML in it stays text, and no pictures are fetched. */
export default function Prose({ text }: { text: string }) {
  return (
    <div className={classes.prose}>
      <Markdown
        disallowedElements={["img"]}
        unwrapDisallowed
        components={{
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noreferrer noopener">
              {children}
            </a>
          ),
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}
