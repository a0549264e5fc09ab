import assert from "node:assert/strict";
import {
  cosignatureLine,
  formatVkey,
  keyOf,
  type NoteKey,
  openNote,
  parseVkey,
  type Signer,
  signNote,
} from "./note.ts";

// The examples of c2sp.org/signed-note and of Go's checksum database.
const FOO_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const FOO_NOTE = "This is an example message.\n\n" +
  "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
const PETER_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const PETER_SEED = "YEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const ENOCH_KEY = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";
const TEXT = "If you think cryptography is the answer to your problem,\n" +
  "then you don't know what your problem is.\n";
const PETER =
  "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
const ENOCH =
  "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n";

const INVALID = { code: "log_invalid" };
const UNKNOWN = { code: "log_key_unknown" };

const peter = parseVkey(PETER_KEY);
const enoch = parseVkey(ENOCH_KEY);
const signer = (name: string, byte: number): Signer => ({
  name,
  seed: new Uint8Array(32).fill(byte),
});
const names = (opened: { signatures: readonly { key: NoteKey }[] }) =>
  opened.signatures.map(({ key }) => key.name);

Deno.test("the example of signed-note is verified with its key", () => {
  const opened = openNote(FOO_NOTE, [parseVkey(FOO_KEY)]);
  assert.equal(opened.text, "This is an example message.\n");
  assert.deepEqual(names(opened), ["example.com/foo"]);
  assert.throws(() => openNote(FOO_NOTE.replace("example m", "Example m"), [parseVkey(FOO_KEY)]));
});

Deno.test("notes of Go's checksum database are verified, and made with the same bytes", () => {
  assert.deepEqual(names(openNote(TEXT + "\n" + PETER + ENOCH, [peter])), ["PeterNeumann"]);
  const both = openNote(TEXT + "\n" + PETER + ENOCH, [peter, enoch]);
  assert.deepEqual(names(both), ["PeterNeumann", "EnochRoot"]);
  assert.deepEqual(openNote(TEXT + "\n" + PETER + ENOCH, [enoch]).unknown, [
    "PeterNeumann+c74f20a3",
  ]);
  // Go writes the type before the seed.
  const seed = Uint8Array.fromBase64(`A${PETER_SEED}`).slice(1);
  assert.equal(signNote(TEXT, [{ name: "PeterNeumann", seed }]), TEXT + "\n" + PETER);
});

Deno.test("a key is written as it is read, and any piece or change of it is none", () => {
  for (const vkey of [FOO_KEY, PETER_KEY, ENOCH_KEY]) {
    assert.equal(formatVkey(parseVkey(vkey)), vkey);
  }
  const bad = { code: "invalid_argument" };
  for (let from = 0; from <= PETER_KEY.length; from++) {
    for (let to = from; to <= PETER_KEY.length; to++) {
      if (from === 0 && to === PETER_KEY.length) continue;
      assert.throws(() => parseVkey(PETER_KEY.slice(from, to)), bad);
    }
  }
  for (let at = 0; at < PETER_KEY.length; at++) {
    const next = String.fromCharCode(PETER_KEY.charCodeAt(at) + 1);
    assert.throws(() => parseVkey(PETER_KEY.slice(0, at) + next + PETER_KEY.slice(at + 1)), bad);
  }
  for (
    const vkey of [
      "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
      "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
      `${PETER_KEY}\n`,
      ` ${PETER_KEY}`,
    ]
  ) assert.throws(() => parseVkey(vkey), bad);
});

Deno.test("a signature of a known key that is wrong refuses the whole note", () => {
  const damaged = PETER.replace("UG/S", "UG/T");
  assert.throws(() => openNote(TEXT + "\n" + damaged + ENOCH, [peter, enoch]), INVALID);
  assert.deepEqual(names(openNote(TEXT + "\n" + damaged + ENOCH, [enoch])), ["EnochRoot"]);
  assert.throws(() => openNote("X" + TEXT + "\n" + PETER, [peter]), INVALID);
});

Deno.test("a note that only unknown keys signed is refused", () => {
  assert.throws(() => openNote(TEXT + "\n" + PETER, [enoch]), UNKNOWN);
  assert.throws(() => openNote(TEXT + "\n" + PETER, []), UNKNOWN);
});

Deno.test("a key that shares name or id, but not both, with a known one is unknown", () => {
  const sameName = signNote(TEXT, [signer("PeterNeumann", 1)]);
  assert.throws(() => openNote(sameName, [peter]), UNKNOWN);
  const sameId = TEXT + "\n" + PETER.replace("PeterNeumann", "CarmenSandiego");
  assert.throws(() => openNote(sameId, [peter]), UNKNOWN);
});

Deno.test("a colliding name and id gains a wrong signature and nothing else", () => {
  const mine = signNote(TEXT, [signer("PeterNeumann", 1)]);
  const bytes = Uint8Array.fromBase64(mine.trimEnd().split(" ").at(-1)!);
  bytes.set(Uint8Array.fromHex(peter.id));
  const colliding = `${TEXT}\n— PeterNeumann ${bytes.toBase64()}\n`;
  assert.throws(() => openNote(colliding, [peter]), INVALID);
  assert.throws(() => openNote(TEXT + "\n" + PETER, [peter, peter]), { code: "invalid_argument" });
});

Deno.test("16 signatures are accepted; 10,000 lines or a huge text are refused unread", () => {
  const sixteen = Array.from({ length: 16 }, (_, at) => signer(`key.example/${at}`, at));
  const note = signNote(TEXT, sixteen);
  assert.equal(openNote(note, sixteen.map((one) => keyOf(one))).signatures.length, 16);
  assert.throws(() => openNote(TEXT + "\n" + PETER.repeat(101), [peter]), INVALID);
  assert.throws(() => openNote(TEXT + "\n" + "— a b\n".repeat(10_000), [peter]), INVALID);
  assert.throws(() => openNote(TEXT + "\n" + PETER.repeat(10_000), [peter]), INVALID);
  assert.throws(() => openNote("a".repeat(300_000) + "\n\n" + PETER, [peter]), INVALID);
});

Deno.test("what is not written as a note is none", () => {
  for (
    const note of [
      "",
      "\n",
      "\n\n",
      TEXT,
      TEXT + "\n",
      TEXT + "\n" + PETER.slice(0, -1),
      "\x01" + TEXT + "\n" + PETER,
      TEXT.replace("\n", "\r\n") + "\n" + PETER,
      "\ud800" + TEXT + "\n" + PETER,
      TEXT + "\n— Bad Name x08go/ZJkuBS9UG/\n",
      TEXT + "\n— bad+name x08go/ZJkuBS9UG/\n",
      TEXT + "\n" + PETER + "Unexpected line.\n",
      TEXT + "\n" + PETER + "\n" + "— \n",
      TEXT + "\n" + PETER.replace("x08go", "x08 go"),
      TEXT + "\n" + PETER.replace("— ", "- "),
      TEXT + "\n" + PETER.replace("AM=", "AM"),
      TEXT + "\n" + PETER.replace("AM=", "AN="),
    ]
  ) assert.throws(() => openNote(note, [peter]), INVALID, JSON.stringify(note.slice(-60)));
});

Deno.test("the text of a note may hold empty lines", () => {
  const text = "one\n\ntwo\n";
  const note = signNote(text, [signer("a.example", 1)]);
  assert.equal(openNote(note, [keyOf(signer("a.example", 1))]).text, text);
});

Deno.test("a cosignature is over time and text, and is no log's signature", () => {
  const log = signer("log.example", 1);
  const witness = signer("witness.example", 2);
  const text = "log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
  const note = signNote(text, [log]);
  const line = cosignatureLine(text, witness, 1_679_315_147);
  const keys = [keyOf(log), keyOf(witness, "cosignature")];
  const [, cosigned] = openNote(note + line, keys).signatures;
  assert.equal(cosigned?.time, 1_679_315_147);
  assert.equal(cosigned?.key.name, "witness.example");
  // The same time and witness for another head.
  const other = signNote(text.replace("\n0\n", "\n1\n"), [log]);
  assert.throws(() => openNote(other + line, keys), INVALID);
  // An earlier time cannot be moved up.
  const bytes = Uint8Array.fromBase64(line.trimEnd().split(" ").at(-1)!);
  bytes[11]! += 1;
  const moved = `— witness.example ${bytes.toBase64()}\n`;
  assert.throws(() => openNote(note + moved, keys), INVALID);
  // Cosigning does not make the witness's own key one that signs logs, nor the other way round.
  assert.notEqual(keyOf(witness).id, keyOf(witness, "cosignature").id);
  assert.throws(() => openNote(signNote(text, [witness]), keys), UNKNOWN);
});
