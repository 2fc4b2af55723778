import { NewObjectPage } from "../catalog/NewObjectPage";

export default function NewTool() {
  return <NewObjectPage kind="tool" />;
}
