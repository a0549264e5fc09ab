import { defineCommand } from "../frame/command.ts";
import { VERSION } from "@svc/core/release";

export default defineCommand({
  description: "The same as 'svc --version'.",
  examples: {
    "svc version": "one line",
    "svc version --json": "as data",
  },
  run: () => ({ version: VERSION }),
  text: ({ version }) => `svc ${version}`,
});
