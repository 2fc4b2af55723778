import { CatalogPage } from "../catalog/CatalogPage";

export default function ActionTypes() {
  return <CatalogPage kind="action-type" />;
}
