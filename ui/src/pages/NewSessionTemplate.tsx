import { NewObjectPage } from "../catalog/NewObjectPage";

export default function NewSessionTemplate() {
  return <NewObjectPage kind="session-template" />;
}
