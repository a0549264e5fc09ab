import { SvcError } from "@svc/core/error";
import { decodeBase64 } from "@svc/log/base64";
import { openCheckpoint } from "@svc/log/checkpoint";
import { commitmentOf, readEntry, SALT_BYTES } from "@svc/log/entry";
import type { NoteKey } from "@svc/log/note";
import { parseProof } from "@svc/log/proof_text";
import type { QuorumPolicy } from "@svc/log/quorum";
import { checkConsistency, checkInclusion, type Hash, type Head, leafHash } from "@svc/log/tree";
import type { LogProof } from "@svc/core/wire";

/** What a registry's log is trusted by. */
export interface LogTrust {
  origin: string;
  /** The log's own keys. */
  keys: readonly NoteKey[];
  /** Witnesses whose word a head needs. */
  quorum: QuorumPolicy | undefined;
}

/** A head that the log signed, and enough witnesses where that is asked for. */
export interface CheckedHead extends Head {
  origin: string;
  note: string;
  /** When a witness last saw it, in seconds since 1970; undefined without a witness. */
  witnessed: number | undefined;
  /** Keys that signed and are not known, as `name+id`. */
  unknown: readonly string[];
}

/**
 * The head in a signed note.
 *
 * @throws SvcError `log_key_unknown` when the log's keys, or enough witnesses, did not sign it;
 *   `log_invalid`
 */
export function checkHead(note: string, { origin, keys, quorum }: LogTrust): CheckedHead {
  const witnesses = quorum?.witnesses.map(({ key }) => key) ?? [];
  const known = [...keys, ...witnesses];
  const { size, root, signatures, unknown } = openCheckpoint(note, origin, known);
  if (quorum !== undefined && !quorum.isMet(signatures)) {
    const seen = signatures.filter(({ key }) => key.kind === "cosignature").length;
    throw new SvcError(
      "log_key_unknown",
      `Too few witnesses vouch for the head of the log ${origin}: ${seen} of those in the policy`,
      {
        hint: "Try again in a minute; if it stays, ask the registry's operator for its witnesses.",
      },
    );
  }
  const times = signatures.flatMap(({ time }) => time ?? []);
  return {
    origin,
    size,
    root,
    note,
    witnessed: times.length === 0 ? undefined : Math.max(...times),
    unknown,
  };
}

/**
 * Whether a new head carries on from an earlier one.
 *
 * @param hashes in base64, as the registry sent them
 */
export function carriesOn(earlier: Head, later: Head, hashes: readonly string[]): boolean {
  const proof = hashes.slice(0, 100).map(decodeBase64);
  if (hashes.length > proof.length || !proof.every((hash): hash is Hash => hash !== undefined)) {
    return false;
  }
  return checkConsistency({
    from: earlier.size,
    fromRoot: earlier.root,
    to: later.size,
    toRoot: later.root,
    proof,
  });
}

/** An event that the head has. */
export interface CheckedLeaf {
  index: number;
  /** What it says. */
  said: Readonly<Record<string, unknown>>;
}

/**
 * Checks the signature of what a registry answered of an event. The head still has to carry on from the
 * one that is kept.
 *
 * @throws SvcError as {@linkcode checkHead}
 */
export function openProof(answer: LogProof, trust: LogTrust) {
  const { extra, index, proof, checkpoint } = parseProof(answer.proof);
  const head = checkHead(checkpoint, trust);
  return {
    head,
    /** @throws SvcError `log_inconsistent` when the leaf is not in the head's tree */
    leaf(): CheckedLeaf {
      if (extra === undefined) throw invalid("it comes without the entry");
      const { size, root } = head;
      if (!checkInclusion({ index, size, leaf: leafHash(extra), root, proof })) {
        throw new SvcError("log_inconsistent", `The log ${trust.origin} does not hold this entry`, {
          hint:
            "The registry showed a proof that does not hold. Install nothing from it for now, " +
            "and tell its operator and other users.",
        });
      }
      return { index, said: saidBy(extra, answer) };
    },
  };
}

/** What an entry says; what it hides, when it is sealed. */
function saidBy(entry: Uint8Array, { leaf, salt }: LogProof): CheckedLeaf["said"] {
  const bytes = decodeBase64(leaf);
  const logged = readEntry(entry);
  if (bytes === undefined || logged === undefined) throw invalid("its entry is damaged");
  if (logged["kind"] !== "sealed") return logged;
  const said = opened(logged, bytes, salt);
  if (said === undefined) throw invalid("the leaf is not what the sealed entry commits to");
  return said;
}

/** What a sealed entry hides, by its salt; undefined when it hides something else. */
export function opened(
  sealed: CheckedLeaf["said"],
  leaf: Uint8Array,
  salt: string | null,
): CheckedLeaf["said"] | undefined {
  const bytes = decodeBase64(salt ?? "");
  if (bytes?.length !== SALT_BYTES) return undefined;
  return commitmentOf(bytes, leaf) === sealed["commit"] ? readEntry(leaf) : undefined;
}

function invalid(why: string): SvcError {
  return new SvcError("log_invalid", `The registry's proof cannot be read: ${why}`, {
    hint: "Try again; if it stays, ask the registry's operator.",
  });
}
