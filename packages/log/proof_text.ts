import { SvcError } from "@svc/core/error";
import { decodeBase64 } from "./base64.ts";
import { NOTE_CHARACTERS } from "./note.ts";
import { type Hash, HASH_BYTES, isSize, PROOF_HASHES } from "./tree.ts";

/** A proof that can be checked with the log's key alone (c2sp.org/tlog-proof). */
export interface ProofText {
  /** What goes with it; of this registry's proofs the leaf. Not vouched for until its hash is. */
  extra?: Uint8Array;
  /** Of the leaf. */
  index: number;
  /** From the leaf's sibling to the root's child. */
  proof: readonly Hash[];
  /** The signed head, as the log gave it. */
  checkpoint: string;
}

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

/** Longest text: the note, the hashes, and `extra` of a leaf, with room. */
const CHARACTERS = NOTE_CHARACTERS + 100_000;

/** The text of a proof, as files `.tlog-proof` hold it. */
export function formatProof({ extra, index, proof, checkpoint }: ProofText): string {
  const lines = [
    FIRST_LINE,
    ...(extra === undefined ? [] : [`extra ${extra.toBase64()}`]),
    `index ${index}`,
    ...proof.map((hash) => hash.toBase64()),
  ];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/**
 * What a text says it proves; nothing of it is checked yet.
 *
 * @throws SvcError `log_invalid`
 */
export function parseProof(text: string): ProofText {
  const end = text.length > CHARACTERS ? -1 : text.indexOf("\n\n");
  const lines = text.slice(0, Math.max(end, 0)).split("\n", PROOF_HASHES + 4);
  const first = lines.shift();
  const extra = lines[0]?.startsWith("extra ")
    ? decodeBase64(lines.shift()!.slice("extra ".length))
    : null;
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? "")?.[1];
  const proof = lines.map(decodeBase64);
  if (
    first !== FIRST_LINE || extra === undefined || index === undefined || !isSize(Number(index)) ||
    proof.length > PROOF_HASHES || !proof.every((hash) => hash?.length === HASH_BYTES)
  ) {
    throw new SvcError("log_invalid", "This is not a proof of a log", {
      hint:
        "Its first line is 'c2sp.org/tlog-proof@v1'. Try again, or ask the registry's operator.",
    });
  }
  return {
    ...(extra === null ? {} : { extra }),
    index: Number(index),
    proof: proof as Hash[],
    checkpoint: text.slice(end + 2),
  };
}
