import { asPermissions, grantTexts } from "@svc/core/permission";
import { createDefinition, createText, parseInputs } from "@svc/runtime/definitions";
import { parseTag } from "../../behavior/tags.ts";
import { arg, type Context, defineCommand, list } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { ALLOW, ALLOW_ALL_REQUESTED, allowed } from "../../permission/allow.ts";
import { isSvcError } from "@svc/core/error";
import type { ListedExtension } from "@svc/runtime/grants";
import type { Repository } from "@svc/runtime/repository";
import { canAsk, choose } from "../../frame/ask.ts";
import { shellWord } from "@svc/core/text";
import { linesOf, lineTexts } from "@svc/runtime/policy";
import {
  computedLines,
  mentionedLines,
  parts,
  shownLines,
} from "../../permission/question_text.ts";

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

/**
 * Shows what the code behind a type needs and nobody was asked for yet, and on a terminal asks once
 * whether to grant it. A no leaves it to the first run.
 */
async function offerOpenPermissions(
  context: Pick<Context, "json" | "host" | "note">,
  repository: Repository,
  type: string,
): Promise<void> {
  const listed = await listedFor(repository, type);
  const open = parts(listed?.permissions.filter(({ state }) => state === "open") ?? []);
  if (listed === undefined || open.length === 0) return;
  const { name, computed } = listed;
  context.note(
    [
      `${name} requests:`,
      ...shownLines(linesOf(open)),
      ...(listed.mentioned === undefined
        ? computedLines(computed)
        : mentionedLines(name, { ...listed, mentioned: parts(listed.mentioned) })),
    ].join("\n"),
  );
  if (!canAsk(context)) {
    const words = [name, ...lineTexts(open)].map(shellWord);
    return context.note(`Grant it with: svc extension grant ${words.join(" ")}`);
  }
  const answer = await choose(context, "Grant these permissions?", {
    yes: "yes, permanently in this repository",
    no: "not now",
  });
  if (answer === "no") return;
  const { grantPermissions } = await import("@svc/runtime/grants");
  await grantPermissions(repository, name, asPermissions(open));
}

/** What stands of the type's extension; undefined for a type that comes with svc. */
async function listedFor(
  repository: Repository,
  type: string,
): Promise<ListedExtension | undefined> {
  const { listPermissions } = await import("@svc/runtime/grants");
  try {
    return (await listPermissions(repository, type)).extensions[0];
  } catch (error) {
    if (isSvcError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}
