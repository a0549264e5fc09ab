import assert from "node:assert/strict";
import {
  checkConsistency,
  checkInclusion,
  EMPTY_ROOT,
  type Hash,
  leafHash,
  nodeHash,
  proveConsistency,
  proveInclusion,
  type ReadHash,
  rootFrom,
  rootOf,
} from "./tree.ts";

/** Largest tree of which every proof is made. */
const SIZES = 70;

const leaves = Array.from({ length: SIZES }, (_, at) => leafHash(Uint8Array.of(at, at * 3 % 256)));
const roots = Array.from({ length: SIZES + 1 }, (_, size) => rootOf(leaves.slice(0, size)));

/** The complete subtrees of the leaves above, level by level. */
const subtrees = [leaves];
while (subtrees.at(-1)!.length > 1) {
  const below = subtrees.at(-1)!;
  subtrees.push(
    Array.from(
      { length: Math.floor(below.length / 2) },
      (_, at) => nodeHash(below[2 * at]!, below[2 * at + 1]!),
    ),
  );
}

const readHash: ReadHash = (level, index) =>
  subtrees[level]?.[index] ?? assert.fail("asked for a subtree that is not complete");

/** The same proof with one bit of one hash changed. */
const bent = (proof: readonly Hash[], at: number) =>
  proof.map((hash, one) => one === at ? hash.with(0, hash[0]! ^ 1) : hash);

const other = leafHash(new TextEncoder().encode("another leaf"));

Deno.test("the roots are those of RFC 6962's eight leaves", () => {
  const entries = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ].map((hex) => leafHash(Uint8Array.fromHex(hex)));
  const first = ["6e340b9c", "fac54203", "aeb6bcfe", "d37ee418", "4e3bbb1f", "76e67dad"];
  const found = entries.map((_, at) => rootOf(entries.slice(0, at + 1)).slice(0, 4).toHex());
  assert.deepEqual(found, [...first, "ddb89be4", "5dc9da79"]);
  assert.equal(
    rootOf(entries).toHex(),
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  );
  assert.equal(
    EMPTY_ROOT.toHex(),
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
});

Deno.test("a leaf's hash is the one of Go's checksum database for the same record", () => {
  const text = new TextEncoder().encode("hello world");
  assert.equal(leafHash(text).toBase64(), "TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=");
});

Deno.test("the root from complete subtrees is the root over all leaves, at each size", async () => {
  for (const [size, root] of roots.entries()) {
    assert.deepEqual(await rootFrom(readHash, size), root);
  }
});

Deno.test("every leaf of every tree is proven, and nothing else by its proof", async () => {
  let proofs = 0;
  for (let size = 1; size <= SIZES; size++) {
    const root = roots[size]!;
    for (let index = 0; index < size; index++) {
      const proof = await proveInclusion(readHash, size, index);
      const right = { index, size, leaf: leaves[index]!, root, proof };
      assert.ok(checkInclusion(right), `${index} of ${size}`);
      proofs++;
      for (let wrong = 0; wrong <= size; wrong++) {
        if (wrong !== index) assert.ok(!checkInclusion({ ...right, index: wrong }));
      }
      for (let at = 0; at < proof.length; at++) {
        assert.ok(!checkInclusion({ ...right, proof: bent(proof, at) }));
        assert.ok(!checkInclusion({ ...right, proof: proof.toSpliced(at, 1) }));
        assert.ok(!checkInclusion({ ...right, proof: proof.toSpliced(at, 0, other) }));
      }
      assert.ok(!checkInclusion({ ...right, proof: [...proof, other] }));
      assert.ok(!checkInclusion({ ...right, leaf: other }));
      assert.ok(!checkInclusion({ ...right, root: other }));
    }
  }
  assert.equal(proofs, SIZES * (SIZES + 1) / 2);
});

Deno.test("every tree is proven to begin with every smaller one, and with no other", async () => {
  let proofs = 0;
  for (let to = 0; to <= SIZES; to++) {
    for (let from = 0; from <= to; from++) {
      const proof = await proveConsistency(readHash, from, to);
      const right = { from, fromRoot: roots[from]!, to, toRoot: roots[to]!, proof };
      assert.ok(checkConsistency(right), `${from} to ${to}`);
      proofs++;
      assert.ok(!checkConsistency({ ...right, fromRoot: other }));
      // Every tree begins with the empty one.
      assert.equal(checkConsistency({ ...right, toRoot: other }), from === 0 && to > 0);
      assert.ok(!checkConsistency({ ...right, proof: [...proof, other] }));
      for (let at = 0; at < proof.length; at++) {
        assert.ok(!checkConsistency({ ...right, proof: bent(proof, at) }));
        assert.ok(!checkConsistency({ ...right, proof: proof.toSpliced(at, 1) }));
      }
      for (let wrong = 0; wrong <= to + 1; wrong++) {
        const wrongFrom = { ...right, from: wrong, fromRoot: roots[Math.min(wrong, SIZES)]! };
        if (wrong !== from && proof.length > 0) assert.ok(!checkConsistency(wrongFrom));
      }
    }
  }
  assert.equal(proofs, (SIZES + 1) * (SIZES + 2) / 2);
});

Deno.test("a tree that changed one early leaf is consistent with no size behind it", async () => {
  const forked = leaves.with(3, other);
  const readFork: ReadHash = (level, index) =>
    rootOf(forked.slice(index * 2 ** level, (index + 1) * 2 ** level));
  for (let from = 4; from <= SIZES; from++) {
    const proof = await proveConsistency(readFork, from, SIZES);
    const toRoot = rootOf(forked);
    assert.ok(!checkConsistency({ from, fromRoot: roots[from]!, to: SIZES, toRoot, proof }));
  }
});

Deno.test("sizes, indices and hashes that are none are refused, whatever stands in them", () => {
  const [leaf, root] = [leaves[0]!, leaves[0]!];
  const right = { index: 0, size: 1, leaf, root, proof: [] };
  assert.ok(checkInclusion(right));
  for (const value of [-1, 0.5, NaN, Infinity, 2 ** 53, 2 ** 64]) {
    assert.ok(!checkInclusion({ ...right, index: value }));
    assert.ok(!checkInclusion({ ...right, size: value }));
    const proof = [other];
    assert.ok(!checkConsistency({ from: value, fromRoot: root, to: 5, toRoot: root, proof }));
    assert.ok(!checkConsistency({ from: 1, fromRoot: root, to: value, toRoot: root, proof }));
  }
  const short = leaf.slice(1);
  assert.ok(!checkInclusion({ ...right, leaf: short, root: short }));
  const endless = Array(1_000_000).fill(other);
  assert.ok(!checkInclusion({ ...right, size: 2 ** 40, proof: endless }));
});

// A tree of 2^33 and a few leaves, all the same: its subtrees are known without making it.
const complete: Hash[] = [leaves[0]!];
for (let level = 1; level <= 40; level++) {
  complete.push(nodeHash(complete[level - 1]!, complete[level - 1]!));
}

Deno.test("above 2^31 leaves proofs are made and checked as below", async () => {
  const alike: ReadHash = (level) => complete[level]!;
  for (const size of [2 ** 31, 2 ** 31 + 1, 2 ** 32 + 7, 2 ** 33 + 12_345, 2 ** 40 - 1]) {
    const root = await rootFrom(alike, size);
    for (const index of [0, 2 ** 31 - 1, size - 2 ** 30, size - 1]) {
      const proof = await proveInclusion(alike, size, index);
      assert.ok(checkInclusion({ index, size, leaf: leaves[0]!, root, proof }), `${index}/${size}`);
      const wrong = { index, size, leaf: leaves[1]!, root, proof };
      assert.ok(!checkInclusion(wrong));
    }
    for (const from of [1, 2 ** 30 + 3, 2 ** 31 - 1, size - 1]) {
      const proof = await proveConsistency(alike, from, size);
      const right = {
        from,
        fromRoot: await rootFrom(alike, from),
        to: size,
        toRoot: root,
        proof,
      };
      assert.ok(checkConsistency(right), `${from} to ${size}`);
      assert.ok(!checkConsistency({ ...right, from: from + 1 }));
    }
  }
});

Deno.test("a proof of what is not in the tree is not made", async () => {
  await assert.rejects(proveInclusion(readHash, 5, 5), RangeError);
  await assert.rejects(proveInclusion(readHash, 5, -1), RangeError);
  await assert.rejects(proveConsistency(readHash, 6, 5), RangeError);
  await assert.rejects(rootFrom(readHash, 2 ** 53), RangeError);
});
