import lingui from "eslint-plugin-lingui";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "src/api/schema.gen.ts", "eslint.config.js"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  reactHooks.configs.flat["recommended-latest"] ?? reactHooks.configs.flat.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers are as good as texts in a template.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Handlers that answer a promise are fine where React calls them and looks at no answer.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // What people read is written as t`…` or <Trans>, so that it gets into the catalogue of texts.
    files: ["src/**/*.{ts,tsx}"],
    ignores: [
      "**/*.test.ts",
      "src/flow-editor/demo/**",
      "src/flow-editor/picture/svg.ts",
      // What is wrong with a change set or a document is said as the server says it, word for word.
      "src/flow-editor/model/{changeset,document,json,jsonCheck,opShape,ops,spelling}.ts",
    ],
    plugins: { lingui },
    rules: {
      "lingui/no-unlocalized-strings": [
        "error",
        {
          ignore: [
            "^(?![A-Z“])\\S+$", // a name of something
            "^[^A-Za-z]*$",
            "^[A-Z0-9_-]+$",
            "^[A-Z][a-z]+([A-Z][a-z]+)+$|^Node[.]js$", // a name of the API, or of a product
            "^color-mix|^@font-face|· Heddle$|^Control[+]|Variable$",
            "^((Arrow|Page)[A-Z][a-z]+|Enter|Escape|Tab|Backspace|Delete|Home|End|Shift|Control|Meta|Alt)$",
          ],
          ignoreNames: [
            {
              regex: {
                pattern:
                  "^(class\\w*|style|id|key|href|to|type|role|color|maskColor|backgroundColor|placeholder|padding|border|describedBy|size|inputs|opened|tabbable|w|h|queryKey|mergeKey|shortcut)$",
              },
            },
            { regex: { pattern: "^(min|max|default)(Size|Height|Width)$|^data-" } },
          ],
          ignoreFunctions: [
            "Error",
            "TypeError",
            "JsonError",
            "Refusal",
            "SyntaxError",
            "malformed",
            "lazy",
            "console.*",
            "*.get",
            "*.has",
            "*.closest",
            "*.querySelector*",
            "*.getItem",
            "*.setItem",
            "*.matches",
            "*.matchMedia",
            "*.startsWith",
            "*.endsWith",
            "*.includes",
            "*.split",
            "*.addEventListener",
          ],
          useTsTypes: true,
        },
      ],
    },
  },
);
