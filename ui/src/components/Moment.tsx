import { moment, since } from "../lib/format";
import { useNow } from "../lib/now";

/** How long ago something was; the exact time is in its tooltip. */
export function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)}>
      {since(at, now)}
    </time>
  );
}
