import { datastoreLocks } from "@svc/runtime/datastores";
import { lockText } from "../../datastore/lock_text.ts";
import { useOptions } from "../../datastore/use.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: [
    "A run locks its behavior in the datastore, so that two machines do not run it at once; data cleanup",
    "locks everything. A lock expires soon after the process that held it.",
  ].join("\n"),
  examples: {
    "svc datastore lock": "every lock that is held",
    "svc datastore lock insight": "that of one behavior",
  },
  arguments: [
    arg("behavior", "the behavior's name or id", { optional: true, completes: "behavior" }),
  ],
  options: { "repo-dir": REPO_DIR },
  lists: ".locks[]",
  async run(context) {
    const repository = await repositoryOf(context);
    const options = await useOptions(context);
    return await datastoreLocks(repository, context.arguments.behavior, options);
  },
  text: ({ locks }) => locks.length === 0 ? "No locks are held." : locks.map(lockText).join("\n"),
});
