import { i18n } from "@lingui/core";

// Tests read the texts as they stand in the code.
i18n.loadAndActivate({ locale: "en", messages: {} });
