import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type CiIdentity, identityOf } from "./identity.ts";
import { loadLibrary } from "./library.ts";
import { invalid } from "./refusal.ts";
import { BUNDLE_TYPE, type Envelope, headOf } from "./sign.ts";
import type { Statement, Subject } from "./statement.ts";
import { CI_BUILD, GITHUB_BUILD } from "./statement_kinds.ts";

export { type Envelope, signStatement } from "./sign.ts";

/** A key that signs one statement and is forgotten: the certificate is what stays. */
export interface JobKey {
  privateKey: KeyObject;
  /** SPKI in PEM. */
  publicKey: string;
}

/** Makes a P-256 key. */
export function newJobKey(): JobKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { format: "der", type: "pkcs8" },
    publicKeyEncoding: { format: "pem", type: "spki" },
  });
  return {
    privateKey: createPrivateKey({ key: privateKey, format: "der", type: "pkcs8" }),
    publicKey,
  };
}

/** Proves to Fulcio that the key is held: its signature over the token's subject, DER in base64. */
export function proofOfPossession({ privateKey }: JobKey, subject: string): string {
  return sign("sha256", Buffer.from(subject), privateKey).toString("base64");
}

/** A certificate of a job: what it says of the job, and its bytes in base64. */
export interface JobCertificate {
  identity: CiIdentity;
  rawBytes: string;
}

/**
 * Reads a certificate that was just given; whether it is to be trusted is for `verifyProvenance`.
 *
 * @param pem of one certificate
 * @throws SvcError `provenance_invalid` when it does not name a job
 */
export async function readJobCertificate(pem: string): Promise<JobCertificate> {
  const { core } = await loadLibrary();
  let certificate: InstanceType<typeof core.X509Certificate>;
  try {
    certificate = core.X509Certificate.parse(pem);
  } catch (error) {
    throw invalid("its certificate cannot be read", error);
  }
  const oids = certificate.extensions.map(({ subs }) => ({
    oid: { id: subs[0]!.toOID().split(".").map(Number) },
    value: subs.at(-1)!.value,
  }));
  const { subjectAltName: subjectAlternativeName } = certificate;
  if (subjectAlternativeName === undefined) throw invalid("its certificate does not name a job");
  return {
    identity: identityOf({ subjectAlternativeName, oids }),
    rawBytes: core.pem.toDER(pem).toString("base64"),
  };
}

/**
 * What is said of a version that a job built (trust 3.2): only source, workflow, runner and run, each as
 * the certificate has it, so that the two agree.
 *
 * @param event what started a job of GitHub; undefined for the jobs of others
 * @throws SvcError `provenance_invalid` when a certificate of GitHub's does not name the workflow
 */
export function jobStatement(
  subject: Subject,
  identity: CiIdentity,
  event: string | undefined,
): Statement {
  const { repository, ref, workflow: path, commit, repositoryId, ownerId, runner, runUrl } =
    identity;
  const workflow = repository !== null && ref !== null && path !== null
    ? { ref, repository, path }
    : undefined;
  const isGithub = event !== undefined;
  if (isGithub && (!workflow || repositoryId === null || ownerId === null)) {
    throw invalid("its certificate does not name repository, ids, ref and workflow");
  }
  return {
    ...headOf(subject),
    predicate: {
      buildDefinition: {
        buildType: isGithub ? GITHUB_BUILD : CI_BUILD,
        externalParameters: { ...(workflow && { workflow }) },
        internalParameters: isGithub
          ? {
            github: {
              event_name: event,
              repository_id: repositoryId!,
              repository_owner_id: ownerId!,
            },
          }
          : { job: identity.identity, ...(runner === null ? {} : { runner }) },
        ...(repository === null ? {} : {
          resolvedDependencies: [{
            uri: `git+${repository}${ref === null ? "" : `@${ref}`}`,
            ...(commit === null ? {} : { digest: { gitCommit: commit } }),
          }],
        }),
      },
      runDetails: {
        builder: {
          id: isGithub
            ? `${new URL(repository!).origin}/actions/runner/${runner ?? "unknown"}`
            : identity.issuer,
        },
        ...(runUrl === null ? {} : { metadata: { invocationId: runUrl } }),
      },
    },
  };
}

/** The text of a job's bundle, with what the log answered about it, as bundles have it. */
export function jobBundle(
  { rawBytes }: Pick<JobCertificate, "rawBytes">,
  envelope: Envelope,
  entry: object,
): string {
  return JSON.stringify({
    mediaType: BUNDLE_TYPE,
    verificationMaterial: { certificate: { rawBytes }, tlogEntries: [entry] },
    dsseEnvelope: envelope,
  });
}
