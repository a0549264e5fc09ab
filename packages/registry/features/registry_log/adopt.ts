import { SvcError } from "@svc/core/error";
import { openCheckpoint } from "@svc/log/checkpoint";
import { leafBytes, parseLeaf, sealLeaf } from "@svc/log/leaf";
import { keyOf } from "@svc/log/note";
import { bundlesOf, entriesPath, parseEntries } from "@svc/log/tiles";
import { leafHash } from "@svc/log/tree";
import type { Db, Schema, Trx } from "../../access/store/schema.ts";
import { readHead } from "./head.ts";
import { growTree } from "./sequence.ts";

/** Reads a file of a mirror: the head or a bundle of entries, as c2sp.org/tlog-tiles names them. */
export type ReadMirror = (path: string) => Promise<Uint8Array>;

/** Rows that are written at once. */
const ROWS = 500;

/**
 * Takes entries that the tables have lost from a mirror. They have to lead from what is here to a head that
 * this log signed, so a mirror cannot add or change any. What they sealed is found again where its event
 * still waits.
 *
 * @param seed of the log
 * @returns how many entries were taken
 * @throws SvcError `conflict` when the mirror has no more than is here, or another history;
 *   `log_invalid`, `log_key_unknown`
 */
export async function adoptEntries(trx: Trx, read: ReadMirror, seed: Uint8Array): Promise<number> {
  const head = await readHead(trx);
  if (head === undefined) throw new SvcError("conflict", "There is no log here");
  const note = new TextDecoder().decode(await read("checkpoint"));
  const { origin, size, root } = openCheckpoint(note, head.origin, [
    keyOf({ seed, name: head.origin }),
  ]);
  if (size <= head.size) {
    throw new SvcError("conflict", `The mirror has ${size} entries, and here are ${head.size}`, {
      hint: "Use a mirror that has those which are missing.",
    });
  }
  const entries: Uint8Array[] = [];
  for (const bundle of bundlesOf(size, head.size)) {
    const all = entriesOf(await read(entriesPath(bundle)), bundle.width);
    entries.push(...all.slice(Math.max(0, head.size - bundle.index * 256)));
  }
  const grown = await growTree(trx, head, entries.map(leafHash));
  if (grown.size !== size || grown.root.toBase64() !== root.toBase64()) {
    throw new SvcError("conflict", "The mirror has another history than is here", {
      hint: "What is here is not what the log was. Begin a new epoch: npm run admin -- log epoch",
    });
  }
  const waiting = await waitingByEntry(trx);
  const rows = [];
  for (const [at, bytes] of entries.entries()) {
    const entry = new TextDecoder().decode(bytes);
    const known = waiting.get(entry);
    if (known) await trx.deleteFrom("log_pending").where("id", "=", known.id).execute();
    rows.push({
      ...known?.row ?? await aboutOf(trx, bytes),
      epoch: head.epoch,
      idx: head.size + at,
      entry,
    });
  }
  for (let at = 0; at < rows.length; at += ROWS) {
    await trx.insertInto("log_leaf").values(rows.slice(at, at + ROWS)).execute();
  }
  await trx.updateTable("log_head").set({ origin, size, root: root.toBase64(), checkpoint: note })
    .where("epoch", "=", head.epoch).execute();
  return entries.length;
}

function entriesOf(bytes: Uint8Array, width: number): Uint8Array[] {
  try {
    return parseEntries(bytes, width);
  } catch (cause) {
    throw new SvcError("log_invalid", `The mirror is damaged: ${(cause as Error).message}`, {
      hint: "Use another one.",
      cause,
    });
  }
}

type About = Omit<HeadlessLeaf, "epoch" | "idx" | "entry">;
type HeadlessLeaf = {
  [Column in keyof Schema["log_leaf"]]: Schema["log_leaf"][Column];
};

/** Events that wait, by the entries that they would become. */
async function waitingByEntry(trx: Trx): Promise<Map<string, { id: string; row: About }>> {
  const found = new Map<string, { id: string; row: About }>();
  for (
    const { id, at, body, ...about } of await trx.selectFrom("log_pending").selectAll().execute()
  ) {
    const { salt } = about;
    if (salt === null) {
      found.set(body, { id, row: { ...about, body: null } });
      continue;
    }
    const leaf = new TextEncoder().encode(body);
    for (const begin of [`${at.slice(0, 13)}:00:00.000Z`, `${at.slice(0, 10)}T00:00:00.000Z`]) {
      const sealed = leafBytes(sealLeaf(leaf, Uint8Array.fromBase64(salt), begin));
      found.set(new TextDecoder().decode(sealed), { id, row: { ...about, body } });
    }
  }
  return found;
}

/** What an entry is about, as far as it says so itself. */
async function aboutOf(db: Db, bytes: Uint8Array): Promise<About> {
  const leaf = parseLeaf(bytes);
  const nothing = {
    ...{ body: null, collective_id: null, extension_id: null },
    ...{ version: null, event_id: null },
  };
  if (leaf === undefined || leaf.kind === "sealed") {
    // Nobody here can open it any more.
    return { ...nothing, kind: "sealed", salt: "" };
  }
  const extension = await db.selectFrom("extension").select(["id", "collective_id"])
    .where("name", "=", leaf.subject).executeTakeFirst();
  return {
    ...nothing,
    kind: leaf.kind,
    salt: null,
    collective_id: extension?.collective_id ?? null,
    extension_id: extension?.id ?? null,
    version: "version" in leaf ? leaf.version ?? null : null,
  };
}
