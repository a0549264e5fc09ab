import { SvcError } from "@svc/core/error";
import { createHash, createPublicKey } from "node:crypto";

/** A public key that signs statements, and how bundles name it. */
export interface PublicSigningKey {
  /** The key as SPKI, DER in base64. */
  spki: string;
  /** SHA-256 of the SPKI, lower-case hex: a bundle's `publicKey.hint`. */
  hint: string;
}

/** How bundles name a key. */
export function hintOf(spki: string): string {
  return createHash("sha256").update(Buffer.from(spki, "base64")).digest("hex");
}

/**
 * Reads a public key in PEM, or SPKI in base64: P-256 or Ed25519.
 *
 * @throws SvcError `invalid_argument`
 */
export function readSigningKey(text: string): PublicSigningKey {
  try {
    const key = createPublicKey(
      text.includes("-----BEGIN PUBLIC KEY-----")
        ? text
        : { key: Buffer.from(text, "base64"), format: "der", type: "spki" },
    );
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    if (type === "ed25519" || (type === "ec" && details?.namedCurve === "prime256v1")) {
      const spki = key.export({ format: "der", type: "spki" }).toString("base64");
      return { spki, hint: hintOf(spki) };
    }
  } catch {
    // Said below: what the library says of a wrong key helps nobody.
  }
  throw new SvcError("invalid_argument", "This is no public key that can sign versions", {
    hint: "Give a P-256 or Ed25519 public key in PEM ('-----BEGIN PUBLIC KEY-----').",
  });
}
