import { SvcError } from "@svc/core/error";
import type { KeptPublisher } from "@svc/runtime/consent";
import { readPolicy } from "@svc/runtime/policy";
import type { Repository } from "@svc/runtime/repository";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { extensionPath } from "./path.ts";

/** A version whose bytes are here and were hashed. */
export interface VersionAtHand {
  name: string;
  version: string;
  /** SHA-256 of the archive, as it was computed here. */
  checksum: string;
  /** The name in the archive. */
  publishedAs: string;
}

/**
 * Reads a version's statement from its registry and verifies it here; undefined when there is none.
 *
 * @throws SvcError `provenance_invalid`; `unavailable` when nothing could be verified; what `callJson`
 *   throws
 */
export async function fetchStatement(
  caller: Caller,
  repo: Pick<Repository, "policy" | "config"> & { root?: string },
  at: VersionAtHand,
): Promise<KeptPublisher | undefined> {
  const { bundles: [first] } = await callJson(
    caller,
    { path: `${extensionPath(at.name, at.version)}/provenance` },
    (wire) => wire.ProvenanceResponse,
  );
  if (first === undefined) return undefined;
  const { bundle, publicKey } = first;
  const spki = publicKey?.spki ?? null;
  const { publisher } = await verifyStatement(repo, at, { bundle, spki });
  return {
    publisher,
    version: at.version,
    checksum: at.checksum,
    publishedAs: at.publishedAs,
    bundle,
    spki,
  };
}

/**
 * Verifies a statement about a version offline, with the client's own trust root or the policy's.
 *
 * @throws SvcError `provenance_invalid`; `unavailable` when nothing could be verified
 */
export async function verifyStatement(
  repo: Pick<Repository, "policy" | "config"> & { root?: string },
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
      hint: "Tell its owners. Where the registry has a Sigstore of its own, name its " +
        "trusted_root.json in the policy: provenance: { root: /path }.",
      cause: error,
    });
  }
}
