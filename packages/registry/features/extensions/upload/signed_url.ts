import { SvcError } from "@svc/core/error";

/** What a signed address is good for; part of what is signed. */
export type SignedPurpose = "upload" | "download";

/**
 * An address that authorises itself until `expires` (milliseconds since the epoch).
 *
 * @param secret the server's secret
 * @param origin the server's base URL
 * @param path the path, part of what is signed
 */
export async function signUrl(
  secret: string,
  origin: string,
  purpose: SignedPurpose,
  path: string,
  expires: number,
): Promise<string> {
  const key = await signingKey(secret);
  const signature = await crypto.subtle.sign("HMAC", key, message(purpose, path, expires));
  const text = new Uint8Array(signature).toBase64({ alphabet: "base64url", omitPadding: true });
  return `${origin}${path}?expires=${expires}&signature=${text}`;
}

/**
 * Checks an address made by {@link signUrl}.
 *
 * @throws SvcError `forbidden` for a forged or altered one, `upload_expired` for one past its time
 */
export async function verifySignedUrl(
  secret: string,
  purpose: SignedPurpose,
  url: string,
  now: Date,
): Promise<void> {
  const { pathname, searchParams } = new URL(url);
  const expires = Number(searchParams.get("expires"));
  const signature = bytesOf(searchParams.get("signature") ?? "");
  const genuine = signature !== undefined && Number.isSafeInteger(expires) &&
    await crypto.subtle.verify(
      "HMAC",
      await signingKey(secret),
      signature,
      message(purpose, pathname, expires),
    );
  if (!genuine) {
    throw new SvcError("forbidden", "This address was not issued by the server", {
      hint: "Use the address exactly as the server gave it.",
    });
  }
  if (now.getTime() >= expires) {
    throw new SvcError("upload_expired", "This address is past its time", {
      hint: purpose === "upload" ? "Announce the version again." : "Ask for the download again.",
    });
  }
}

const keys = new Map<string, Promise<CryptoKey>>();

function signingKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const key = crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(`svc signed address\0${secret}`),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  keys.set(secret, key);
  return key;
}

function message(purpose: SignedPurpose, path: string, expires: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${purpose}\n${path}\n${expires}`);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}
