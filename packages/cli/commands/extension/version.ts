import { newestCalVer, nextCalVer } from "@svc/core/calver";
import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { findExtension } from "../../extension/find.ts";
import { defineCommand } from "../../frame/command.ts";

interface Result {
  extensionName: string;
  currentPublished: string | null;
  nextVersion: string;
  channels?: { beta?: { latest: string }; rc?: { latest: string } };
}

export default defineCommand({
  description:
    "The next version carries today's date (UTC), and a counter above every published one.",
  examples: [
    { command: "svc extension version @acme/tool", does: "by name" },
    { command: "svc extension version --manifest manifest.yaml --json", does: "by manifest" },
  ],
  arguments: [{ name: "name", summary: "the extension, as @collective/name", optional: true }],
  options: {
    manifest: {
      kind: "text",
      value: "<file>",
      summary: "Take the name from this manifest",
      completes: "file",
    },
  },
  credential: "optional",
  async run(context): Promise<Result> {
    const name = await nameOf(context.arguments.name, context.options.manifest);
    const { caller } = await connect(context);
    const info = await findExtension(caller, name);
    const published = [info?.latestVersion, info?.latestRc, info?.latestBeta]
      .filter((version) => version != null);
    const channels = {
      ...(info?.latestBeta ? { beta: { latest: info.latestBeta } } : {}),
      ...(info?.latestRc ? { rc: { latest: info.latestRc } } : {}),
    };
    return {
      extensionName: name,
      currentPublished: info?.latestVersion ?? null,
      nextVersion: nextCalVer(new Date(), newestCalVer(published)),
      ...(Object.keys(channels).length > 0 ? { channels } : {}),
    };
  },
  text: ({ extensionName, currentPublished, nextVersion, channels }) =>
    [
      `${extensionName}: ${currentPublished ?? "nothing published in stable"}`,
      ...(channels?.rc ? [`rc: ${channels.rc.latest}`] : []),
      ...(channels?.beta ? [`beta: ${channels.beta.latest}`] : []),
      `next: ${nextVersion}`,
    ].join("\n"),
});

async function nameOf(name: string | undefined, manifest: string | undefined): Promise<string> {
  if ((name === undefined) === (manifest === undefined)) {
    throw new SvcError("usage", "Give either a name or --manifest", {
      hint: "For example: svc extension version @acme/tool",
    });
  }
  if (name !== undefined) return parseExtensionName(name).full;
  const { readManifest } = await import("../../extension/manifest.ts");
  return (await readManifest(manifest!)).name;
}
