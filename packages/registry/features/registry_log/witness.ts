import { messageOf } from "@svc/core/error";
import { openNote, parseVkey } from "@svc/log/note";
import { hashReader } from "@svc/log/tiles";
import { proveConsistency } from "@svc/log/tree";
import type { Db } from "../../access/store/schema.ts";
import { type HeadRow, tileReader } from "./head.ts";

/** How long a witness may take, in milliseconds. */
export const PATIENCE = 2_000;

/** What of an answer is read, in bytes. */
const LONGEST = 16_384;

/** A witness that is asked. */
export interface Witness {
  name: string;
  vkey: string;
  /** Where, without `/add-checkpoint`. */
  url: string;
}

interface Asking {
  db: Db;
  fetch: typeof fetch;
  head: HeadRow;
}

/**
 * Asks witnesses to cosign a head (c2sp.org/tlog-witness), all at once. What they say is stored; none of
 * them can hold anything up.
 */
export async function askWitnesses(
  asking: Asking,
  witnesses: readonly Witness[],
): Promise<void> {
  await Promise.all(witnesses.map((witness) => askWitness(asking, witness)));
}

async function askWitness({ db, fetch, head }: Asking, witness: Witness): Promise<void> {
  const { name, vkey, url } = witness;
  const known = await db.selectFrom("log_witness").selectAll().where("name", "=", name)
    .where("vkey", "=", vkey).executeTakeFirst();
  const old = known?.size ?? 0;
  if (old === head.size && known?.cosignature != null || head.size === 0) return;
  const store = async (row: { size: number; cosignature: string | null; error: string | null }) => {
    const all = { vkey, url, ...row };
    await db.insertInto("log_witness").values({ name, ...all })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(all)).execute();
  };
  try {
    // It may be behind or ahead of what is known here: it says so, and is asked a second time.
    const first = await post({ db, fetch, head }, url, Math.min(old, head.size));
    const told = first.status === 409 ? Number(first.text.trim()) : undefined;
    const answer =
      told !== undefined && Number.isSafeInteger(told) && told >= 0 && told <= head.size
        ? await post({ db, fetch, head }, url, told)
        : first;
    if (answer.status !== 200) {
      throw new Error(`it answered ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    await store({ size: head.size, cosignature: ownLine(answer.text, head, vkey), error: null });
  } catch (error) {
    await store({
      size: known?.size ?? 0,
      cosignature: known?.cosignature ?? null,
      error: messageOf(error).slice(0, 300),
    });
  }
}

/** The line by which this witness signs. @throws SvcError when there is none that is right */
function ownLine(text: string, { checkpoint }: HeadRow, vkey: string): string {
  const signed = checkpoint.slice(0, checkpoint.indexOf("\n\n") + 2);
  const key = parseVkey(vkey);
  for (const line of text.split("\n").slice(0, 20)) {
    if (!line.startsWith(`— ${key.name} `)) continue;
    openNote(`${signed}${line}\n`, [key]);
    return `${line}\n`;
  }
  throw new Error("its answer has no signature of it");
}

async function post({ db, fetch, head }: Asking, url: string, old: number) {
  const read = hashReader(tileReader(db, head.epoch), head.size);
  const proof = await proveConsistency(read, old, head.size);
  const lines = [`old ${old}`, ...proof.map((hash) => hash.toBase64())];
  const response = await fetch(`${url}/add-checkpoint`, {
    method: "POST",
    body: `${lines.join("\n")}\n\n${head.checkpoint}`,
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE),
  });
  return { status: response.status, text: await textOf(response) };
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST) break;
  }
  return text;
}

/** A head with the signatures of those witnesses that have signed it, by their names. */
export async function cosigned(
  db: Db,
  { checkpoint, size }: HeadRow,
  witnesses: readonly Witness[],
): Promise<{ note: string; missing: number }> {
  if (witnesses.length === 0) return { note: checkpoint, missing: 0 };
  const rows = await db.selectFrom("log_witness").select(["name", "vkey", "cosignature"])
    .where("size", "=", size).where("cosignature", "is not", null).execute();
  const lines = witnesses.flatMap(({ name, vkey }) =>
    rows.filter((row) => row.name === name && row.vkey === vkey).map((row) => row.cosignature!)
  );
  return { note: checkpoint + lines.join(""), missing: witnesses.length - lines.length };
}
