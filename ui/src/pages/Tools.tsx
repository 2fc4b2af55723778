import { CatalogPage } from "../catalog/CatalogPage";

export default function Tools() {
  return <CatalogPage kind="tool" />;
}
