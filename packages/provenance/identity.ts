import type { Signer } from "@sigstore/verify";
import { invalid } from "./refusal.ts";

/** Who signed, as the certificate names it: the job of a CI (trust 3.1). Absent = null. */
export interface CiIdentity {
  /** Who vouched for the job: the address of the CI's issuer. */
  issuer: string;
  /** The workflow that signed, as an address: the certificate's only name. */
  identity: string;
  /** Address of the repository it was built from. */
  repository: string | null;
  repositoryId: string | null;
  ownerId: string | null;
  /** Path of the workflow that was started, in the repository; null where there are no ids. */
  workflow: string | null;
  commit: string | null;
  ref: string | null;
  runUrl: string | null;
  environment: string | null;
  /** `github-hosted`, `self-hosted`, `buildkite-hosted`. */
  runner: string | null;
}

/** Where Fulcio's extensions are; from 8 on their values are DER UTF8String. */
const FULCIO = "1.3.6.1.4.1.57264.1.";

const FIELDS = {
  issuer: 8,
  runner: 11,
  repository: 12,
  commit: 13,
  ref: 14,
  repositoryId: 15,
  ownerId: 17,
  config: 18,
  runUrl: 21,
  environment: 23,
} as const;

/**
 * What a verified certificate says of its job.
 *
 * @throws SvcError `provenance_invalid` when it lacks an issuer or a name, has an extension twice or
 *   one that is not a text
 */
export function identityOf(certificate: NonNullable<Signer["identity"]>): CiIdentity {
  const values = new Map<string, string>();
  for (const { oid, value } of certificate.oids ?? []) {
    const id = oid?.id.join(".") ?? "";
    if (!id.startsWith(FULCIO) || Number(id.slice(FULCIO.length)) < 8) continue;
    if (values.has(id)) throw invalid(`its certificate has ${id} twice`);
    values.set(id, utf8Of(value));
  }
  const field = (name: keyof typeof FIELDS) => values.get(`${FULCIO}${FIELDS[name]}`) || null;
  const { subjectAlternativeName: identity } = certificate;
  const issuer = field("issuer");
  if (!issuer || !identity) throw invalid("its certificate does not name who signed");
  const repository = addressOf(field("repository"));
  const repositoryId = field("repositoryId");
  return {
    issuer,
    identity,
    repository,
    repositoryId,
    ownerId: field("ownerId"),
    // Without ids the name is the identity (Buildkite, CircleCI), and the config is that of one run.
    workflow: repositoryId === null ? null : workflowOf(field("config"), repository, field("ref")),
    commit: field("commit"),
    ref: field("ref"),
    runUrl: field("runUrl"),
    environment: field("environment"),
    // CircleCI's template writes two quotation marks where there is nothing to say.
    runner: field("runner")?.replace(/^""$/, "") || null,
  };
}

/** CircleCI names repositories without a scheme. */
function addressOf(repository: string | null): string | null {
  return repository && /^[\w.-]+\/\w/.test(repository) ? `https://${repository}` : repository;
}

/** The path in `https://host/owner/name/PATH@ref`, each of which may have an `@`; GitLab has two slashes. */
function workflowOf(
  config: string | null,
  repository: string | null,
  ref: string | null,
): string | null {
  if (config === null) return null;
  const isBefore = ref !== null && config.endsWith(`@${ref}`);
  const end = isBefore ? config.length - ref.length - 1 : config.lastIndexOf("@");
  const path = end < 0 ? config : config.slice(0, end);
  if (repository === null || !path.startsWith(`${repository}/`)) return path;
  return path.slice(repository.length).replace(/^\/+/, "");
}

/**
 * The text in a DER UTF8String: 0x0C, length, bytes. Addresses reach the long form of the length, from
 * 128 bytes on.
 *
 * @throws SvcError `provenance_invalid`
 */
export function utf8Of(der: Uint8Array): string {
  const [tag, first = 0] = der;
  const long = first & 0x80 ? first & 0x7f : 0;
  const length = long === 0
    ? first
    : der.subarray(2, 2 + long).reduce((all, byte) => all * 256 + byte, 0);
  const bytes = der.subarray(2 + long);
  if (tag !== 0x0c || long > 2 || bytes.length !== length || first === 0x80) {
    throw invalid("its certificate has an extension that is not a text");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalid("its certificate has an extension that is not a text", error);
  }
}
