import { NewObjectPage } from "../catalog/NewObjectPage";

export default function NewActionType() {
  return <NewObjectPage kind="action-type" />;
}
