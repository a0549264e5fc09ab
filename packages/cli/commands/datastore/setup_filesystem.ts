import { relative } from "node:path";
import { setUp, SETUP_OPTIONS, setupText } from "../../datastore/setup.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: [
    "The folder is one that the other machines see, too, for example of a network share. It is tried",
    "first: whether it can be written, and creates a file only once. Then the data is exchanged, and",
    ".svc.yaml names the folder. When something fails, .svc.yaml stays as it is; run it again to go on.",
    "Needs no login.",
  ].join("\n"),
  examples: [
    { command: "svc datastore setup filesystem --path /mnt/team/site", does: "share a folder" },
    { command: "svc datastore setup filesystem --path ../shared", does: "beside the repository" },
  ],
  options: {
    path: {
      kind: "text",
      value: "<folder>",
      summary: "The folder; a relative one is kept relative to the repository",
      required: true,
      completes: "folder",
    },
    ...SETUP_OPTIONS,
    "repo-dir": REPO_DIR,
  },
  credential: "none",
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
