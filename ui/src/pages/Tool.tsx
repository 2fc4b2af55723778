import { ObjectPage } from "../catalog/ObjectPage";

export default function Tool() {
  return <ObjectPage kind="tool" />;
}
