import { partName } from "../../../platform/documents/parts.ts";
import type { PrSnapshot } from "../../../platform/subjects/snapshots.ts";
import { readEvents, readStatuses } from "../stored/documents.ts";
import { sha12 } from "../stored/names.ts";
import type { Stored } from "../stored/stored.ts";
import { isByBot } from "./activity.ts";
import { type Facts, factsOf, type OpenPr } from "./facts.ts";

/** Open pull requests whose other documents are read together. */
const BATCH = 50;

/**
 * The facts about every open pull request. Of the others, and of bodies and conversations, nothing
 * stays in memory.
 *
 * @param numbers of the open pull requests; null looks through all
 */
export async function* openFacts(
  stored: Stored,
  numbers: readonly number[] | null,
): AsyncGenerator<Facts> {
  let batch: OpenPr[] = [];
  for await (const { name, document } of prSnapshots(stored, numbers)) {
    // One number in two documents would be in the queue twice.
    if (name !== stored.names.of("prSnapshot", String(document.number))) {
      stored.broken.push({ name, problem: `it is about #${document.number}` });
    } else if (document.state === "open") {
      const { body: _, ...pr } = document;
      batch.push(pr);
    }
    if (batch.length < BATCH) continue;
    yield* await readFacts(stored, batch);
    batch = [];
  }
  yield* await readFacts(stored, batch);
}

/** The snapshots of the pull requests with these numbers, or of all. */
async function* prSnapshots(
  stored: Stored,
  numbers: readonly number[] | null,
): AsyncGenerator<{ name: string; document: PrSnapshot }> {
  if (numbers === null) return yield* stored.each("prSnapshot");
  for (let at = 0; at < numbers.length; at += BATCH) {
    const some = numbers.slice(at, at + BATCH)
      .map((number) => stored.names.of("prSnapshot", String(number)));
    const documents = await stored.some("prSnapshot", some);
    for (const [index, document] of documents.entries()) {
      if (document !== null) yield { name: some[index]!, document };
    }
  }
}

/** The facts about pull requests, from the documents beside their snapshots. */
export async function readFacts(stored: Stored, batch: readonly OpenPr[]): Promise<Facts[]> {
  const { names } = stored;
  const numbers = batch.map(({ number }) => String(number));
  const subjects = numbers.map((number) => `pr-${number}`);
  const heads = await stored.some(
    "prHeadState",
    numbers.map((number) => names.of("prHeadState", number)),
  );
  const ofHead = (spec: string) =>
    heads.map((head, index) =>
      names.of(spec, numbers[index]!, head === null ? "none" : sha12(head.headSha))
    );
  const checks = await stored.some("checkRunSnapshot", ofHead("checkRunSnapshot"));
  const revisions = await stored.some("prRevision", ofHead("prRevision"));
  const conversations = await readEvents(stored, subjects, ({ body: _, ...event }) => event);
  const statuses = await readStatuses(stored, subjects);
  const byBot = await pushedByBots(stored, ofHead("prCommit"));
  return batch.map((pr, index) =>
    factsOf(pr, {
      head: heads[index]!,
      checks: checks[index]!,
      revision: revisions[index]!,
      pushedByBot: byBot[index]!,
      conversation: conversations[index]!,
      statuses: statuses[index]!,
    })
  );
}

/** Of each revision whether its newest commit says that a bot made it; null when that is not known. */
async function pushedByBots(
  stored: Stored,
  names: readonly string[],
): Promise<(boolean | null)[]> {
  const first = await stored.some("prCommit", names);
  const rest = first.map((document, index) =>
    document !== null && document.parts > 1 ? [partName(names[index]!, document.parts)] : []
  );
  const last = await stored.some("prCommit", rest.flat());
  const byName = new Map(rest.flat().map((name, index) => [name, last[index]]));
  return first.map((document, index) => {
    const [name] = rest[index]!;
    const newest = (name === undefined ? document : byName.get(name))?.commits.at(-1);
    return newest === undefined ? null : isByBot(newest.author);
  });
}
