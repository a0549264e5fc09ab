import { parseExtensionName } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { getVersions } from "../../extension/find.ts";
import { versionTable } from "../../extension/version_table.ts";
import { arg, defineCommand, list, number } from "../../frame/command.ts";

export default defineCommand({
  description:
    "Newest first, in all channels. A yanked version is shown with its reason; it is installed only " +
    "from a\nlockfile.",
  examples: {
    "svc extension versions @svc/repo-insight": "versions and dates",
    "svc extension versions @acme/tool --channel beta --page 2 --json":
      "the second page of one channel, as data",
  },
  arguments: [arg("name", "the extension, as @collective/name", { completes: "extension" })],
  options: {
    channel: list("<channel>", "Only versions in this channel", {
      choices: ["beta", "rc", "stable"],
    }),
    page: number("<n>", "Page number, from 1", { default: 1 }),
    "per-page": number("<n>", "Versions per page", { default: 20 }),
  },
  lists: ".versions[]",
  credential: "optional",
  async run(context) {
    const name = parseExtensionName(context.arguments.name).full;
    const { channel, page, "per-page": perPage } = context.options;
    const { caller } = await connect(context);
    const { versions, meta } = await context.progress.phase(
      "Reading",
      () => getVersions(caller, name, { channel, page, perPage }),
    );
    return { name, versions, total: meta.total, meta };
  },
  text({ versions, meta }, { paint, width }) {
    if (versions.length === 0) return meta.total > 0 ? "No more versions." : "No versions.";
    const pages = Math.ceil(meta.total / meta.perPage);
    const count = `${meta.total} ${meta.total === 1 ? "version" : "versions"}`;
    return [
      versionTable(versions, { paint, width }),
      paint.dim(pages > 1 ? `${count}, page ${meta.page} of ${pages}` : count),
    ].join("\n");
  },
});
