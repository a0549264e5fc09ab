import assert from "node:assert/strict";
import { formatVkey, keyOf, type NoteKey } from "./note.ts";
import { parseQuorumPolicy } from "./quorum.ts";

const witness = (byte: number) =>
  keyOf({ name: `w${byte}.example`, seed: new Uint8Array(32).fill(byte) }, "cosignature");
const log = keyOf({ name: "registry.acme.com/log", seed: new Uint8Array(32).fill(99) });
const vkey = (byte: number) => formatVkey(witness(byte));
const signedBy = (...keys: readonly NoteKey[]) => keys.map((key) => ({ key }));

const X_AND_Y = `
# Two organisations
log ${formatVkey(log)} https://registry.acme.com/log
witness X1 ${vkey(1)} https://x1.example/
witness\tX2  ${vkey(2)}
  witness X3 ${vkey(3)}
group X 2 X1 X2 X3
witness Y1 ${vkey(4)}
witness Y2 ${vkey(5)}
group Y any Y1 Y2
group X-and-Y all X Y
quorum X-and-Y
`;

Deno.test("groups of witnesses need as many as their line says", () => {
  const policy = parseQuorumPolicy(X_AND_Y);
  const met = (...bytes: readonly number[]) => policy.isMet(signedBy(...bytes.map(witness)));
  assert.deepEqual(policy.logs, [{ key: log, url: "https://registry.acme.com/log" }]);
  assert.deepEqual(policy.witnesses.map(({ name }) => name), ["X1", "X2", "X3", "Y1", "Y2"]);
  assert.ok(met(1, 2, 4) && met(1, 3, 5) && met(1, 2, 3, 4, 5));
  assert.ok(!met() && !met(1, 2, 3) && !met(4, 5) && !met(1, 4, 5) && !met(1, 1, 4));
});

Deno.test("neither the log nor a stranger counts as a witness", () => {
  const policy = parseQuorumPolicy(`witness w ${vkey(1)}\nquorum w`);
  assert.ok(policy.isMet(signedBy(witness(1))));
  assert.ok(!policy.isMet(signedBy(log, witness(2))));
  const asLog = keyOf({ name: "w1.example", seed: new Uint8Array(32).fill(1) });
  assert.ok(!policy.isMet(signedBy(asLog)));
});

Deno.test("'quorum none' asks for nobody", () => {
  assert.ok(parseQuorumPolicy("quorum none").isMet([]));
});

Deno.test("a policy that could count one witness twice, or is unclear, is refused", () => {
  const invalid = { code: "policy_invalid" };
  const w = (name: string, byte: number) => `witness ${name} ${vkey(byte)}\n`;
  for (
    const text of [
      "",
      w("a", 1),
      `${w("a", 1)}quorum a\nquorum a`,
      `${w("a", 1)}quorum b`,
      `quorum a\n${w("a", 1)}`,
      `${w("a", 1)}${w("b", 1)}quorum a`,
      `${w("a", 1)}${w("a", 2)}quorum a`,
      `${w("none", 1)}quorum none`,
      `${w("a", 1)}group g any a a\nquorum g`,
      `${w("a", 1)}${w("b", 2)}group g any a b\ngroup h any a\nquorum h`,
      `${w("a", 1)}group g 2 a\nquorum g`,
      `${w("a", 1)}group g 0 a\nquorum g`,
      `${w("a", 1)}group g 01 a\nquorum g`,
      `${w("a", 1)}group g 1.0 a\nquorum g`,
      `${w("a", 1)}group g toString a\nquorum g`,
      `${w("a", 1)}group g all\nquorum g`,
      `${w("a", 1)}group g any g\nquorum g`,
      `witness a ${formatVkey(log)}\nquorum a`,
      `log ${vkey(1)}\nquorum none`,
      "witness a nothing\nquorum a",
      "toString a\nquorum none",
      "quorum none\r",
      "quorum none extra",
      `${"# comment\n".repeat(30_000)}quorum none`,
      `${"log x\n".repeat(1_000)}quorum none`,
    ]
  ) assert.throws(() => parseQuorumPolicy(text), invalid, text.slice(0, 200));
});
