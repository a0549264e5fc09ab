import { fulcioHandler, initializeCA, initializeCTLog } from "@sigstore/mock/dist/fulcio/index.js";
import { initializeTLog } from "@sigstore/mock/dist/rekor/index.js";
import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** What a job's certificate is made of: claims of its token, and `san`, the name of who signs. */
export type Claims = Readonly<Record<string, string>>;

/** A certificate authority, a log for certificates and one for signatures, as Sigstore has them. */
export interface FakeSigstore {
  /** `trusted_root.json` that trusts them. */
  root: string;
  /** A bundle over a statement, signed by a job with these claims. */
  sign(statement: unknown, claims: Claims): Promise<string>;
  /**
   * A certificate in PEM, with its authority's, for a public key in PEM.
   *
   * @param name the address of who signs
   * @param fields Fulcio's extensions by their last number
   */
  certify(publicKey: string, name: string, fields: Record<number, string>): Promise<string[]>;
  /** What the log keeps of an envelope's entry, and answers: one entry by its id. */
  record(body: object): Promise<Record<string, object>>;
}

/** Claims of a job at GitHub, with the certificate name that Fulcio gives it. */
export function githubClaims(changed: Claims = {}): Claims {
  const workflow = "acme/greeter/.github/workflows/release.yml@refs/tags/v1";
  return {
    iss: "https://token.actions.githubusercontent.com",
    san: `https://github.com/${workflow}`,
    repository: "acme/greeter",
    repository_id: "1001",
    repository_owner: "acme",
    repository_owner_id: "2002",
    sha: "3f9c2e1".padEnd(40, "0"),
    ref: "refs/tags/v1",
    workflow_ref: workflow,
    job_workflow_ref: workflow,
    runner_environment: "github-hosted",
    event_name: "push",
    run_id: "77",
    run_attempt: "1",
    ...changed,
  };
}

/** Starts nothing: certificates and entries are made in this process, and hold offline. */
export async function fakeSigstore(): Promise<FakeSigstore> {
  const pair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ctLog = await initializeCTLog(pair());
  const ca = await initializeCA(generateKeyPairSync("ec", { namedCurve: "P-384" }), ctLog);
  const log = await initializeTLog("https://rekor.sigstore.dev", pair());
  const fulcio = fulcioHandler(ca, { subjectClaim: "san" });
  return {
    root: JSON.stringify(rootOf(ca.rootCertificate, ctLog, log.publicKey)),
    async certify(publicKey, name, fields) {
      const der = await ca.issueCertificate({
        publicKey: Buffer.from(derOf(publicKey), "base64"),
        subjectAltName: name,
        extensions: Object.entries(fields).map(([last, value]) => ({
          oid: `1.3.6.1.4.1.57264.1.${last}`,
          value,
        })),
      });
      return [der, ca.rootCertificate].map((one) =>
        `-----BEGIN CERTIFICATE-----\n${base64Of(one)}\n-----END CERTIFICATE-----\n`
      );
    },
    record: async (body) => await log.log(body as Parameters<typeof log.log>[0]),
    async sign(statement, claims) {
      const { publicKey, privateKey } = pair();
      const { statusCode, response } = await fulcio.fn(JSON.stringify({
        credentials: { oidcIdentityToken: tokenOf(claims) },
        publicKeyRequest: {
          publicKey: { content: publicKey.export({ format: "pem", type: "spki" }) },
        },
      }));
      if (statusCode !== 201) throw new Error(String(response));
      const [leaf] = JSON.parse(String(response)).signedCertificateEmbeddedSct.chain.certificates;
      const envelope = signed(statement, privateKey);
      const entry = Object.values(await log.log(entryOf(envelope, leaf)))[0]!;
      return JSON.stringify({
        mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
        verificationMaterial: {
          certificate: { rawBytes: derOf(leaf) },
          tlogEntries: [logEntry(entry as unknown as RekorEntry)],
        },
        dsseEnvelope: envelope,
      });
    },
  };
}

/** A bundle over a statement, signed with a key that its SPKI's SHA-256 names. */
export function signWithKey(statement: unknown, key: KeyObject, spki: Uint8Array): string {
  return JSON.stringify({
    mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
    verificationMaterial: {
      publicKey: { hint: createHash("sha256").update(spki).digest("hex") },
      tlogEntries: [],
    },
    dsseEnvelope: signed(statement, key),
  });
}

const TYPE = "application/vnd.in-toto+json";

function signed(statement: unknown, key: KeyObject) {
  const payload = Buffer.from(JSON.stringify(statement));
  const bytes = Buffer.concat([
    Buffer.from(`DSSEv1 ${TYPE.length} ${TYPE} ${payload.length} `),
    payload,
  ]);
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return {
    payload: payload.toString("base64"),
    payloadType: TYPE,
    signatures: [{ sig: sign(digest, bytes, key).toString("base64") }],
  };
}

/** The body that Rekor keeps of an envelope (`dsse` 0.0.1). */
function entryOf({ payload, signatures }: ReturnType<typeof signed>, leaf: string): object {
  const value = createHash("sha256").update(Buffer.from(payload, "base64")).digest("hex");
  return {
    apiVersion: "0.0.1",
    kind: "dsse",
    spec: {
      payloadHash: { algorithm: "sha256", value },
      signatures: [{
        signature: signatures[0]!.sig,
        verifier: Buffer.from(leaf).toString("base64"),
      }],
    },
  };
}

interface RekorEntry {
  body: string;
  integratedTime: number;
  logID: string;
  logIndex: number;
  verification: {
    inclusionProof: {
      checkpoint: string;
      hashes: string[];
      logIndex: number;
      rootHash: string;
      treeSize: number;
    };
    signedEntryTimestamp: string;
  };
}

function logEntry({ body, integratedTime, logID, logIndex, verification }: RekorEntry) {
  const { inclusionProof: proof, signedEntryTimestamp } = verification;
  const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");
  return {
    logIndex: String(logIndex),
    logId: { keyId: base64(logID) },
    kindVersion: { kind: "dsse", version: "0.0.1" },
    integratedTime: String(integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(proof.logIndex),
      rootHash: base64(proof.rootHash),
      treeSize: String(proof.treeSize),
      hashes: proof.hashes.map(base64),
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: body,
  };
}

function rootOf(
  certificate: ArrayBufferView,
  ctLog: { publicKey: Uint8Array; logID: ArrayBufferView },
  logKey: Uint8Array,
) {
  const validFor = { start: "2020-01-01T00:00:00Z" };
  const log = (baseUrl: string, keyId: string, key: Uint8Array) => ({
    baseUrl,
    hashAlgorithm: "SHA2_256",
    publicKey: {
      rawBytes: Buffer.from(key).toString("base64"),
      keyDetails: "PKIX_ECDSA_P256_SHA_256",
      validFor,
    },
    logId: { keyId },
  });
  return {
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    tlogs: [
      log(
        "https://rekor.sigstore.dev",
        createHash("sha256").update(logKey).digest("base64"),
        logKey,
      ),
    ],
    certificateAuthorities: [{
      subject: { organization: "sigstore.mock", commonName: "sigstore" },
      uri: "https://fulcio.sigstore.dev",
      certChain: { certificates: [{ rawBytes: base64Of(certificate) }] },
      validFor,
    }],
    ctlogs: [
      log(
        "https://ctfe.sigstore.dev",
        base64Of(ctLog.logID),
        ctLog.publicKey,
      ),
    ],
    timestampAuthorities: [],
  };
}

function tokenOf(claims: Claims): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.`;
}

function derOf(pem: string): string {
  return pem.replace(/-----[A-Z ]+-----|\s/g, "");
}

function base64Of({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString("base64");
}
