import { type DataVersions, listVersions } from "@svc/runtime/data";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { BEHAVIOR, DATA_NAME } from "./options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  examples: [{ command: "svc data versions insight repos", does: "newest first" }],
  arguments: [BEHAVIOR, DATA_NAME],
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
        `${one.version}${stateOf(one)}`,
        written(one.createdAt),
        String(one.size),
        one.checksum.slice(0, 12),
      ]),
    ]);
    return [paint.bold(head!), ...rows].join("\n");
  },
});

function stateOf({ isLatest, lifecycle, renamedTo }: DataVersions["versions"][number]): string {
  if (renamedTo !== undefined) return ` (renamed to ${renamedTo})`;
  if (lifecycle === "deleted") return " (deleted)";
  return isLatest ? " (latest)" : "";
}
