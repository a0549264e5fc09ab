import { LIMITS } from "@svc/core/limit";
import { isSvcError, messageOf } from "@svc/core/error";
import type { Bundle } from "@sigstore/bundle";
import type { Signer, TrustMaterial } from "@sigstore/verify";
import { type CiIdentity, identityOf } from "./identity.ts";
import type { ProvenanceKind } from "@svc/core/wire";
import { loadLibrary } from "./library.ts";
import { invalid } from "./refusal.ts";
import type { TrustRoot } from "./root.ts";
import { hintOf } from "./signing_key.ts";
import {
  compareWithCertificate,
  readStatement,
  type Statement,
  type Subject,
} from "./statement.ts";
import { STATEMENT_TYPE } from "./statement_kinds.ts";

/** What a bundle is held against. */
export interface Expectation {
  subject: Subject;
  /** For statements of jobs; undefined: none is trusted. */
  root: TrustRoot | undefined;
  /** Registered public keys, SPKI in base64, by hint. */
  keys: ReadonlyMap<string, string>;
}

/** A statement that holds, and who made it. */
export type Provenance =
  & {
    statement: Statement;
    /** When it was signed, by the log that recorded it; null without one. */
    signedAt: string | null;
    /** Where the public log has it; null without one. */
    logIndex: string | null;
  }
  & (
    | { kind: "ci"; identity: CiIdentity; rootDigest: string }
    | { kind: "key"; hint: string }
  );

/**
 * Verifies a bundle offline: signature, certificate, log and times, then the statement and its
 * subject, which the library does not look at. Costs about 30 ms of processor time.
 *
 * @throws SvcError `provenance_invalid` for whatever does not hold; `unavailable` when nothing could
 *   be verified
 */
export async function verifyProvenance(text: string, expected: Expectation): Promise<Provenance> {
  const { core } = await loadLibrary();
  const bundle = await readBundle(text);
  if (bundle.content.$case !== "dsseEnvelope") throw invalid("it signs no statement");
  const { payloadType, payload } = bundle.content.dsseEnvelope;
  if (payloadType !== STATEMENT_TYPE) throw invalid(`'${payloadType}' is no kind of statement`);
  const kind = kindOf(bundle);
  const { root, subject, keys } = expected;
  if (kind === "ci" && root === undefined) throw invalid("no certificates are trusted here");
  const signer = await verifyBundle(bundle, kind, {
    ...(root?.material ?? NO_MATERIAL),
    publicKey(hint) {
      const spki = keys.get(hint);
      if (spki === undefined || hintOf(spki) !== hint) throw invalid("its key is not known here");
      return { publicKey: core.crypto.createPublicKey(spki), validFor: () => true };
    },
  });
  const statement = readStatement(payload.toString("utf8"), subject);
  const [entry] = bundle.verificationMaterial.tlogEntries;
  if (kind === "key") {
    return { kind, hint: hintIn(bundle), statement, signedAt: null, logIndex: null };
  }
  const identity = identityOf(signer.identity ?? {});
  compareWithCertificate(statement, identity);
  return {
    kind,
    identity,
    rootDigest: root!.digest,
    statement,
    signedAt: await signedAt(bundle),
    logIndex: entry?.logIndex ?? null,
  };
}

const NO_MATERIAL: Omit<TrustMaterial, "publicKey"> = {
  certificateAuthorities: [],
  timestampAuthorities: [],
  tlogs: [],
  ctlogs: [],
};

/**
 * Reads a bundle's JSON; its size is looked at before.
 *
 * @throws SvcError `provenance_invalid`
 */
export async function readBundle(text: string): Promise<Bundle> {
  const { bundle } = await loadLibrary();
  if (Buffer.byteLength(text) > LIMITS.provenanceBytes) {
    throw invalid(`it is larger than ${LIMITS.provenanceBytes} bytes`);
  }
  return holding(() => bundle.bundleFromJSON(JSON.parse(text)));
}

/** Who signed a bundle: what it brings to verify it with says so. */
export function kindOf({ verificationMaterial }: Bundle): ProvenanceKind {
  return verificationMaterial.content.$case === "publicKey" ? "key" : "ci";
}

/**
 * Verifies signature, certificate, log entries and times of a bundle.
 *
 * A job needs one of each: a certificate that a log recorded, an entry, a time. A registered key needs
 * none of them, as the registry dates it; what is there is verified all the same.
 *
 * @param artifact the signed bytes, for a bundle that signs no statement
 * @throws SvcError `provenance_invalid`
 */
export async function verifyBundle(
  bundle: Bundle,
  kind: ProvenanceKind,
  material: TrustMaterial,
  artifact?: Uint8Array,
): Promise<Signer> {
  const { verify } = await loadLibrary();
  const least = kind === "ci" ? 1 : 0;
  return holding(() => {
    if (kindOf(bundle) !== kind) throw invalid("it was signed in another way than recorded");
    const verifier = new verify.Verifier(material, {
      ctlogThreshold: least,
      tlogThreshold: least,
      timestampThreshold: least,
    });
    return verifier.verify(verify.toSignedEntity(bundle, artifact && Buffer.from(artifact)));
  });
}

function hintIn({ verificationMaterial: { content } }: Bundle): string {
  return content.$case === "publicKey" ? content.publicKey.hint : "";
}

async function signedAt({ verificationMaterial }: Bundle): Promise<string | null> {
  const { core } = await loadLibrary();
  const { tlogEntries, timestampVerificationData } = verificationMaterial;
  // Only a promise is signed together with its time.
  const promised = tlogEntries.find(({ inclusionPromise }) => inclusionPromise);
  const seconds = Number(promised?.integratedTime ?? 0);
  if (seconds > 0) return new Date(seconds * 1000).toISOString();
  const [stamp] = timestampVerificationData?.rfc3161Timestamps ?? [];
  if (!stamp) return null;
  return core.RFC3161Timestamp.parse(Buffer.from(stamp.signedTimestamp)).signingTime.toISOString();
}

/** Whatever the library throws at a stranger's bytes, too deep a nesting included, is a refusal. */
function holding<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isSvcError(error)) throw error;
    throw invalid(messageOf(error), error);
  }
}
