import { CatalogPage } from "../catalog/CatalogPage";

export default function SessionTemplates() {
  return <CatalogPage kind="session-template" />;
}
