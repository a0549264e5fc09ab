import { defineCommand } from "../frame/command.ts";
import { VERSION } from "@svc/core/release";

export default defineCommand({
  description: "The same as 'svc --version'.",
  examples: [
    { command: "svc version", does: "one line" },
    { command: "svc version --json", does: "as data" },
  ],
  run: () => ({ version: VERSION }),
  text: ({ version }) => `svc ${version}`,
});
