import { mayRun, parseRights, type Rights } from "@svc/serve/rights";
import { arg, defineCommand, list } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { type MintedView, noteMinted } from "../../serve/minted_text.ts";
import { operatorOf } from "../../serve/operator.ts";
import { withStateOf } from "../../serve/state.ts";
import { EXPIRES, expiryOf } from "../../serve/times.ts";
import { unknownEntries } from "../../serve/unknown_entries.ts";
import { searchDefinitions } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";

export default defineCommand({
  description: [
    "Prints <name>.<secret> once: svc stores only a hash of the secret. Whoever has the token can do",
    "what it allows through 'svc serve', whether or not the server is running now. Permission to run a",
    "method of a behavior includes seeing the behavior's data, reports and runs.",
  ].join("\n"),
  examples: {
    "svc serve token create ci --allow deploy:plan --allow 'report-*'":
      "one method of a behavior, and all of those that begin like that, for thirty days",
    "svc serve token create dashboard --read '*' --expires 1y": "see everything, run nothing",
    "svc serve token create ci --allow deploy | gh secret set SVC_SERVER_TOKEN":
      "pass the token on without showing it",
  },
  arguments: [arg("name", "lower-case letters, digits, '-' and '_'")],
  options: {
    allow: list("<behavior>[:<method>]", "What the token may run; * matches the end of a name"),
    read: list("<behavior>", "What the token may see but not run"),
    expires: EXPIRES,
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<MintedView> {
    const { options, host, arguments: { name } } = context;
    const rights = parseRights({ allow: options.allow, read: options.read });
    const now = new Date();
    const expiresAt = expiryOf(options.expires, now);
    const repository = await repositoryOf(context);
    const { createToken, tokenView } = await import("@svc/serve/tokens");
    const order = { name, rights, expiresAt, by: operatorOf(host) };
    const { token, text } = await withStateOf(
      repository,
      (state) => createToken(state, order, now),
    );
    const view = { token: text, ...tokenView(token, now) };
    for (const line of await unknownEntries(repository, rights)) context.warn(line);
    const broad = await anyCommand(repository, rights);
    if (broad !== undefined) context.warn(broad);
    noteMinted(context, view);
    return view;
  },
  text: ({ token }) => token,
});

/** The type whose one method runs a command line that its caller gives. */
const SHELL = { type: "command/shell", method: "execute" };

/** Says when an allow list lets its holder run any command on the server's machine; undefined otherwise. */
async function anyCommand(
  repository: Repository,
  rights: Rights,
): Promise<string | undefined> {
  const { results } = await searchDefinitions(repository);
  const shell = results.find(({ name, type }) =>
    type === SHELL.type && mayRun(rights, name, SHELL.method)
  );
  if (shell === undefined) return undefined;
  return `${shell.name} is of type ${SHELL.type}: whoever has this token can run any command ` +
    "as the user that 'svc serve' runs as";
}
