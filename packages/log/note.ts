import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { SvcError } from "@svc/core/error";
import { decodeBase64 } from "./base64.ts";

/** What a signature is of (c2sp.org/signed-note): the byte in a key's id and text. */
const SIGNATURE_TYPES = {
  /** Ed25519 over the text. */
  log: 0x01,
  /** Ed25519 over time and text: a witness has seen it (c2sp.org/tlog-cosignature). */
  cosignature: 0x04,
} as const;

/** A public key of a log or a witness. */
export interface NoteKey {
  /** Of the log: its origin. */
  name: string;
  /** First four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ key), in hexadecimal. */
  id: string;
  kind: keyof typeof SIGNATURE_TYPES;
  /** Ed25519, 32 bytes. */
  publicKey: Uint8Array;
}

/** What signs notes. */
export interface Signer {
  /** Ed25519, 32 bytes. */
  seed: Uint8Array;
  name: string;
}

/** One verified signature of a note. */
export interface NoteSignature {
  key: NoteKey;
  /** Of a cosignature: when the witness signed, in seconds since 1970. */
  time?: number;
}

/** A note of which at least one known key vouches for the text. */
export interface OpenedNote {
  /** With its last line end. */
  text: string;
  signatures: readonly NoteSignature[];
  /** Names of keys that signed as well and are not known, each with its id as `name+id`. */
  unknown: readonly string[];
}

/** Longest note, in UTF-16 units: sixteen of the largest signatures there are, and room. */
export const NOTE_CHARACTERS = 200_000;

/** Most signature lines of a note; 16 must be accepted. */
const SIGNATURES = 100;

const SEPARATOR = "\n\n";

/** Reads a signature line into name and bytes. */
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u;

/** The names keys may have: no space of Unicode's, no plus, no control character. */
const KEY_NAME = /^[^\s+\p{Cc}\p{Z}]+$/u;

/** The public key of a seed, to be read by {@linkcode formatVkey} or to verify with. */
export function keyOf({ seed, name }: Signer, kind: NoteKey["kind"] = "log"): NoteKey {
  const { x } = createPublicKey(privateKey(seed)).export({ format: "jwk" });
  return noteKey(name, kind, Uint8Array.fromBase64(x!, { alphabet: "base64url" }));
}

/** A key as people hand it on: `name+id+base64(type ‖ key)`. */
export function formatVkey({ name, id, kind, publicKey }: NoteKey): string {
  return `${name}+${id}+${Uint8Array.of(SIGNATURE_TYPES[kind], ...publicKey).toBase64()}`;
}

/**
 * The key that a vkey says.
 *
 * @throws SvcError `invalid_argument` when it is none, its id is not of its key, or it is of another
 *   type than Ed25519 signatures and cosignatures
 */
export function parseVkey(vkey: string): NoteKey {
  const key = tryParseVkey(vkey);
  if (key) return key;
  throw new SvcError("invalid_argument", `This is not the key of a log: '${vkey.slice(0, 200)}'`, {
    hint: "Copy the whole line: <name>+<8 hexadecimal digits>+<base64>.",
  });
}

/** The same; undefined when it is none. */
export function tryParseVkey(vkey: string): NoteKey | undefined {
  const found = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey);
  const material = found && decodeBase64(found[3]!);
  const kind = KINDS.find((one) => SIGNATURE_TYPES[one] === material?.[0]);
  if (material?.length !== 33 || !kind || !KEY_NAME.test(found![1]!)) return undefined;
  const key = noteKey(found![1]!, kind, material.slice(1));
  return key.id === found![2] ? key : undefined;
}

const KINDS = Object.keys(SIGNATURE_TYPES) as NoteKey["kind"][];

/** The whole note: `text`, which ends in a line end, a blank line, and a line for each signer. */
export function signNote(text: string, signers: readonly Signer[]): string {
  assertText(text);
  return `${text}\n${signers.map((signer) => signatureLine(text, signer)).join("")}`;
}

function signatureLine(text: string, signer: Signer): string {
  const { name, id } = keyOf(signer);
  return line(name, id, sign(null, utf8(text), privateKey(signer.seed)));
}

/**
 * A witness's signature line for a note's text, to be appended to the note.
 *
 * @param time in seconds since 1970
 */
export function cosignatureLine(text: string, witness: Signer, time: number): string {
  assertText(text);
  const { name, id } = keyOf(witness, "cosignature");
  const signature = sign(null, cosigned(text, time), privateKey(witness.seed));
  return line(name, id, Uint8Array.of(...timeBytes(time), ...signature));
}

/**
 * The text of a note and who is known to have signed it. Signatures of unknown keys are passed over,
 * also where name or id, but not both, are a known key's; one of a known key has to be right.
 *
 * @param keys two of the same name and id are refused
 * @throws SvcError `log_invalid` when it is no note, is too large, or a known key's signature is
 *   wrong; `log_key_unknown` when no known key signed it
 */
export function openNote(note: string, keys: readonly NoteKey[]): OpenedNote {
  const known = new Map<string, NoteKey>();
  for (const key of keys) {
    const label = `${key.name}+${key.id}`;
    if (known.has(label)) throw new SvcError("invalid_argument", `Two keys are called ${label}`);
    known.set(label, key);
  }
  const { text, lines } = splitNote(note);
  const signatures: NoteSignature[] = [];
  const unknown: string[] = [];
  for (const { name, id, signature } of lines) {
    const label = `${name}+${id}`;
    const key = known.get(label);
    if (key === undefined) {
      unknown.push(label);
      continue;
    }
    const verified = verifySignature(text, key, signature);
    if (!verified) throw invalid(`the signature of ${label} is wrong`);
    signatures.push(verified);
  }
  if (signatures.length === 0) {
    throw new SvcError("log_key_unknown", "No known key signed this head of the registry's log", {
      hint: `Known: ${[...known.keys()].join(", ") || "none"}. It is signed by ${
        unknown.slice(0, 5).join(", ")
      }. When its operator gave you that key: svc trust log --accept <vkey>`,
    });
  }
  return { text, signatures, unknown };
}

interface SplitNote {
  text: string;
  lines: { name: string; id: string; signature: Uint8Array }[];
}

/** Takes a note apart; looks at no signature. */
function splitNote(note: string): SplitNote {
  if (note.length > NOTE_CHARACTERS) throw invalid("it is too large");
  const end = note.lastIndexOf(SEPARATOR);
  if (end < 0 || !note.endsWith("\n")) throw invalid("it has no signature");
  const text = note.slice(0, end + 1);
  if (!isNoteText(text)) throw invalid("its text has control characters");
  // Counted before anything is read: reading each of a million lines is work.
  const given = note.slice(end + SEPARATOR.length, -1).split("\n", SIGNATURES + 1);
  if (given.length > SIGNATURES) throw invalid(`it has more than ${SIGNATURES} signatures`);
  const lines = given.map((one) => {
    const [, name, base64] = SIGNATURE_LINE.exec(one) ?? [];
    const bytes = base64 === undefined ? undefined : decodeBase64(base64);
    if (name === undefined || !KEY_NAME.test(name) || !bytes || bytes.length <= 4) {
      throw invalid("a signature line is damaged");
    }
    return { name, id: bytes.slice(0, 4).toHex(), signature: bytes.slice(4) };
  });
  return { text, lines };
}

/** A signature by a known key that is right, or undefined. */
function verifySignature(
  text: string,
  key: NoteKey,
  signature: Uint8Array,
): NoteSignature | undefined {
  const check = (message: Uint8Array, bytes: Uint8Array) =>
    bytes.length === 64 && verify(null, message, publicKeyObject(key.publicKey), bytes);
  switch (key.kind) {
    case "log":
      return check(utf8(text), signature) ? { key } : undefined;
    case "cosignature": {
      if (signature.length !== 72) return undefined;
      const time = Number(new DataView(signature.slice(0, 8).buffer).getBigUint64(0));
      if (!Number.isSafeInteger(time)) return undefined;
      return check(cosigned(text, time), signature.slice(8)) ? { key, time } : undefined;
    }
  }
}

/** What a witness signs. */
function cosigned(text: string, time: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

function timeBytes(time: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  return bytes;
}

function noteKey(name: string, kind: NoteKey["kind"], publicKey: Uint8Array): NoteKey {
  const hash = createHash("sha256").update(utf8(`${name}\n`))
    .update(Uint8Array.of(SIGNATURE_TYPES[kind])).update(publicKey).digest();
  return { name, kind, publicKey, id: new Uint8Array(hash).slice(0, 4).toHex() };
}

function line(name: string, id: string, signature: Uint8Array): string {
  return `— ${name} ${Uint8Array.of(...Uint8Array.fromHex(id), ...signature).toBase64()}\n`;
}

function isNoteText(text: string): boolean {
  // deno-lint-ignore no-control-regex -- these are what a note may not hold
  return text.endsWith("\n") && text.isWellFormed() && !/[\0-\x09\x0b-\x1f]/.test(text);
}

function assertText(text: string): void {
  if (!isNoteText(text)) throw new RangeError("the text of a note ends in a line end");
}

function invalid(why: string): SvcError {
  return new SvcError("log_invalid", `This is not a signed head of a log: ${why}`, {
    hint:
      "Try again; a proxy may have changed the answer. If it stays, tell the registry's operator.",
  });
}

/** Ed25519 keys in the forms that `node:crypto` reads: the bytes that RFC 8410 puts before them. */
const PRIVATE_PREFIX = Uint8Array.fromHex("302e020100300506032b657004220420");
const PUBLIC_PREFIX = Uint8Array.fromHex("302a300506032b6570032100");

function privateKey(seed: Uint8Array) {
  if (seed.length !== 32) throw new RangeError(`a seed of ${seed.length} bytes`);
  const key = Buffer.from([...PRIVATE_PREFIX, ...seed]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function publicKeyObject(bytes: Uint8Array) {
  const key = Buffer.from([...PUBLIC_PREFIX, ...bytes]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
