import { SvcError } from "@svc/core/error";
import { after } from "@svc/core/timer";
import { decodeBase64 } from "@svc/log/base64";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "@svc/log/checkpoint";
import { cosignatureLine, type NoteKey, type Signer } from "@svc/log/note";
import { checkConsistency, EMPTY_ROOT, equalHashes, HASH_BYTES, type Head } from "@svc/log/tree";
import { randomBytes } from "node:crypto";
import {
  assertPrivateFile,
  readIfThere,
  whileLocked,
  writePrivateFile,
} from "../config/private_file.ts";

/** Longest request, in bytes: a note and 63 hashes. */
const LONGEST = 210_000;

/** Most lines of a proof. */
const HASHES = 63;

/** How long a request may take to arrive, in milliseconds. */
const PATIENCE = 10_000;

/** A witness of one log. */
export interface Witness {
  /** Of the log; its name is the log's origin. */
  log: NoteKey;
  signer: Signer;
  /** The head that was cosigned last, as a signed note. */
  path: string;
  now(): Date;
}

/** What a witness answers, and how that came about, for its operator. */
export interface Answer {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  body: string;
  said: string;
}

/**
 * The key of a witness, made with the first start, as is the empty file of its head.
 *
 * @throws SvcError `validation_failed` when it is none, or is gone while there is a head that it cosigned
 */
export async function witnessSeed(folder: string): Promise<Uint8Array> {
  const path = `${folder}/key`;
  return await whileLocked(path, async () => {
    let text = await readIfThere(path);
    if (text === undefined && !await readIfThere(`${folder}/head`)) {
      await writePrivateFile(`${folder}/head`, "");
      text = `${randomBytes(32).toString("base64")}\n`;
      await writePrivateFile(path, text);
    }
    await assertPrivateFile(path);
    const seed = decodeBase64(text?.trim() ?? "");
    if (seed?.length === 32) return new Uint8Array(seed);
    throw damaged(path, "is not a key of a witness, or is gone");
  });
}

/**
 * The head that was cosigned last; an empty tree before the first.
 *
 * @throws SvcError `validation_failed` when it cannot be read: taken for none, another history could follow
 */
export async function cosignedHead({ path, log }: Pick<Witness, "path" | "log">): Promise<Head> {
  const note = await readIfThere(path);
  if (note === "") return { size: 0, root: EMPTY_ROOT };
  try {
    return openCheckpoint(note!, log.name, [log]);
  } catch {
    throw damaged(path, `is no head of ${log.name} that its key signed, or is gone`);
  }
}

/**
 * Judges a request of c2sp.org/tlog-witness, and keeps what it cosigns before it answers: looking at
 * the last head and replacing it are one step, for other processes as well.
 */
export async function addCheckpoint(witness: Witness, body: string): Promise<Answer> {
  const end = body.indexOf("\n\n");
  const [first, ...lines] = body.slice(0, Math.max(end, 0)).split("\n", HASHES + 2);
  const old = /^old (0|[1-9]\d{0,15})$/.exec(first!)?.[1];
  const proof = lines.map(decodeBase64);
  const note = body.slice(end + 2);
  const text = note.slice(0, note.lastIndexOf("\n\n") + 1);
  let head: Checkpoint;
  try {
    head = parseCheckpoint(text);
  } catch {
    return refusal(400, "not a signed head of a log");
  }
  if (old === undefined || proof.length > HASHES) return refusal(400, "not a request to a witness");
  if (!proof.every((hash) => hash?.length === HASH_BYTES)) return refusal(400, "not a hash");
  if (head.origin !== witness.log.name) return refusal(404, "another log");
  try {
    openCheckpoint(note, witness.log.name, [witness.log]);
  } catch {
    return refusal(403, "not signed by the log");
  }
  if (Number(old) > head.size) return refusal(400, "the old size is the larger one");
  return await whileLocked(witness.path, async () => {
    const last = await cosignedHead(witness);
    const conflict = (said: string): Answer => ({ status: 409, body: `${last.size}\n`, said });
    if (last.size !== Number(old)) return conflict(`asked from ${old}, cosigned ${last.size}`);
    if (last.size === head.size && !equalHashes(last.root, head.root)) {
      return conflict(`FORK: the log also signed\n${note}`);
    }
    const holds = checkConsistency({
      from: last.size,
      fromRoot: last.root,
      to: head.size,
      toRoot: head.root,
      proof: proof as Uint8Array[],
    });
    if (!holds) {
      return refusal(422, `${head.size} entries are not shown to lead on from ${last.size}`);
    }
    if (last.size !== head.size || last.size === 0) await writePrivateFile(witness.path, note);
    const time = Math.floor(witness.now().getTime() / 1000);
    const line = cosignatureLine(text, witness.signer, time);
    return { status: 200, body: line, said: `cosigned ${head.size}` };
  });
}

/** Answers requests to a witness; tells of each. A failure of its own is a 500, and nothing is cosigned. */
export function witnessHandler(witness: Witness, tell: (line: string) => void) {
  return async (request: Request): Promise<Response> => {
    if (!new URL(request.url).pathname.endsWith("/add-checkpoint")) {
      return new Response("Only /add-checkpoint is here\n", { status: 404 });
    }
    if (request.method !== "POST") {
      return new Response("Only POST\n", { status: 405, headers: { allow: "POST" } });
    }
    try {
      const text = await bodyOf(request);
      const { status, body, said } = text === undefined
        ? refusal(400, "too long, or too slow")
        : await addCheckpoint(witness, text);
      tell(`${status} ${said}`);
      const type = status === 409 ? "text/x.tlog.size" : "text/plain; charset=utf-8";
      return new Response(body, { status, headers: { "content-type": type } });
    } catch (error) {
      tell(`500 ${error instanceof Error ? error.message : error}`);
      return new Response("The witness failed\n", { status: 500 });
    }
  };
}

/** The text of a request; undefined when it is too long or does not end. */
async function bodyOf(request: Request): Promise<string | undefined> {
  const reader = request.body?.pipeThrough(new TextDecoderStream()).getReader();
  using _limit = after(PATIENCE, () => void reader?.cancel());
  try {
    for (let text = "";;) {
      const { done, value } = await reader?.read() ?? { done: true };
      if (done) return text;
      text += value;
      if (text.length > LONGEST) {
        await reader!.cancel();
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
}

function refusal(status: 400 | 403 | 404 | 422, said: string): Answer {
  return { status, body: `${said}\n`, said };
}

function damaged(path: string, what: string): SvcError {
  return new SvcError("validation_failed", `${path} ${what}`, {
    hint:
      "Restore it from a copy. A witness that begins again needs another folder and another name.",
  });
}
