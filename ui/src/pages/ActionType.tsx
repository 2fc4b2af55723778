import { ObjectPage } from "../catalog/ObjectPage";

export default function ActionType() {
  return <ObjectPage kind="action-type" />;
}
