import { ObjectPage } from "../catalog/ObjectPage";

export default function Provider() {
  return <ObjectPage kind="provider" />;
}
