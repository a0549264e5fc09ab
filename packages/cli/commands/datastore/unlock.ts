import { releaseDatastoreLock } from "@svc/runtime/datastores";
import { lockText } from "../../datastore/lock_text.ts";
import { useOptions } from "../../datastore/use.ts";
import { confirm } from "../../frame/ask.ts";
import { arg, defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: [
    "For a lock whose holder is gone. A run that is still in progress loses nothing:",
    "what it writes is renumbered when somebody else wrote the same version.",
  ].join("\n"),
  examples: {
    "svc datastore unlock insight": "shows the holder and asks",
    "svc datastore unlock insight --force": "without asking",
    "svc datastore unlock": "the lock of data cleanup",
  },
  arguments: [
    arg("behavior", "the behavior's name or id", {
      defaultText: "the lock on everything",
      optional: true,
      completes: "behavior",
    }),
  ],
  options: {
    force: flag("Do not ask", { short: "f" }),
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { options, arguments: { behavior } } = context;
    const repository = await repositoryOf(context);
    const name = behavior === undefined ? {} : { behavior };
    const holder = await releaseDatastoreLock(
      repository,
      behavior,
      async (holder) => {
        context.note(lockText({ ...name, held: true, ...holder }));
        if (options.force) return;
        await confirm(context, "Release the lock of this holder?", "--force");
      },
      await useOptions(context),
    );
    return { ...name, released: holder !== undefined, ...holder };
  },
  text: ({ released, behavior, holder }) =>
    released
      ? `Released the lock of ${behavior ?? "everything"} from ${holder}.`
      : "That lock is not held.",
});
