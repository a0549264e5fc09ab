import { messageOf, SvcError } from "@svc/core/error";
import type { TrustedRoot } from "@sigstore/protobuf-specs";
import type { TrustMaterial } from "@sigstore/verify";
import { createHash } from "node:crypto";
import { loadLibrary } from "./library.ts";

/** What is trusted to say who signed: authorities of certificates and of times, and logs. */
export interface TrustRoot {
  /** SHA-256 of the root's JSON, lower-case hex: says which root something was verified with. */
  digest: string;
  material: Omit<TrustMaterial, "publicKey">;
}

/**
 * Reads a `TrustedRoot` of Sigstore (JSON). Everything in it needs a date from which it is valid: the
 * library would take a key without one for valid since always (trust 3.4).
 *
 * @throws SvcError `unavailable` when it is no root that may be used
 */
export async function readTrustRoot(text: string): Promise<TrustRoot> {
  const { specs, verify } = await loadLibrary();
  try {
    const json = JSON.parse(text);
    const root = specs.TrustedRoot.fromJSON(json);
    assertDated(root);
    const { publicKey: _, ...material } = verify.toTrustMaterial(root);
    return { digest: createHash("sha256").update(JSON.stringify(json)).digest("hex"), material };
  } catch (error) {
    throw unusable(error);
  }
}

function assertDated(root: TrustedRoot): void {
  if (!/^application\/vnd\.dev\.sigstore\.trustedroot/.test(root.mediaType)) {
    throw new Error("it is no trusted root of Sigstore (mediaType)");
  }
  for (const name of ["tlogs", "ctlogs"] as const) {
    if (root[name].some(({ publicKey }) => !publicKey?.validFor?.start)) {
      throw new Error(`a key in '${name}' has no date from which it is valid`);
    }
  }
  for (const name of ["certificateAuthorities", "timestampAuthorities"] as const) {
    if (root[name].some(({ validFor }) => !validFor?.start)) {
      throw new Error(`an authority in '${name}' has no date from which it is valid`);
    }
    if (root[name].some(({ certChain }) => !certChain?.certificates.length)) {
      throw new Error(`an authority in '${name}' has no certificate`);
    }
  }
  if (root.certificateAuthorities.length === 0 || root.tlogs.length === 0) {
    throw new Error("it names no authority for certificates, or no log");
  }
}

/**
 * The text of the root that a setting names: `public`, the root of the public instance of Sigstore as
 * it was when this version of svc was made, or a file.
 *
 * @throws SvcError `unavailable` when the file cannot be read
 */
export async function trustRootText(place: string): Promise<string> {
  if (place === "public") {
    const { PUBLIC_ROOT } = await import("./public_root.ts");
    return PUBLIC_ROOT;
  }
  try {
    return await Deno.readTextFile(place);
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(cause: unknown): SvcError {
  return new SvcError("unavailable", `The trust root cannot be used: ${messageOf(cause)}`, {
    hint: "Name a trusted_root.json of Sigstore, or 'public'.",
    cause,
    outside: {
      message: "Provenance cannot be checked here at the moment",
      hint: "Push again later; nothing was published.",
    },
  });
}
