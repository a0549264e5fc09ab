import { SvcError } from "@svc/core/error";
import { messageOf } from "@svc/core/error";
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
 * @throws Error that says what is wrong with the file; SvcError `unavailable` as `loadLibrary`
 */
export async function readTrustRoot(text: string): Promise<TrustRoot> {
  const { specs, verify } = await loadLibrary();
  const json = JSON.parse(text);
  const root = specs.TrustedRoot.fromJSON(json);
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
  const { publicKey: _, ...material } = verify.toTrustMaterial(root);
  return { digest: createHash("sha256").update(JSON.stringify(json)).digest("hex"), material };
}

/** The root of the public instance of Sigstore, as it was when this version of svc was made. */
export async function publicTrustRoot(): Promise<TrustRoot> {
  const { default: root } = await import("./public_root.json", { with: { type: "json" } });
  return await readTrustRoot(JSON.stringify(root));
}

/**
 * The root that a setting names: `public`, or a file.
 *
 * @throws SvcError `unavailable` when the file cannot be read or is no root that may be used
 */
export async function trustRootAt(place: string): Promise<TrustRoot> {
  try {
    return place === "public"
      ? await publicTrustRoot()
      : await readTrustRoot(await Deno.readTextFile(place));
  } catch (error) {
    throw new SvcError("unavailable", `The trust root '${place}' cannot be used`, {
      hint: `${messageOf(error)}. Name a trusted_root.json of Sigstore, or 'public'.`,
      cause: error,
      outside: {
        message: "Provenance cannot be checked here at the moment",
        hint: "Push again later; nothing was published. The operator was told.",
      },
    });
  }
}
