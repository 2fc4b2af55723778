import { t } from "@lingui/core/macro";
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

const iris: MantineColorsTuple = [
  "#ebebfd",
  "#d3d3fa",
  "#b3b4f6",
  "#9394f2",
  "#8d8eff",
  "#5f61e4",
  "#4648d8",
  "#3a3cc0",
  "#3230a6",
  "#25247d",
];

const readable = (background: string, hover: string) => ({ background, hover, color: "var(--hd-on-accent)" });

/** The main action, and what can't be taken back, have pairs of colours that are readable in both schemes. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === "subtle" && (input.color ?? "iris") === "iris") {
    return { ...colors, hover: "var(--hd-accent-soft)", color: "var(--hd-accent-ink)" };
  }
  if (input.variant !== "filled") {
    return colors;
  }
  switch (input.color ?? "iris") {
    case "iris":
      return { ...colors, ...readable("var(--hd-accent)", "var(--hd-accent-ink)") };
    case "red":
      return { ...colors, ...readable("var(--hd-bad)", "color-mix(in srgb, var(--hd-bad) 85%, var(--hd-ink))") };
    default:
      return colors;
  }
};

/** The component library in Heddle's sizes and colours. */
export const theme = createTheme({
  primaryColor: "iris",
  variantColorResolver: variantColors,
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { iris },
  fontFamily: "var(--hd-font)",
  fontFamilyMonospace: "var(--hd-mono)",
  fontSizes: {
    xs: "var(--hd-text-s)",
    sm: "var(--hd-text-s)",
    md: "var(--hd-text-m)",
    lg: "var(--hd-text-l)",
    xl: "var(--hd-text-xl)",
  },
  spacing: {
    xs: "var(--hd-space-1)",
    sm: "var(--hd-space-2)",
    md: "var(--hd-space-3)",
    lg: "var(--hd-space-4)",
    xl: "var(--hd-space-6)",
  },
  radius: { sm: "var(--hd-radius-s)", md: "var(--hd-radius-m)", lg: "var(--hd-radius-l)" },
  defaultRadius: "sm",
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "var(--hd-text-xl)" }, h2: { fontSize: "var(--hd-text-l)" } },
  },
  components: {
    Button: { defaultProps: { size: "xs" } },
    // People write from left to right or from right to left; what they write tells.
    TextInput: { defaultProps: { size: "xs", attributes: { input: { dir: "auto" } } } },
    Textarea: { defaultProps: { size: "xs", attributes: { input: { dir: "auto" } } } },
    NumberInput: { defaultProps: { size: "xs" } },
    Select: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "xs" } },
    SegmentedControl: { defaultProps: { size: "xs" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "md" } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": t`Close` } },
      styles: { description: { color: "var(--hd-ink-2)" } },
    },
    // The first item has the focus then, and a menu holds nothing but items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 140 },
        closeButtonProps: { "aria-label": t`Close` },
        // A dialog's head is no banner of the page.
        attributes: { header: { role: "presentation" } },
      },
      styles: {
        title: { fontSize: "var(--hd-text-l)", fontWeight: 600, lineHeight: 1.35, overflowWrap: "anywhere" },
      },
    },
  },
});

/** Mantine's own surfaces take the tokens' colours, so that there is one set of them. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--hd-panel)",
    "--mantine-color-text": "var(--hd-ink)",
    "--mantine-color-dimmed": "var(--hd-ink-2)",
    "--mantine-color-default": "var(--hd-panel)",
    "--mantine-color-default-border": "var(--hd-line-strong)",
    "--mantine-color-default-hover": "var(--hd-sunk)",
    "--mantine-color-placeholder": "var(--hd-ink-3)",
    "--mantine-color-error": "var(--hd-bad)",
    // A button without a colour of its own goes by these, not by the resolver above.
    "--mantine-primary-color-filled-hover": "var(--hd-accent-ink)",
    "--mantine-color-iris-filled-hover": "var(--hd-accent-ink)",
  };
  const dark = {
    "--mantine-color-dark-4": "var(--hd-line-strong)",
    "--mantine-color-dark-5": "var(--hd-line)",
    "--mantine-color-dark-6": "var(--hd-panel)",
  };
  return { variables: {}, light: shared, dark: { ...shared, ...dark } };
};
