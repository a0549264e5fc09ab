import { formatCheckpoint } from "@svc/log/checkpoint";
import { type Leaf, leafBytes, sealLeaf } from "@svc/log/leaf";
import { cosignatureLine, formatVkey, keyOf, type Signer, signNote } from "@svc/log/note";
import { formatProof } from "@svc/log/proof_text";
import { encodeEntries, parseTilePath, TILE_WIDTH } from "@svc/log/tiles";
import {
  type Hash,
  leafHash,
  proveConsistency,
  proveInclusion,
  type ReadHash,
  rootOf,
} from "@svc/log/tree";

/** An event as it was logged. */
export interface FakeEntry {
  /** What is hashed: the leaf, or the commitment to it. */
  logged: Uint8Array<ArrayBuffer>;
  leaf: Uint8Array<ArrayBuffer>;
  salt: Uint8Array | undefined;
  /** The leaf, for look-ups. */
  told: Leaf;
}

/**
 * A registry's log that a test writes, and may break: everything in it can be replaced, and is proven
 * and signed as it then is.
 */
export interface FakeLog {
  /** Its address without scheme. */
  origin: string;
  /** Who signs its heads. */
  signers: Signer[];
  /** Who cosigns them, each at a time in seconds since 1970. */
  witnesses: { signer: Signer; time: number }[];
  entries: FakeEntry[];
  /** How many entries of it are shown; all when undefined. */
  shown: number | undefined;
  /** The logs before it, the first one first. */
  earlier: FakeLog[];
  /** How many requests it answered. */
  requests: number;
  vkeys(): string[];
  /** Adds events; `salt` seals them. */
  add(leaves: readonly Leaf[], salt?: (at: number) => Uint8Array): void;
  /** The signed head. */
  checkpoint(): string;
  /** A log with the same entries and key that goes its own way. */
  fork(): FakeLog;
  /** Answers what a registry answers of its log; undefined for any other path. */
  answer(request: Request): Promise<Response | undefined>;
}

/** The seed of a fake's key, the same each time. */
export function fakeSigner(name: string, byte = 1): Signer {
  return { name, seed: new Uint8Array(32).fill(byte) };
}

/** Starts a log without entries. */
export function fakeLog(origin: string, byte = 1): FakeLog {
  const log: FakeLog = {
    origin,
    signers: [fakeSigner(origin, byte)],
    witnesses: [],
    entries: [],
    shown: undefined,
    earlier: [],
    requests: 0,
    vkeys: () => log.signers.map((signer) => formatVkey(keyOf(signer))),
    add(leaves, salt) {
      for (const [at, told] of leaves.entries()) {
        const leaf = leafBytes(told);
        const own = salt?.(at);
        const logged = own === undefined
          ? leaf
          : leafBytes(sealLeaf(leaf, own, `${told.at.slice(0, 13)}:00:00.000Z`));
        log.entries.push({ logged, leaf, salt: own, told });
      }
    },
    checkpoint() {
      const size = sizeOf(log);
      const root = rootOf(hashesOf(log, size));
      const text = formatCheckpoint({ origin: log.origin, size, root });
      const lines = log.witnesses.map(({ signer, time }) => cosignatureLine(text, signer, time));
      return signNote(text, log.signers) + lines.join("");
    },
    fork: () => clone(log),
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      const [, epoch, path] = /^\/log\/(?:(\d+)\/)?(.+)$/.exec(pathname) ?? [];
      const shown = epoch === undefined ? log : log.earlier[Number(epoch) - 1];
      const handler = path !== undefined
        ? () => shown === undefined ? missing() : staticPart(shown, path)
        : pathname.endsWith("/log-entries")
        ? () => entriesOf(log, (subject) => subject.startsWith(`@${pathname.split("/")[4]}/`))
        : pathname === "/api/v1/log/entries"
        ? () => entriesOf(log, (subject) => subject === searchParams.get("name"))
        : pathname === "/api/v1/log/proof"
        ? () => proofOf(log, searchParams)
        : undefined;
      if (handler === undefined) return undefined;
      log.requests++;
      return await handler();
    },
  };
  return log;
}

function clone(log: FakeLog): FakeLog {
  const copy = fakeLog(log.origin);
  return Object.assign(copy, {
    signers: [...log.signers],
    witnesses: [...log.witnesses],
    entries: [...log.entries],
    shown: log.shown,
  });
}

function sizeOf({ shown, entries }: FakeLog): number {
  return shown ?? entries.length;
}

function hashesOf(log: FakeLog, size: number): Hash[] {
  return log.entries.slice(0, size).map(({ logged }) => leafHash(logged));
}

function staticPart(log: FakeLog, path: string): Response {
  const text = { "headers": { "content-type": "text/plain; charset=utf-8" } };
  if (path === "checkpoint") return new Response(log.checkpoint(), text);
  if (path === "key") return new Response(log.vkeys().map((key) => `${key}\n`).join(""), text);
  const place = parseTilePath(path);
  if (place === undefined) return missing();
  const from = place.index * TILE_WIDTH;
  if (!("level" in place)) {
    const found = log.entries.slice(0, sizeOf(log)).slice(from, from + place.width);
    return found.length < place.width
      ? missing()
      : new Response(encodeEntries(found.map(({ logged }) => logged)));
  }
  const span = TILE_WIDTH ** place.level;
  const leaves = hashesOf(log, sizeOf(log));
  const hashes = Array.from({ length: place.width }, (_, at) => leaves.slice((from + at) * span))
    .map((rest) => rest.length < span ? undefined : rootOf(rest.slice(0, span)));
  if (hashes.includes(undefined)) return missing();
  return new Response(new Uint8Array(hashes.flatMap((hash) => [...hash!])));
}

async function proofOf(log: FakeLog, query: URLSearchParams): Promise<Response> {
  const size = sizeOf(log);
  const kind = query.get("kind") ?? "published";
  const index = log.entries.findLastIndex(({ told }, at) =>
    at < size && told.kind === kind && told.subject === query.get("name") &&
    (!query.has("version") || "version" in told && told.version === query.get("version"))
  );
  if (index === -1) return missing();
  const { logged, leaf, salt } = log.entries[index]!;
  const from = Number(query.get("from") ?? 0);
  if (from > size) {
    return Response.json({ error: "No such size", code: "validation_failed" }, { status: 400 });
  }
  const leaves = hashesOf(log, size);
  const read: ReadHash = (level, at) =>
    rootOf(leaves.slice(at * 2 ** level, (at + 1) * 2 ** level));
  return Response.json({
    proof: formatProof({
      extra: logged,
      index,
      proof: await proveInclusion(read, size, index),
      checkpoint: log.checkpoint(),
    }),
    consistency: (await proveConsistency(read, from, size)).map((hash) => hash.toBase64()),
    leaf: leaf.toBase64(),
    salt: salt?.toBase64() ?? null,
  });
}

function entriesOf(log: FakeLog, isAsked: (subject: string) => boolean): Response {
  const entries = log.entries.slice(0, sizeOf(log)).flatMap(({ told, leaf, salt }, index) =>
    isAsked(told.subject) ? [{ index, leaf: leaf.toBase64(), salt: salt?.toBase64() ?? null }] : []
  );
  return Response.json({ entries });
}

function missing(): Response {
  return Response.json({ error: "Not found", code: "not_found" }, { status: 404 });
}
