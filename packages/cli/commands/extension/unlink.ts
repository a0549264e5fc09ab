import { absolutePath } from "@svc/runtime/files";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  examples: { "svc extension unlink ../tool": "use the pulled extension again" },
  arguments: [arg("folder", "the folder that is linked")],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const { host, arguments: { folder: given } } = context;
    const repository = await repositoryOf(context);
    const { unlinkFolder } = await import("@svc/runtime/types");
    return {
      folder: await unlinkFolder(
        repository,
        absolutePath(given, host.cwd).replace(/\/manifest\.ya?ml$/, ""),
      ),
    };
  },
  text: ({ folder }) => `${folder} is no longer linked.`,
});
