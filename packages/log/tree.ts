import { createHash } from "node:crypto";

/** A hash of the tree: SHA-256, 32 bytes. */
export type Hash = Uint8Array;

/** Bytes of a hash. */
export const HASH_BYTES = 32;

/**
 * Longest proof of a tree whose size is a safe integer. What is longer proves nothing and is refused
 * before anything is hashed.
 */
export const PROOF_HASHES = 64;

/** The root of a tree without leaves: SHA-256 of nothing. */
export const EMPTY_ROOT: Hash = sha256();

/** The hash of an entry (RFC 6962, section 2.1): SHA-256(0x00 ‖ entry). */
export function leafHash(entry: Uint8Array): Hash {
  return sha256(LEAF, entry);
}

/** The hash of a node from its children's (RFC 6962, section 2.1): SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256(NODE, left, right);
}

/**
 * Reads the hash of a complete subtree: the one of the leaves from `index × 2^level`, `2^level` many.
 * Asked only for subtrees that lie wholly in the tree a proof is of.
 */
export type ReadHash = (level: number, index: number) => Hash | Promise<Hash>;

/** A tree at one size: how many leaves, and the root over them. */
export interface Head {
  size: number;
  root: Hash;
}

/** The root over leaf hashes, all of them at hand. */
export function rootOf(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return EMPTY_ROOT;
  const over = (from: number, to: number): Hash => {
    if (to - from === 1) return leaves[from]!;
    const middle = from + leftSize(to - from);
    return nodeHash(over(from, middle), over(middle, to));
  };
  return over(0, leaves.length);
}

/** The root of a tree with `size` leaves, from the few complete subtrees along its right edge. */
export async function rootFrom(readHash: ReadHash, size: number): Promise<Hash> {
  assertSize(size);
  return size === 0 ? EMPTY_ROOT : await subtree(readHash, 0, size);
}

/**
 * The proof that the leaf at `index` is in the tree of `size` leaves (RFC 6962, section 2.1.1): hashes
 * from the leaf's sibling to the root's child.
 *
 * @throws RangeError when no such leaf is in such a tree
 */
export async function proveInclusion(
  readHash: ReadHash,
  size: number,
  index: number,
): Promise<Hash[]> {
  assertSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  }
  const proof: Hash[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + leftSize(to - from);
    if (index < middle) {
      proof.push(await subtree(readHash, middle, to));
      to = middle;
    } else {
      proof.push(await subtree(readHash, from, middle));
      from = middle;
    }
  }
  return proof.reverse();
}

/**
 * The proof that the tree of `to` leaves begins with the one of `from` (RFC 6962, section 2.1.2). It
 * is empty from 0 and between equal sizes.
 *
 * @throws RangeError when `from` is larger than `to`
 */
export async function proveConsistency(
  readHash: ReadHash,
  from: number,
  to: number,
): Promise<Hash[]> {
  assertSize(from);
  assertSize(to);
  if (from > to) throw new RangeError(`a tree of ${to} does not begin with one of ${from}`);
  if (from === 0 || from === to) return [];
  const proof: Hash[] = [];
  let [left, right, whole] = [0, to, true];
  while (from !== right) {
    const middle = left + leftSize(right - left);
    if (from <= middle) {
      proof.push(await subtree(readHash, middle, right));
      right = middle;
    } else {
      proof.push(await subtree(readHash, left, middle));
      left = middle;
      whole = false;
    }
  }
  // The verifier has the old root itself where that is one complete subtree from the beginning.
  if (!whole) proof.push(await subtree(readHash, left, right));
  return proof.reverse();
}

/** What is to be checked of a leaf. */
interface Inclusion {
  index: number;
  size: number;
  /** The hash of the leaf, as {@linkcode leafHash} makes it. */
  leaf: Hash;
  root: Hash;
  proof: readonly Hash[];
}

/** Whether the proof shows the leaf in the tree (RFC 9162, section 2.1.3.2). Never throws. */
export function checkInclusion({ index, size, leaf, root, proof }: Inclusion): boolean {
  if (!isSize(size) || !isSize(index) || index >= size) return false;
  if (proof.length > PROOF_HASHES || ![leaf, root, ...proof].every(isHash)) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else hash = nodeHash(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalHashes(hash, root);
}

/** What is to be checked of two trees. */
interface Consistency {
  from: number;
  fromRoot: Hash;
  to: number;
  toRoot: Hash;
  proof: readonly Hash[];
}

/**
 * Whether the proof shows that the tree of `to` leaves begins with the one of `from` (RFC 9162, section
 * 2.1.4.2). Equal sizes need equal roots and no hash. Never throws.
 */
export function checkConsistency({ from, fromRoot, to, toRoot, proof }: Consistency): boolean {
  if (!isSize(from) || !isSize(to) || from > to) return false;
  if (proof.length > PROOF_HASHES || ![fromRoot, toRoot, ...proof].every(isHash)) return false;
  if (from === to) return proof.length === 0 && equalHashes(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && equalHashes(fromRoot, EMPTY_ROOT);
  let [node, last] = [from - 1, to - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  // A complete old tree is a node of the new one, and its root stands for the first hash.
  const hashes = node === 0 ? [fromRoot, ...proof] : proof;
  let [older, newer] = [hashes[0], hashes[0]];
  if (older === undefined || newer === undefined) return false;
  for (const sibling of hashes.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else newer = nodeHash(newer, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalHashes(older, fromRoot) && equalHashes(newer, toRoot);
}

/** Whether two hashes are the same. */
export function equalHashes(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Whether a value is the size of a tree: an integer from 0 that numbers hold exactly. */
export function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

function sha256(...parts: readonly Uint8Array[]): Hash {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Leaves of the left child of a tree: the largest power of two below its size. */
function leftSize(size: number): number {
  let left = 1;
  // Multiplied, as shifting is done in 32 bits.
  while (left * 2 < size) left *= 2;
  return left;
}

/** The root over the leaves from `from` to before `to`, which no larger subtree to the left cuts. */
async function subtree(readHash: ReadHash, from: number, to: number): Promise<Hash> {
  const size = to - from;
  const left = leftSize(size);
  if (size === 1 || size === left * 2) return await readHash(Math.log2(size), from / size);
  const middle = from + left;
  return nodeHash(
    await readHash(Math.log2(left), from / left),
    await subtree(readHash, middle, to),
  );
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isHash(value: Uint8Array): boolean {
  return value.length === HASH_BYTES;
}

function assertSize(size: number): void {
  if (!isSize(size)) throw new RangeError(`not the size of a tree: ${size}`);
}
