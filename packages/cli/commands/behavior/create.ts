import { grantTexts } from "@svc/core/permission";
import { createDefinition, createText, parseInputs } from "@svc/runtime/definitions";
import { offerOpenPermissions } from "../../behavior/open_permissions.ts";
import { parseTag } from "../../behavior/tags.ts";
import { arg, defineCommand, list } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { ALLOW, ALLOW_ALL_REQUESTED, allowed } from "../../permission/allow.ts";

export default defineCommand({
  description:
    "Writes behaviors/<type>/<name>.yaml, to be kept in git. 'svc help input' shows how " +
    "values are written.",
  examples: {
    "svc behavior create @svc/repo-insight insight": "without arguments",
    "svc behavior create @acme/alerts alerts --global-arg org=acme": "with a global argument",
  },
  arguments: [
    arg("type", "the behavior type"),
    arg("name", "name of the new behavior: lower-case letters, digits, '-' and '_'"),
  ],
  options: {
    "global-arg": list("<key=value>", "A global argument of the type"),
    tag: list("<key=value>", "Tag for the data it writes"),
    allow: {
      ...ALLOW,
      summary: "Grant this permission permanently, like 'svc extension grant'",
    },
    "allow-all-requested": ALLOW_ALL_REQUESTED,
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { options, arguments: { type, name } } = context;
    if (name.includes("/") && !type.includes("/")) {
      throw usage("The type comes first, then the name", [`svc behavior create ${name} ${type}`]);
    }
    const globalArguments = await parseInputs(options["global-arg"], { flag: "--global-arg" });
    const repo = await repositoryOf(context);
    const allow = await allowed(options.allow);
    const made = await createDefinition(repo, {
      type,
      name,
      globalArguments,
      tags: Object.fromEntries(options.tag.map(parseTag)),
    });
    if (options.allow.length > 0 || options["allow-all-requested"]) {
      const { grantPermissions, openPermissions } = await import("@svc/runtime/grants");
      const open = options["allow-all-requested"] ? await openPermissions(repo, made.type) : [];
      await grantPermissions(repo, made.type, await allowed([...open, ...grantTexts(allow)]));
    } else await offerOpenPermissions(context, repo, made.type);
    return made;
  },
  text: createText,
});
