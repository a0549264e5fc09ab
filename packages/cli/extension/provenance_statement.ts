import { SvcError } from "@svc/core/error";
import type { KeptPublisher } from "@svc/runtime/consent";
import { sha256Hex } from "@svc/runtime/files";
import { readPolicy } from "@svc/runtime/policy";
import type { Repository } from "@svc/runtime/repository";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import type { LoggedKey, LoggedVersion } from "../log/verify.ts";
import { type Checking, keyInLog } from "./log_check.ts";
import { extensionPath } from "./path.ts";
import type { VersionFacts } from "./version_facts.ts";

/** Where the policy is looked for. */
export type Place = Pick<Repository, "policy" | "config"> & { root?: string };

/** A version whose bytes are here and were hashed. */
export interface VersionAtHand {
  name: string;
  version: string;
  /** SHA-256 of the archive, as it was computed here. */
  checksum: string;
  /** The name in the archive. */
  publishedAs: string;
}

/** A version whose statement is looked for. */
export interface FetchedVersion extends VersionAtHand {
  /** What its registry says of it. */
  facts: Pick<VersionFacts, "isSigned" | "publishedAt">;
  /** What the registry's log says of it, where it does. */
  logged: LoggedVersion | undefined;
}

/**
 * Reads a version's statement from its registry and verifies it here; undefined when there is none. Where
 * the log has the version, it has to be the statement that was published with it: neither registry nor
 * mirror may strip, exchange or add one.
 *
 * @throws SvcError `provenance_invalid`, also for a key that was not good when the version was published;
 *   `log_inconsistent`; `unavailable` when nothing could be verified; what `callJson` and `verifyLogged`
 *   throw
 */
export async function fetchStatement(
  context: Checking,
  caller: Caller,
  repo: Place,
  at: FetchedVersion,
): Promise<KeptPublisher | undefined> {
  const found = at.facts.isSigned ? await askStatement(caller, at) : undefined;
  await assertAsLogged(at, found?.bundle);
  if (found === undefined) return undefined;
  const { bundle, publicKey } = found;
  const spki = publicKey?.spki ?? null;
  const { publisher } = await verifyStatement(repo, at, { bundle, spki });
  if (publicKey !== null && "key" in publisher) {
    assertWasGood(at, publicKey, await keyInLog(context, caller, repo, at, publisher.key));
  }
  const { version, checksum, publishedAs } = at;
  return { publisher, version, checksum, publishedAs, bundle, spki };
}

async function askStatement(caller: Caller, { name, version }: VersionAtHand) {
  const { bundles: [first] } = await callJson(
    caller,
    { path: `${extensionPath(name, version)}/provenance` },
    (wire) => wire.ProvenanceResponse,
  );
  return first;
}

async function assertAsLogged(
  { name, version, logged }: FetchedVersion,
  bundle: string | undefined,
): Promise<void> {
  if (logged === undefined) return;
  if (logged.provenance === (bundle && await sha256Hex(bundle))) return;
  const was = logged.provenance === undefined ? "without a" : bundle ? "with another" : "with a";
  throw new SvcError(
    "log_inconsistent",
    `The log says that ${name} ${version} was published ${was} statement of where it came from`,
    {
      hint:
        "Install nothing of it for now, and tell its owners: the registry, or a mirror of it, " +
        "stripped or exchanged the statement.",
    },
  );
}

/**
 * A key is good from its registration to its revocation (trust 3.3), by the times of the log where it tells
 * them, else by those of the registry.
 */
function assertWasGood(
  { name, version, logged, facts: { publishedAt = new Date() } }: FetchedVersion,
  key: { registeredAt: string; revokedAt: string | null },
  told: LoggedKey | undefined,
): void {
  const published = logged === undefined ? publishedAt : new Date(logged.at);
  const from = told?.isRevoked === false ? told.at : key.registeredAt;
  const to = told?.isRevoked ? told.at : key.revokedAt;
  const isAfter = to !== null && published > new Date(to);
  if (!isAfter && published >= new Date(from)) return;
  throw new SvcError(
    "provenance_invalid",
    `${name} ${version} was published on ${published.toISOString()}, and its key was ${
      isAfter ? `revoked on ${to}` : `registered on ${from}`
    }`,
    { hint: "Install nothing of it for now, and tell its owners." },
  );
}

/**
 * Verifies a statement about a version offline, with the client's own trust root or the policy's.
 *
 * @throws SvcError `provenance_invalid`; `unavailable` when nothing could be verified
 */
export async function verifyStatement(
  repo: Place,
  { name, version, checksum, publishedAs }: VersionAtHand,
  { bundle, spki }: Pick<KeptPublisher, "bundle" | "spki">,
) {
  // Only who verifies pays for what verifies.
  const { hintOf, publisherOf, readTrustRoot, trustRootText, verifyProvenance } = await import(
    "@svc/provenance"
  );
  const place = (await readPolicy(repo))?.provenance.root ?? "public";
  try {
    const found = await verifyProvenance(bundle, {
      subject: { name: `${publishedAs}@${version}`, checksum },
      // A key needs none: it is known by its own digest, and was pinned by it.
      root: spki === null ? await readTrustRoot(await trustRootText(place)) : undefined,
      keys: new Map(spki === null ? [] : [[hintOf(spki), spki]]),
    });
    return { publisher: publisherOf(found), found };
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== "provenance_invalid") throw error;
    throw new SvcError("provenance_invalid", `${name} ${version}: ${error.message}`, {
      hint: `Tell its owners.${spki === null ? ` ${rootHint(place)}` : ""}`,
      cause: error,
    });
  }
}

/** An instance of Sigstore renews its keys: what they sign is unknown to a root from before. */
function rootHint(place: string): string {
  return place === "public"
    ? "If it is newer than this client, its keys may be as well: 'svc upgrade' renews the trust root " +
      "of Sigstore. Where the registry has a Sigstore of its own, name its trusted_root.json in the " +
      "policy: provenance: { root: /path }."
    : `If its keys are newer than the trust root of the policy, renew that: ${place}.`;
}
