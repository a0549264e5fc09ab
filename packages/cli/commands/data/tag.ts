import { tagData } from "@svc/runtime/data";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { columns } from "../../frame/columns.ts";
import { arg, defineCommand, list } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { pairOf, usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { BEHAVIOR, DATA_NAME } from "./options.ts";

export default defineCommand({
  description: "Without a tag it lists the tags of the newest version. Content and version " +
    "number stay as they are; the next version gets the tags that its method gives it.",
  examples: {
    "svc data tag insight repos": "list the tags",
    "svc data tag insight repos team=core reviewed=yes": "set two",
    "svc data tag insight repos --remove reviewed": "remove one",
  },
  arguments: [
    BEHAVIOR,
    DATA_NAME,
    arg("tags", "tags to set, each as key=value", { optional: true, many: true }),
  ],
  options: {
    remove: list("<key>", "Tag to remove"),
    offline: OFFLINE,
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { behavior, name, tags } = context.arguments;
    const set = Object.fromEntries((tags ?? []).map(tagOf));
    const repository = await repositoryOf(context);
    const { remove } = context.options;
    const tag = () => tagData(repository, behavior, name, { set, remove });
    const changes = Object.keys(set).length + remove.length > 0;
    return changes ? await shareOf(context, repository)(behavior, tag) : await tag();
  },
  text: ({ tags }) => columns(Object.entries(tags).sort()).join("\n"),
});

function tagOf(text: string): [string, string] {
  const tag = pairOf(text);
  if (tag !== undefined) return tag;
  throw usage(`'${text}' is not a tag: write it as key=value`, ["Remove one with --remove <key>."]);
}
