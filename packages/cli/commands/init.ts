import { initRepository } from "@svc/runtime/repository";
import { defineCommand } from "../frame/command.ts";
import { VERSION } from "../frame/version.ts";

export default defineCommand({
  description:
    "Makes the folders, the marker .svc.yaml and a block in .gitignore. Existing files stay.",
  examples: [
    { command: "svc init", does: "this folder" },
    { command: "svc init automation", does: "a new folder" },
    { command: "svc init --force", does: "restore what is missing" },
  ],
  arguments: [{ name: "path", summary: "the folder; this one when left out", optional: true }],
  options: {
    force: { kind: "flag", short: "f", summary: "Also when it is a repository already" },
  },
  credential: "none",
  run({ arguments: { path = "." }, options, host }) {
    const folder = path.startsWith("/") ? path : `${host.cwd}/${path}`;
    return initRepository(folder, { force: options.force, version: VERSION });
  },
  text: ({ path, nextSteps }) =>
    [`${path} is a behavior repository.`, "Next:", ...nextSteps.map((step) => `  ${step}`)]
      .join("\n"),
});
