import {
  type Belongings,
  belongingsOf,
  deleteDefinition,
  findDefinition,
} from "@svc/runtime/definitions";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { confirm } from "../../frame/ask.ts";
import { arg, defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: "A behavior that has data is deleted only with --force, together with its data.",
  examples: {
    "svc behavior delete insight --yes": "without data",
    "svc behavior delete insight --yes --force": "with its data",
  },
  arguments: [arg("name", "the behavior's name or id", { completes: "behavior" })],
  options: {
    yes: YES,
    force: flag("Also delete the data of the behavior", { short: "f" }),
    offline: OFFLINE,
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { options, arguments: { name } } = context;
    const repo = await repositoryOf(context);
    return await shareOf(context, repo)(name, async () => {
      const found = await findDefinition(repo, name);
      if (!options.yes) {
        const loss = options.force ? lossText(await belongingsOf(repo, found)) : "";
        await confirm(context, `Delete ${found.definition.name}${loss}?`);
      }
      return await deleteDefinition(repo, name, { force: options.force });
    });
  },
  text: ({ deleted, dataDeleted }) =>
    `Deleted ${deleted.name} (${deleted.type})${
      dataDeleted > 0
        ? ` and ${dataDeleted} ${dataDeleted === 1 ? "version" : "versions"} of data`
        : ""
    }.`,
});

/** What goes with the behavior, for the question. */
function lossText({ data, versions }: Belongings): string {
  if (versions === 0) return "";
  const names = data.slice(0, 5).join(", ") +
    (data.length > 5 ? ` and ${data.length - 5} more` : "");
  return ` with its data ${names} (${versions} ${versions === 1 ? "version" : "versions"})`;
}
