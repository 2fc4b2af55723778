import { Empty } from "../shell/states";

/** The list of compositions. */
export default function Compositions() {
  return <Empty title="Compositions" />;
}
