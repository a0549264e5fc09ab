import type { DataReader } from "../../../platform/context.ts";
import { partName } from "../../../platform/documents/parts.ts";
import {
  type BrokenDocument,
  readDocuments,
  storedDocuments,
} from "../../../platform/report/stored_documents.ts";
import { type PrSnapshot, prSnapshotSchema } from "../../../platform/subjects/snapshots.ts";
import {
  prCommitSchema,
  prHeadStateSchema,
  prRevisionSchema,
} from "../../outputs/pull_requests.ts";
import { checkRunSnapshotSchema } from "../../outputs/subjects.ts";
import { type Names, sha12 } from "../stored/names.ts";
import { readEvents, readStatuses } from "../stored/documents.ts";
import { isByBot } from "./activity.ts";
import { type Facts, factsOf, type OpenPr } from "./facts.ts";

/** Open pull requests whose other documents are read together. */
const BATCH = 50;

/** What the queue is made from. */
interface Asked {
  names: Names;
  /** Numbers of the open pull requests; null looks through all. */
  numbers: readonly number[] | null;
  broken: BrokenDocument[];
}

/**
 * The facts about every open pull request. Of the others, and of bodies and conversations, nothing
 * stays in memory.
 */
export async function* openFacts(reader: DataReader, asked: Asked): AsyncGenerator<Facts> {
  const { names, broken } = asked;
  let batch: OpenPr[] = [];
  for await (const { name, document } of prSnapshots(reader, asked)) {
    // One number in two documents would be in the queue twice.
    if (name !== names.of("prSnapshot", String(document.number))) {
      broken.push({ name, problem: `it is about #${document.number}` });
    } else if (document.state === "open") {
      const { body: _, ...pr } = document;
      batch.push(pr);
    }
    if (batch.length < BATCH) continue;
    yield* await readFacts(reader, names, batch, broken);
    batch = [];
  }
  yield* await readFacts(reader, names, batch, broken);
}

/** The snapshots of the pull requests with these numbers, or of all. */
async function* prSnapshots(
  reader: DataReader,
  { names, numbers, broken }: Asked,
): AsyncGenerator<{ name: string; document: PrSnapshot }> {
  const reading = { spec: "prSnapshot", schema: prSnapshotSchema, broken };
  if (numbers === null) {
    yield* storedDocuments(reader, { ...reading, prefix: names.prefix("prSnapshot") });
    return;
  }
  for (let at = 0; at < numbers.length; at += BATCH) {
    const some = numbers.slice(at, at + BATCH)
      .map((number) => names.of("prSnapshot", String(number)));
    const documents = await readDocuments(reader, some, reading);
    for (const [index, document] of documents.entries()) {
      if (document !== null) yield { name: some[index]!, document };
    }
  }
}

/** The facts about pull requests, from the documents beside their snapshots. */
export async function readFacts(
  reader: DataReader,
  names: Names,
  batch: readonly OpenPr[],
  broken: BrokenDocument[],
): Promise<Facts[]> {
  const numbers = batch.map(({ number }) => String(number));
  const subjects = numbers.map((number) => `pr-${number}`);
  const heads = await readDocuments(
    reader,
    numbers.map((number) => names.of("prHeadState", number)),
    { schema: prHeadStateSchema, broken },
  );
  const ofHead = (spec: string, ...parts: string[]) =>
    heads.map((head, index) =>
      names.of(spec, numbers[index]!, head === null ? "none" : sha12(head.headSha), ...parts)
    );
  const checks = await readDocuments(reader, ofHead("checkRunSnapshot"), {
    schema: checkRunSnapshotSchema,
    broken,
  });
  const revisions = await readDocuments(reader, ofHead("prRevision"), {
    schema: prRevisionSchema,
    broken,
  });
  const conversations = await readEvents(reader, {
    names,
    subjects,
    broken,
    keep: ({ body: _, ...event }) => event,
  });
  const statuses = await readStatuses(reader, names, subjects, broken);
  const byBot = await pushedByBots(reader, ofHead("prCommit"), broken);
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
  reader: DataReader,
  names: readonly string[],
  broken: BrokenDocument[],
): Promise<(boolean | null)[]> {
  const first = await readDocuments(reader, names, { schema: prCommitSchema, broken });
  const rest = first.map((document, index) =>
    document !== null && document.parts > 1 ? [partName(names[index]!, document.parts)] : []
  );
  const last = await readDocuments(reader, rest.flat(), { schema: prCommitSchema, broken });
  const byName = new Map(rest.flat().map((name, index) => [name, last[index]]));
  return first.map((document, index) => {
    const [name] = rest[index]!;
    const newest = (name === undefined ? document : byName.get(name))?.commits.at(-1);
    return newest === undefined ? null : isByBot(newest.author);
  });
}
