import { relative } from "node:path";
import { setUp, SETUP_OPTIONS, setupText } from "../../datastore/setup.ts";
import { defineCommand, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: [
    "The folder must be shared with the other machines, for example on a network share. It is tested",
    "first: it must be writable and must not create a file twice. Then the data is exchanged, and",
    "the folder is written to .svc.yaml. If a step fails, .svc.yaml is not changed; run it again.",
    "Needs no login.",
  ].join("\n"),
  examples: {
    "svc datastore setup filesystem --path /mnt/team/site": "share a folder",
    "svc datastore setup filesystem --path ../shared": "beside the repository",
  },
  options: {
    path: text("<folder>", "The folder; a relative path is stored relative to the repository", {
      required: true,
      completes: "folder",
    }),
    ...SETUP_OPTIONS,
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { host, options: { path } } = context;
    const repository = await repositoryOf(context);
    return await setUp(context, repository, {
      type: "filesystem",
      path: /^~?\//.test(path) || path.trim() === ""
        ? path
        : relative(repository.root, `${host.cwd}/${path}`) || ".",
    });
  },
  text: setupText,
});
