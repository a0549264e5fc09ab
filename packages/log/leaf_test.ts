import assert from "node:assert/strict";
import {
  commitmentOf,
  type Leaf,
  LEAF_BYTES,
  LEAF_KINDS,
  leafBytes,
  parseLeaf,
  sealLeaf,
} from "./leaf.ts";

const at = "2026-11-23T10:17:05.120Z";
const digest = "ab".repeat(32);
const subject = "@acme/greeter";
const version = "2026.11.23.1";
const by = { credential: "publish", publisher: "p1", run: "https://github.com/a/b/actions/1" };
const head = { v: 1, at } as const;

/** A leaf of each kind. */
const LEAVES: readonly Leaf[] = [
  {
    ...head,
    kind: "published",
    subject,
    version,
    channel: "stable",
    checksum: digest,
    manifest: digest,
    by,
  },
  {
    ...head,
    kind: "staged-approved",
    subject,
    version,
    checksum: digest,
    assertions: [digest, digest],
  },
  { ...head, kind: "yanked", subject, version },
  { ...head, kind: "unyanked", subject, channel: "beta" },
  { ...head, kind: "deprecated", subject, successor: "@acme/greeter2" },
  { ...head, kind: "undeprecated", subject },
  { ...head, kind: "promoted", subject, version, from: "beta", to: "stable" },
  { ...head, kind: "taken-down", subject, category: "malware" },
  { ...head, kind: "reinstated", subject, version },
  { ...head, kind: "owner", subject, from: "@acme", to: "@other" },
  { ...head, kind: "member", subject: "@acme", to: "admin", person: "A".repeat(22) + "==" },
  {
    ...head,
    kind: "token",
    subject: "@acme",
    change: "added",
    credential: "collective",
    scopes: ["extensions:push"],
  },
  {
    ...head,
    kind: "publisher",
    subject,
    change: "added",
    issuer: "https://token.actions.githubusercontent.com",
    ids: { repository_id: "1", owner_id: "2" },
    workflow: digest,
  },
  { ...head, kind: "key", subject: "registry.acme.com/log", change: "added", hint: "530d903a" },
  {
    ...head,
    kind: "epoch",
    subject: "registry.acme.com/log/2",
    previous: "registry.acme.com/log",
    size: 2 ** 40,
    root: "TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=",
    reason: "restored from a backup",
  },
];

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (one: string) => new TextEncoder().encode(one);

Deno.test("a leaf of each kind is sorted JSON without white space, and reads back", () => {
  assert.deepEqual(LEAVES.map(({ kind }) => kind), LEAF_KINDS);
  for (const leaf of LEAVES) {
    const written = leafBytes(leaf);
    assert.deepEqual(parseLeaf(written), leaf);
    assert.ok(!/\s(?=["{}\[\]:,])/.test(text(written)));
  }
  assert.equal(
    text(leafBytes(LEAVES[0]!)),
    `{"at":"${at}","by":{"credential":"publish","publisher":"p1","run":"${by.run}"},` +
      `"channel":"stable","checksum":"${digest}","kind":"published","manifest":"${digest}",` +
      `"subject":"${subject}","v":1,"version":"${version}"}`,
  );
});

Deno.test("the order in which a leaf is put together changes nothing", () => {
  for (const leaf of LEAVES) {
    const reversed = Object.fromEntries(Object.entries(leaf).reverse()) as Leaf;
    assert.deepEqual(leafBytes(reversed), leafBytes(leaf));
  }
});

Deno.test("the same said in other bytes is no leaf: only one text has its hash", () => {
  const written = text(leafBytes(LEAVES[0]!));
  for (
    const other of [
      ` ${written}`,
      `${written}\n`,
      written.replace(":1,", ": 1,"),
      written.replace('"v":1', '"v":1,"v":1'),
      written.replace('"v":1', '"v":1.0'),
      written.replace('"v":1', '"v":2'),
      written.replace('"v":1', '"v":1,"who":"bea"'),
      written.replace("greeter", "gre\\u0065ter"),
      written.replace('"kind":"published"', '"kind":"unheard-of"'),
      written.replace(`"checksum":"${digest}",`, ""),
      written.replace('"stable"', "null"),
      "[]",
      "",
      `"${"a".repeat(LEAF_BYTES)}"`,
    ]
  ) assert.equal(parseLeaf(bytes(other)), undefined, other.slice(0, 80));
});

Deno.test("a leaf that is too long or names a person is not written", () => {
  const run = "r".repeat(301);
  assert.throws(() => leafBytes({ ...LEAVES[0]!, by: { ...by, run } } as Leaf), RangeError);
  const ids = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}`, "x".repeat(250)]));
  assert.throws(() => leafBytes({ ...LEAVES[12]!, ids } as Leaf), RangeError);
  const person = { ...LEAVES[10]!, person: "bea@acme.com" } as Leaf;
  assert.throws(() => leafBytes(person), RangeError);
  const reason = { ...LEAVES[2]!, reason: "bea made a mistake" } as Leaf;
  assert.throws(() => leafBytes(reason), RangeError);
});

Deno.test("a sealed leaf says nothing of what it hides, and two equal events differ", () => {
  const leaf = leafBytes(LEAVES[0]!);
  const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const hour = "2026-11-23T10:00:00.000Z";
  const sealed = sealLeaf(leaf, one, hour);
  assert.deepEqual(parseLeaf(leafBytes(sealed)), sealed);
  assert.equal(sealed.commit, commitmentOf(one, leaf));
  assert.notEqual(sealed.commit, sealLeaf(leaf, other, hour).commit);
  assert.notEqual(sealed.commit, commitmentOf(one, leafBytes(LEAVES[2]!)));
  assert.ok(!text(leafBytes(sealed)).includes("acme"));
  assert.throws(() => commitmentOf(one.slice(1), leaf), RangeError);
});
