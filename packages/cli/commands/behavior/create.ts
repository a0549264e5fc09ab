import { createDefinition, createText, parseInputs } from "@svc/runtime/definitions";
import { parseTag } from "../../behavior/tags.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description:
    "Writes behaviors/<type>/<name>.yaml, to be kept in git. 'svc help input' shows how " +
    "values are written.",
  examples: [
    { command: "svc behavior create @svc/repo-insight insight", does: "without arguments" },
    {
      command: "svc behavior create @acme/alerts alerts --global-arg org=acme",
      does: "with a global argument",
    },
  ],
  arguments: [
    { name: "type", summary: "the behavior type" },
    { name: "name", summary: "a name for it: lower-case letters, digits, '-' and '_'" },
  ],
  options: {
    "global-arg": { kind: "list", value: "<key=value>", summary: "A global argument of the type" },
    tag: { kind: "list", value: "<key=value>", summary: "A tag, copied to the data it writes" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  async run(context) {
    const { options, arguments: { type, name } } = context;
    const globalArguments = await parseInputs(options["global-arg"], { flag: "--global-arg" });
    return await createDefinition(await repositoryOf(context), {
      type,
      name,
      globalArguments,
      tags: Object.fromEntries(options.tag.map(parseTag)),
    });
  },
  text: createText,
});
