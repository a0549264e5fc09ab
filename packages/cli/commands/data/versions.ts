import type { DataVersions } from "@svc/core/answer";
import { listVersions } from "@svc/runtime/data";
import { listing } from "../../frame/table.ts";
import { defineCommand } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { BEHAVIOR, DATA_NAME } from "./options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  examples: { "svc data versions insight repos": "latest first" },
  arguments: [BEHAVIOR, DATA_NAME],
  options: WHERE,
  lists: ".versions[]",
  async run(context) {
    const { behavior, name } = context.arguments;
    return await valueFrom(context, {
      here: async () => await listVersions(await repositoryOf(context), behavior, name),
      there: ({ ask }) => ask("data.versions", { params: { behavior, name } }),
    });
  },
  text({ versions }, { paint, width }) {
    return listing({ paint, width }, versions, {
      VERSION: (one) => `${one.version}${stateOf(one)}`,
      WRITTEN: (one) => written(one.createdAt),
      BYTES: (one) => String(one.size),
      "SHA-256": (one) => one.checksum.slice(0, 12),
    });
  },
});

function stateOf(version: DataVersions["versions"][number]): string {
  const { isLatest, lifecycle, renamedTo, overtakenBy } = version;
  if (overtakenBy !== undefined) return ` (overtaken by ${overtakenBy})`;
  if (renamedTo !== undefined) return ` (renamed to ${renamedTo})`;
  if (lifecycle === "deleted") return " (deleted)";
  return isLatest ? " (latest)" : "";
}
