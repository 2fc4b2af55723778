import type { ComponentType } from "react";

import type { CatalogKind } from "../api/queries/catalog";
import { ActionTypeForm, ToolForm, type ObjectFormProps } from "../objects/objectForms";
import { ProviderForm } from "../providers/ProviderForm";
import { TemplateForm } from "../templates/TemplateForm";

/** What the objects of each kind are edited with. */
export const forms: Record<CatalogKind, ComponentType<ObjectFormProps>> = {
  "action-type": ActionTypeForm,
  tool: ToolForm,
  provider: ProviderForm,
  "session-template": TemplateForm,
};
