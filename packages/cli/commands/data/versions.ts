import { listVersions } from "@svc/runtime/data";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  examples: [{ command: "svc data versions insight repos", does: "newest first" }],
  arguments: [
    { name: "behavior", summary: "the behavior's name or id", completes: "behavior" },
    { name: "name", summary: "the name of the data" },
  ],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  run: async (context) =>
    await listVersions(
      await repositoryOf(context),
      context.arguments.behavior,
      context.arguments.name,
    ),
  text({ versions }, { paint }) {
    const [head, ...rows] = columns([
      ["VERSION", "WRITTEN", "BYTES", "SHA-256"],
      ...versions.map((one) => [
        `${one.version}${one.isLatest ? " (latest)" : ""}`,
        one.createdAt.slice(0, 19).replace("T", " "),
        String(one.size),
        one.checksum.slice(0, 12),
      ]),
    ]);
    return [paint.bold(head!), ...rows].join("\n");
  },
});
