import { CatalogPage } from "../catalog/CatalogPage";

export default function Providers() {
  return <CatalogPage kind="provider" />;
}
