import type { DataHandle, DataReader, MethodContext } from "../context.ts";
import { storedDocument } from "../stored_text.ts";
import { contentDigest, type KnownDigests, memoryDigests } from "./digests.ts";

/** One document to write: output, name, content. */
export interface Document {
  spec: string;
  name: string;
  data: object;
}

/** What a writer has done so far. */
export interface WriteCounts {
  /** Documents written, by output. */
  written: Record<string, number>;
  /** Documents that were the same as before. */
  unchanged: number;
  /** Bytes of JSON that were written. */
  bytes: number;
}

/** Writes documents whose content differs from what is stored. */
export interface DocumentWriter {
  /** Returns when all are safe. A name that comes twice counts as it came last. */
  write(documents: readonly Document[]): Promise<void>;
  counts(): WriteCounts;
  /** Each name written, once, with its newest version. */
  handles(): DataHandle[];
}

/** Documents that become safe together: what one call of the host takes, and no more text than this. */
const BATCH = 500;
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * A writer that leaves out what is the same but for the time it was fetched. Texts are made fit to
 * be stored on the way.
 *
 * @param digests what is known to be stored; what it lacks is read and compared
 */
export function documentWriter(
  context: Pick<MethodContext, "writeResources"> & Pick<DataReader, "readResources">,
  digests: KnownDigests = memoryDigests(),
): DocumentWriter {
  const counts: WriteCounts = { written: {}, unchanged: 0, bytes: 0 };
  const handles = new Map<string, DataHandle>();

  async function write(documents: readonly Document[]): Promise<void> {
    const wanted = await differing([...lastOfEachName(documents).values()].map(prepare));
    for (const batch of batches(wanted)) {
      await digests.forget(batch.map(({ name }) => name));
      const items = batch.map(({ spec, name, data }) => ({ spec, name, data }));
      // Handles of a real host say much more, and a first sync has a hundred thousand of them.
      for (const { name, specName, version } of await context.writeResources(items)) {
        handles.set(name, { name, specName, version });
      }
      await digests.add(batch.map(({ name, digest }) => [name, digest]));
      for (const { spec, bytes } of batch) {
        counts.written[spec] = (counts.written[spec] ?? 0) + 1;
        counts.bytes += bytes;
      }
    }
  }

  /** Those whose content is not stored yet. */
  async function differing(prepared: readonly Prepared[]): Promise<Prepared[]> {
    const unknown = prepared.filter(({ name }) => digests.get(name) === undefined);
    const stored = await storedDigests(unknown);
    const differ = prepared.filter(({ name, digest }) =>
      (digests.get(name) ?? stored.get(name)) !== digest
    );
    const same = unknown.filter(({ name, digest }) => stored.get(name) === digest);
    await digests.add(same.map(({ name, digest }) => [name, digest]));
    counts.unchanged += prepared.length - differ.length;
    return differ;
  }

  async function storedDigests(unknown: readonly Prepared[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (let from = 0; from < unknown.length; from += BATCH) {
      const part = unknown.slice(from, from + BATCH);
      const contents = await context.readResources(part.map(({ name }) => name));
      part.forEach(({ spec, name }, index) => {
        const content = contents[index];
        if (content) found.set(name, contentDigest(spec, content));
      });
    }
    return found;
  }

  return { write, counts: () => counts, handles: () => [...handles.values()] };
}

/** A document that is ready to be stored. */
interface Prepared extends Document {
  digest: string;
  bytes: number;
}

function prepare({ spec, name, data: given }: Document): Prepared {
  const data = storedDocument(given);
  return {
    spec,
    name,
    data,
    digest: contentDigest(spec, data),
    bytes: JSON.stringify(data).length,
  };
}

function lastOfEachName(documents: readonly Document[]): Map<string, Document> {
  return new Map(documents.map((document) => [document.name, document]));
}

function* batches(documents: readonly Prepared[]): Generator<Prepared[]> {
  let batch: Prepared[] = [];
  let bytes = 0;
  for (const document of documents) {
    if (batch.length === BATCH || (batch.length > 0 && bytes + document.bytes > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(document);
    bytes += document.bytes;
  }
  if (batch.length > 0) yield batch;
}
