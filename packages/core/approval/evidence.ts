import { z } from "zod";
import { parsedJson } from "../json/record.ts";
import { challengeOf, type Decided, statementOf } from "./statement.ts";

const Bytes = z.string().regex(/^[A-Za-z0-9_-]+$/).max(24_000);

/** A public key as JSON Web Key (RFC 7517), of a kind that authenticators in use have. */
const PublicKey = z.union([
  z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: Bytes, y: Bytes }),
  z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: Bytes }),
  z.object({ kty: z.literal("RSA"), n: Bytes, e: Bytes }),
]);

/** What a passkey signed for a decision, kept so that anybody can check it later. */
export const Evidence = z.object({
  nonce: Bytes.meta({ description: "What the registry put in front of the statement." }),
  publicKey: PublicKey.meta({ description: "The passkey's public key, as JSON Web Key." }),
  credentialId: Bytes,
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
}).meta({
  id: "ApprovalEvidence",
  description: "A WebAuthn assertion; all bytes are base64url.",
});
export type Evidence = z.output<typeof Evidence>;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

/**
 * Checks that the holder of a public key decided exactly this: with nothing but what is given, no
 * registry is asked (WebAuthn, section 7.2).
 *
 * @returns undefined when it is right, else what is wrong with it
 */
export async function wrongWithEvidence(
  evidence: Evidence,
  decided: Decided,
): Promise<string | undefined> {
  const [clientData, data, signature] = [
    bytesOf(evidence.clientDataJSON),
    bytesOf(evidence.authenticatorData),
    bytesOf(evidence.signature),
  ];
  if (!clientData || !data || !signature) return "it is not base64url";
  const said = parsedJson(new TextDecoder().decode(clientData)) as Record<string, unknown>;
  if (said?.["type"] !== "webauthn.get") return "it is not the use of a passkey";
  const nonce = bytesOf(evidence.nonce);
  if (!nonce || said["challenge"] !== await challengeOf(nonce, statementOf(decided))) {
    return "it was signed for something else";
  }
  if (said["origin"] !== decided.origin || said["crossOrigin"] === true) {
    return "it was signed on another site";
  }
  const host = new TextEncoder().encode(new URL(decided.origin).hostname);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", host));
  if (data.length < 37 || !hash.every((byte, index) => data[index] === byte)) {
    return "the passkey is for another host";
  }
  const wanted = USER_PRESENT | USER_VERIFIED;
  if ((data[32]! & wanted) !== wanted) return "nobody was verified";
  const signed = new Uint8Array(data.length + 32);
  signed.set(data);
  signed.set(new Uint8Array(await crypto.subtle.digest("SHA-256", clientData)), data.length);
  return await isSigned(evidence.publicKey, signature, signed)
    ? undefined
    : "the signature is not of that key";
}

type PublicKey = z.output<typeof PublicKey>;
type Octets = Uint8Array<ArrayBuffer>;

async function isSigned(key: PublicKey, signature: Octets, signed: Octets): Promise<boolean> {
  const algorithm = {
    EC: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
    OKP: { name: "Ed25519" },
    RSA: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  }[key.kty];
  const raw = key.kty === "EC" ? rawSignature(signature) : signature;
  if (raw === undefined) return false;
  try {
    const imported = await crypto.subtle.importKey("jwk", key, algorithm, false, ["verify"]);
    return await crypto.subtle.verify(algorithm, imported, raw, signed);
  } catch {
    return false;
  }
}

/** An ECDSA signature as Web Cryptography wants it: both numbers in 32 bytes, without DER around them. */
function rawSignature(der: Octets): Octets | undefined {
  const raw = new Uint8Array(64);
  let at = 2;
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const number = der.subarray(at + 2, at + 2 + length);
    if (der[at] !== 0x02 || length === 0 || number.length !== length) return undefined;
    const digits = number[0] === 0 ? number.subarray(1) : number;
    if (digits.length > 32) return undefined;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return at === der.length ? raw : undefined;
}

function bytesOf(text: string): Octets | undefined {
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}
