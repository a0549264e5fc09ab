import { instanceName } from "../../platform/names.ts";
import { fullName } from "../../platform/repository_name.ts";
import { describeRevision, type HeadBatch, type HeadDocument } from "./describe.ts";
import { type HeadsFile, readHeads, type Waiting } from "./heads/state.ts";
import { type Objects, refsBelow } from "./repository/objects.ts";

/** What a pull request is compared with. */
export interface PullBase {
  /** Name of the base branch, without `refs/heads/`. */
  ref: string;
  /** The platform's `base.sha`; null when it is not known. */
  sha: string | null;
}

/** How heads are described. */
export interface DescribeOptions {
  /** Branch that a pull request goes into when nothing else is known. */
  defaultBranch: string;
  /**
   * The bases of these pull requests: `"later"` leaves one for another time, one that is left out is
   * compared with the default branch.
   */
  basesOf(numbers: readonly number[]): Promise<ReadonlyMap<number, PullBase | "later">>;
  /** Asked before each pull request; true ends it, and the rest is found again next time. */
  isOver(): boolean;
}

/** Heads told, and pull requests looked at, in one batch. */
const TOLD_AT_ONCE = 500;
const DESCRIBED_AT_ONCE = 100;

/** Documents and characters after which a batch is given, about. */
const BATCH_DOCUMENTS = 300;
const BATCH_CHARACTERS = 4_000_000;

/**
 * Where each head is (`prHeadState`), of those that were observed and are not written yet. The
 * mirror's lock has to be held.
 */
export async function* tellHeads(
  objects: Objects,
  options: Pick<DescribeOptions, "isOver">,
): AsyncGenerator<HeadBatch> {
  yield* told(objects, await readHeads(objects.places), options);
}

/**
 * The documents of what was observed: first, as `tellHeads`, where each head is, then what each new
 * revision holds, newest pull requests first, with its patch below the artifact folder. A batch that
 * is not `done` comes again next time. The mirror's lock has to be held.
 */
export async function* describeHeads(
  objects: Objects,
  options: DescribeOptions,
): AsyncGenerator<HeadBatch> {
  const file = await readHeads(objects.places);
  yield* told(objects, file, options);
  if (file.heads.waiting.size > 0) yield* described(objects, file, options);
}

async function* told(
  { places, signal }: Objects,
  file: HeadsFile,
  { isOver }: Pick<DescribeOptions, "isOver">,
): AsyncGenerator<HeadBatch> {
  const untold = [...file.heads.untold];
  for (let from = 0; from < untold.length && !isOver(); from += TOLD_AT_ONCE) {
    signal.throwIfAborted();
    const numbers = untold.slice(from, from + TOLD_AT_ONCE);
    const documents = numbers.map((number): HeadDocument => {
      const { sha, present, at } = file.heads.heads.get(number)!;
      return {
        spec: "prHeadState",
        name: instanceName("prheadstate", places.name, String(number)),
        data: { repo: fullName(places.name), number, headSha: sha, present, fetchedAt: at },
      };
    });
    yield { numbers, documents, done: () => file.note(numbers.map((told) => ({ told }))) };
  }
}

async function* described(
  objects: Objects,
  file: HeadsFile,
  options: DescribeOptions,
): AsyncGenerator<HeadBatch> {
  // Of one pull request in the order they were seen; sorting keeps that.
  const waiting = [...file.heads.waiting.values()].sort((one, other) => other.number - one.number);
  const branches = await refsBelow(objects, `refs/remotes/${objects.places.remote}/`);
  for (let from = 0; from < waiting.length; from += DESCRIBED_AT_ONCE) {
    const some = waiting.slice(from, from + DESCRIBED_AT_ONCE);
    yield* describedSome({ objects, file, options, branches }, some);
    if (options.isOver()) return;
  }
}

interface Parts {
  objects: Objects;
  file: HeadsFile;
  options: DescribeOptions;
  /** Full names of the base's branches, and their tips. */
  branches: ReadonlyMap<string, string>;
}

async function* describedSome(
  { objects, file, options, branches }: Parts,
  waiting: readonly Waiting[],
): AsyncGenerator<HeadBatch> {
  const { places, signal } = objects;
  const bases = await options.basesOf([...new Set(waiting.map(({ number }) => number))]);
  const tipOf = (branch: string) => branches.get(`refs/remotes/${places.remote}/${branch}`);
  let batch = emptyBatch();
  const finished = ({ revisions, documents }: typeof batch): HeadBatch => ({
    numbers: [...new Set(revisions.map(({ number }) => number))],
    documents,
    done: () => file.note(revisions.map((described) => ({ described }))),
  });
  for (const revision of waiting) {
    if (options.isOver()) break;
    signal.throwIfAborted();
    const base = bases.get(revision.number);
    if (base === "later") continue;
    const tip = (base && tipOf(base.ref)) ?? tipOf(options.defaultBranch);
    const documents = await describeRevision(objects, revision, { sha: base?.sha ?? null, tip });
    batch.revisions.push(revision);
    batch.documents.push(...documents);
    batch.characters += JSON.stringify(documents).length;
    if (batch.documents.length < BATCH_DOCUMENTS && batch.characters < BATCH_CHARACTERS) continue;
    yield finished(batch);
    batch = emptyBatch();
  }
  if (batch.revisions.length > 0) yield finished(batch);
}

function emptyBatch() {
  return { revisions: [] as Waiting[], documents: [] as HeadDocument[], characters: 0 };
}
