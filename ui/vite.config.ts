import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { firstLoad } from "./firstLoad.ts";
import { linguiMacros } from "./linguiMacros.ts";

// The server that `npm run dev` passes API calls on to.
const server = process.env.HEDDLE_SERVER ?? "http://127.0.0.1:7400";

export default defineConfig({
  plugins: [linguiMacros(), lingui({ failOnCompileError: true }), react(), firstLoad(450)],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // The binary embeds the folder; its marker file has to stay.
    emptyOutDir: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // By itself each icon that two pages share would be a request of its own.
        codeSplitting: {
          groups: [
            { name: "icons", test: /node_modules\/@tabler/ },
            { name: "components", test: /node_modules\/@mantine/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": {
        target: server,
        changeOrigin: true,
        // The server refuses changes that pages of other origins ask for; here the page is its own.
        configure: (proxy) => {
          proxy.on("proxyReq", (request) => {
            if (request.hasHeader("origin")) {
              request.setHeader("origin", new URL(server).origin);
            }
          });
        },
      },
    },
  },
  test: {
    // What is tested here is pure logic; pages are tested in a real browser (e2e/node).
    environment: "node",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/texts/forTests.ts"],
  },
});
