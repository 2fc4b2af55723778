import { NewObjectPage } from "../catalog/NewObjectPage";

export default function NewProvider() {
  return <NewObjectPage kind="provider" />;
}
