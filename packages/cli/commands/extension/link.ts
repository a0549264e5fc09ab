import { absoluteIn, readManifest } from "../../extension/manifest.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: [
    "The folder holds a manifest.yaml. Its sources are used in place of the pulled extension",
    "and bundled again when they change. The link is stored in your configuration, for this copy of the",
    "repository only. Its permissions are requested like those of the repository's own",
    "sources. 'svc extension list' shows what is linked.",
  ].join("\n"),
  examples: { "svc extension link ../tool": "use the extension in this folder" },
  arguments: [arg("folder", "the folder of the extension")],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const { host, arguments: { folder: given } } = context;
    const repository = await repositoryOf(context);
    const file = await absoluteIn(host.cwd, given);
    const { name, version } = await readManifest(file);
    const folder = await Deno.realPath(file.slice(0, file.lastIndexOf("/")));
    const { linkFolder } = await import("@svc/runtime/types");
    return { name, version, folder, linked: await linkFolder(repository, folder) };
  },
  text: ({ name, version, folder, linked }) =>
    linked ? `Linked ${name} ${version} in ${folder}.` : `${name} in ${folder} is already linked.`,
});
