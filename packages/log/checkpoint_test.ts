import assert from "node:assert/strict";
import { formatCheckpoint, openCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import { cosignatureLine, keyOf, signNote } from "./note.ts";
import { formatProof, parseProof } from "./proof_text.ts";
import { leafHash } from "./tree.ts";

const INVALID = { code: "log_invalid" };
const UNKNOWN = { code: "log_key_unknown" };
const ROOT = "TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=";
const GO = `go.sum database tree\n123456789012\n${ROOT}\n`;

const root = leafHash(new TextEncoder().encode("hello world"));
const log = { name: "registry.acme.com/log", seed: new Uint8Array(32).fill(1) };
const witness = { name: "witness.example", seed: new Uint8Array(32).fill(2) };
const text = formatCheckpoint({ origin: log.name, size: 7, root });

Deno.test("a head is written and read as Go's checksum database does", () => {
  const tree = { origin: "go.sum database tree", size: 123_456_789_012, root };
  assert.equal(formatCheckpoint(tree), GO);
  assert.deepEqual(parseCheckpoint(GO), tree);
  assert.deepEqual(parseCheckpoint(`${GO}an extension\n`), tree);
});

Deno.test("what is not written as a head is none, hostile sizes among it", () => {
  const sizes = ["", "-1", "01", "0x1f", "1e3", "1.0", " 1", "9007199254740992", "9".repeat(400)];
  for (
    const one of [
      "",
      "a\n",
      "a\n1\n",
      GO.slice(0, -1),
      `\n1\n${ROOT}\n`,
      `a\n1\n${ROOT}\n\nb\n`,
      `a\n1\n${ROOT.slice(0, -4)}\n`,
      `a\n1\n${ROOT.replace("=", "")}\n`,
      `a\n1\n${ROOT}AAAA\n`,
      ...sizes.map((size) => `a\n${size}\n${ROOT}\n`),
    ]
  ) assert.throws(() => parseCheckpoint(one), INVALID, JSON.stringify(one.slice(0, 80)));
  assert.equal(parseCheckpoint(`a\n9007199254740991\n${ROOT}\n`).size, Number.MAX_SAFE_INTEGER);
});

Deno.test("a head counts when the log itself signed it, and only as the log's it is asked for", () => {
  const keys = [keyOf(log), keyOf(witness, "cosignature")];
  const note = signNote(text, [log]);
  const opened = openCheckpoint(note + cosignatureLine(text, witness, 5), log.name, keys);
  assert.deepEqual([opened.size, opened.root.toBase64()], [7, ROOT]);
  assert.deepEqual(opened.signatures.map(({ key }) => key.kind), ["log", "cosignature"]);
  assert.throws(() => openCheckpoint(note, "registry.other.com/log", keys), UNKNOWN);
  const unsigned = `${text}\n${cosignatureLine(text, witness, 5)}`;
  assert.throws(() => openCheckpoint(unsigned, log.name, keys), UNKNOWN);
  const stranger = { name: "stranger.example", seed: new Uint8Array(32).fill(3) };
  const theirs = signNote(text, [stranger]);
  assert.throws(() => openCheckpoint(theirs, log.name, [...keys, keyOf(stranger)]), UNKNOWN);
});

Deno.test("a proof is written and read as tlog-proof says", () => {
  const checkpoint = signNote(text, [log]);
  const extra = new TextEncoder().encode('{"v":1}');
  for (const given of [{}, { extra }, { extra: new Uint8Array(0) }]) {
    for (const proof of [[], [root], [root, root, root]]) {
      const whole = { ...given, index: 4, proof, checkpoint };
      assert.deepEqual(parseProof(formatProof(whole)), whole);
    }
  }
  assert.equal(
    formatProof({ extra, index: 4, proof: [root], checkpoint }),
    `c2sp.org/tlog-proof@v1\nextra eyJ2IjoxfQ==\nindex 4\n${ROOT}\n\n${checkpoint}`,
  );
});

Deno.test("what is not written as a proof is none, endless ones among it", () => {
  const proof = formatProof({ index: 4, proof: [root], checkpoint: signNote(text, [log]) });
  for (
    const one of [
      "",
      "\n\n",
      proof.replace("@v1", "@v2"),
      proof.replace("index 4", "index 04"),
      proof.replace("index 4", "index -4"),
      proof.replace("index 4", "index 9007199254740992"),
      proof.replace("index 4\n", ""),
      proof.replace("index 4", "extra ?\nindex 4"),
      proof.replace("index 4", "extra e30=\nextra e30=\nindex 4"),
      proof.replace(ROOT, ROOT.slice(4)),
      proof.replace(ROOT, `${ROOT}\n`.repeat(65).trimEnd()),
      proof.replace(ROOT, `${ROOT}\n`.repeat(100_000).trimEnd()),
      proof.replace("\n\n", "\n"),
      "a".repeat(10_000_000),
    ]
  ) assert.throws(() => parseProof(one), INVALID, JSON.stringify(one.slice(0, 80)));
});
