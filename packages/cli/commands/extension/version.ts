import { newestCalVer, nextCalVer } from "@svc/core/calver";
import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { bumpManifest } from "../../extension/bump.ts";
import { findExtension, getVersions } from "../../extension/find.ts";
import { absoluteIn } from "../../extension/manifest.ts";
import { arg, defineCommand, flag, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";

export default defineCommand({
  description:
    "The next version has today's date (UTC) and a counter above every published one. With\n" +
    "--bump it is written to the manifest, keeping comments and order. A version that is not\n" +
    "published yet is kept.",
  examples: {
    "svc extension version @acme/tool": "by name",
    "svc extension version --manifest manifest.yaml --json": "by manifest",
    "svc extension version --bump": "write it into the manifest.yaml here",
  },
  arguments: [arg("name", "the extension, as @collective/name", { optional: true })],
  options: {
    manifest: text("<file>", "Take the name from this manifest", { completes: "file" }),
    bump: flag("Write the next version into the manifest"),
  },
  credential: "optional",
  async run(context) {
    const { bump } = context.options;
    if (bump && context.arguments.name !== undefined) {
      throw usage("--bump and a name cannot be used together");
    }
    const given = context.options.manifest ?? (bump ? "manifest.yaml" : undefined);
    const manifest = given === undefined ? undefined : await absoluteIn(context.host.cwd, given);
    const name = await nameOf(context.arguments.name, manifest);
    const { caller } = await connect(context);
    const info = await findExtension(caller, name);
    // Yanked versions are the newest of no channel, and are taken all the same.
    const listed = info && await getVersions(caller, name, { channel: [], page: 1, perPage: 1 });
    const published = (listed?.versions ?? []).map(({ version }) => version);
    const channels = {
      ...(info?.latestBeta ? { beta: { latest: info.latestBeta } } : {}),
      ...(info?.latestRc ? { rc: { latest: info.latestRc } } : {}),
    };
    const [now, newest] = [new Date(), newestCalVer(published)];
    const bumped = bump ? await bumpManifest(manifest!, newest, now) : undefined;
    return {
      extensionName: name,
      currentPublished: info?.latestVersion ?? null,
      nextVersion: bumped?.to ?? nextCalVer(now, newest),
      ...(Object.keys(channels).length > 0 ? { channels } : {}),
      ...(bumped === undefined ? {} : { manifest: bumped }),
    };
  },
  text: ({ extensionName, currentPublished, nextVersion, channels, manifest }) =>
    [
      `${extensionName}: ${currentPublished ?? "nothing published in stable"}`,
      ...(channels?.rc ? [`rc: ${channels.rc.latest}`] : []),
      ...(channels?.beta ? [`beta: ${channels.beta.latest}`] : []),
      `next: ${nextVersion}`,
      ...(manifest === undefined ? [] : [
        manifest.from === manifest.to
          ? "The manifest already has it; it is not published."
          : `Changed ${manifest.from} to ${manifest.to} in the manifest.`,
      ]),
    ].join("\n"),
});

async function nameOf(name: string | undefined, manifest: string | undefined): Promise<string> {
  if ((name === undefined) === (manifest === undefined)) {
    throw new SvcError("usage", "Pass either a name or --manifest", {
      hint: "For example: svc extension version @acme/tool",
    });
  }
  if (name !== undefined) return parseExtensionName(name).full;
  const { readManifest } = await import("../../extension/manifest.ts");
  return (await readManifest(manifest!)).name;
}
