import { ObjectPage } from "../catalog/ObjectPage";

export default function SessionTemplate() {
  return <ObjectPage kind="session-template" />;
}
