import { SvcError } from "@svc/core/error";
import { coversDataOf } from "@svc/core/permission";
import { comparePublishers, type Publisher, publisherLines } from "@svc/core/publisher";
import {
  forgetPublisher,
  keepPublisher,
  type KeptPublisher,
  readPublisher,
} from "@svc/runtime/consent";
import { type PublisherRule, readPolicy } from "@svc/runtime/policy";
import type { Repository } from "@svc/runtime/repository";
import type { Caller } from "../client/caller.ts";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import type { LoggedKey } from "../log/verify.ts";
import type { ProvenanceOptions } from "./provenance_options.ts";
import { type Checking, keyInLog } from "./log_check.ts";
import { type FetchedVersion, fetchStatement } from "./provenance_statement.ts";

/** What judging needs of a command's context. */
export type Judging = Checking & Pick<Context, "json" | "host" | "note">;

/** A version that is about to be installed. */
export interface Arriving extends FetchedVersion {
  /** The name that was asked for. */
  asked: string;
  /** Whom the lockfile names, if it does. */
  locked: Publisher | undefined;
}

/**
 * Verifies who signed a version, and holds it against the policy, else against whom the person installed
 * it from before, else against the lockfile. What was never signed costs one look for a file.
 *
 * @returns the statement; undefined for a version without one where none is expected
 * @throws SvcError `provenance_missing`, `publisher_changed`; `cancelled` on a no; what `fetchStatement`
 *   throws
 */
export async function judgePublisher(
  context: Judging,
  caller: Caller,
  repo: Repository,
  arriving: Arriving,
  options: ProvenanceOptions,
): Promise<KeptPublisher | undefined> {
  const { name, version, locked } = arriving;
  // A registry says itself what is called otherwise by now: that leads past no rule.
  const names = [arriving.asked, name, arriving.publishedAs].map((one) => one.toLowerCase());
  const covered = (list: readonly string[]) => names.some((one) => coversDataOf(list, one));
  const rules = (await readPolicy(repo))?.provenance;
  const kept = await readPublisher(repo, arriving.publishedAs);
  const before = kept?.publisher ?? locked;
  const found = await fetchStatement(context, caller, repo, arriving);
  const required = options.requireProvenance || covered(rules?.require ?? []);
  if (found === undefined && required) throw missing(name, version);
  const expected = (rules?.identities ?? []).filter(({ names }) => covered(names));
  if (expected.length > 0) {
    if (found && expected.some((rule) => isExpected(rule, found.publisher))) return found;
    throw unexpected(arriving, found?.publisher);
  }
  if (before === undefined) {
    if (found) context.note(`${name} ${version} is signed by ${shortly(found.publisher)}.`);
    return found;
  }
  switch (comparePublishers(before, found?.publisher)) {
    case "same":
      break;
    case "renamed":
      context.note(`${name}: its repository has another name now, ${shortly(found!.publisher)}.`);
      break;
    case "changed": {
      const inLog = async (of: KeptPublisher | undefined) =>
        of && "key" in of.publisher
          ? await keyInLog(context, caller, repo, { ...of, name }, of.publisher.key)
          : undefined;
      const shown = [
        ...sideOf("before", before, await inLog(kept)),
        ...sideOf("now   ", found?.publisher, await inLog(found)),
      ];
      await acceptChange(context, arriving, shown, options);
      break;
    }
  }
  return found;
}

/** Remembers who signed what was installed; a person has accepted it where it is another than before. */
export async function rememberPublisher(
  repo: Repository,
  name: string,
  found: KeptPublisher | undefined,
): Promise<void> {
  if (found === undefined) await forgetPublisher(repo, name);
  else await keepPublisher(repo, name, found);
}

function isExpected(rule: PublisherRule, publisher: Publisher): boolean {
  if ("key" in publisher) return rule.key === publisher.key;
  return rule.key === undefined && rule.issuer === publisher.issuer &&
    (rule.ownerId === undefined || rule.ownerId === publisher.ownerId) &&
    (rule.repositoryId === undefined || rule.repositoryId === publisher.repositoryId) &&
    (rule.workflow === undefined || rule.workflow === publisher.workflow);
}

/** Asks a person, who must have said that they expect it. No option answers for them. */
async function acceptChange(
  context: Judging,
  { name, version }: Arriving,
  shown: readonly string[],
  { acceptPublisher }: ProvenanceOptions,
): Promise<void> {
  if (!acceptPublisher || !canAsk(context)) {
    throw new SvcError(
      "publisher_changed",
      [`${name} ${version} has another publisher than before`, ...shown].join("\n"),
      {
        hint: acceptPublisher
          ? "Accept it at a terminal: no option answers this question."
          : `If you know why, accept it: svc extension update ${name} --accept-publisher`,
      },
    );
  }
  context.note(`${name} ${version} has another publisher than before`);
  for (const line of shown) context.note(line);
  await confirm(context, `Take ${name} from this publisher from now on?`);
}

/** One side of a change; of a key also what the log told of it, before it came to this. */
function sideOf(
  when: string,
  publisher: Publisher | undefined,
  logged: LoggedKey | undefined,
): string[] {
  const event = logged && (logged.isRevoked ? "revoked   " : "registered");
  return [
    ...publisherLines(publisher),
    ...(logged === undefined ? [] : [`${event}  ${logged.at}, as the log has it`]),
  ].map((line) => `  ${when}  ${line}`);
}

function missing(name: string, version: string): SvcError {
  return new SvcError(
    "provenance_missing",
    `${name} ${version} was published without a statement of where it came from`,
    { hint: "Ask its owners to sign what they publish, or choose another version." },
  );
}

function unexpected({ name, version }: Arriving, found: Publisher | undefined): SvcError {
  const lines = publisherLines(found).map((line) => `  ${line}`);
  return new SvcError(
    "publisher_changed",
    [`${name} ${version} is not from a publisher that the policy names`, ...lines].join("\n"),
    { hint: "Its 'provenance.identities' say who may publish it. Ask who keeps the policy." },
  );
}

function shortly(publisher: Publisher): string {
  if ("key" in publisher) return `the key ${publisher.key.slice(0, 16)}…`;
  const { repository, workflow, identity } = publisher;
  return [repository ?? identity, workflow].filter(Boolean).join(", ");
}
