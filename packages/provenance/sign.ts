import type { Statement, Subject } from "./statement.ts";
import { SvcError } from "@svc/core/error";
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { LOCAL_BUILD, SLSA_PREDICATE, STATEMENT_TYPE } from "./statement_kinds.ts";

/** A new key: what signs, for a vault, and what is registered. */
export interface NewSigningKey {
  /** PKCS #8 in PEM: the secret. */
  privateKey: string;
  /** SPKI in base64. */
  publicKey: string;
  /** SHA-256 of the SPKI, by which bundles name the key. */
  hint: string;
}

/** Makes a P-256 key. */
export function newSigningKey(): NewSigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ format: "der", type: "spki" });
  return {
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicKey: spki.toString("base64"),
    hint: digestOf(spki),
  };
}

/**
 * Signs that a version was made by who holds the key (trust 3.3).
 *
 * @param pem a P-256 or Ed25519 private key, PKCS #8 in PEM
 * @returns the text of a bundle
 * @throws SvcError `invalid_argument` when the text is no such key; it is not shown
 */
export function signVersion(subject: Subject, pem: string): string {
  const key = privateKeyOf(pem);
  const statement = {
    ...headOf(subject),
    predicate: {
      buildDefinition: { buildType: LOCAL_BUILD, externalParameters: {} },
      runDetails: { builder: { id: "urn:svc:person" } },
    },
  };
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return JSON.stringify({
    mediaType: BUNDLE_TYPE,
    verificationMaterial: { publicKey: { hint: digestOf(spki) }, tlogEntries: [] },
    dsseEnvelope: signStatement(statement, key),
  });
}

/** What each statement about a version begins with. */
export function headOf(
  { name, checksum }: Subject,
): Pick<Statement, "_type" | "subject" | "predicateType"> {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name, digest: { sha256: checksum } }],
    predicateType: SLSA_PREDICATE,
  };
}

/** What a bundle says that it is. */
export const BUNDLE_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json";

/** A signed statement, as DSSE has it. */
export interface Envelope {
  /** The statement's JSON in base64. */
  payload: string;
  payloadType: typeof STATEMENT_TYPE;
  signatures: readonly [{ sig: string }];
}

/** Signs a statement with a P-256 or Ed25519 key. */
export function signStatement(statement: object, key: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement));
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  const signature = sign(digest, signedBytes(payload), key);
  return {
    payload: payload.toString("base64"),
    payloadType: STATEMENT_TYPE,
    signatures: [{ sig: signature.toString("base64") }],
  };
}

/** What DSSE signs: type and payload with their lengths. */
function signedBytes(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** The key of a text. @throws SvcError `invalid_argument` when it is none; it is not shown */
export function privateKeyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    if (type === "ed25519" || (type === "ec" && details?.namedCurve === "prime256v1")) return key;
  } catch {
    // Said below: the library's words may show the text.
  }
  throw new SvcError("invalid_argument", "This secret is no private key that can sign versions", {
    hint: "Make one with 'svc signing-key create', or store a P-256 or Ed25519 key in PEM.",
  });
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
