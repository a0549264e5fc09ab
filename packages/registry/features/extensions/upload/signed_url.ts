import { SvcError } from "@svc/core/error";

/** What a signed address is good for; part of what is signed. */
export type SignedPurpose = "upload" | "download";

/** Makes addresses that authorise themselves, and checks them. */
export interface UrlSigner {
  /**
   * An address of this server that is good until `expires` (milliseconds since the epoch).
   *
   * @param path the path, part of what is signed
   */
  sign(purpose: SignedPurpose, path: string, expires: number): Promise<string>;
  /**
   * Checks an address that {@linkcode UrlSigner.sign} made.
   *
   * @throws SvcError `forbidden` for a forged or altered one, `upload_expired` for one past its time
   */
  verify(purpose: SignedPurpose, url: string, now: Date): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    /** Addresses that archives go to and come from. */
    urls: UrlSigner;
  }
}

/**
 * A signer of one server.
 *
 * @param secret the server's secret
 * @param origin the server's base URL
 */
export async function urlSigner(secret: string, origin: string): Promise<UrlSigner> {
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(`svc signed address\0${secret}`),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  return {
    async sign(purpose, path, expires) {
      const signature = await crypto.subtle.sign("HMAC", key, message(purpose, path, expires));
      const text = new Uint8Array(signature).toBase64({ alphabet: "base64url", omitPadding: true });
      return `${origin}${path}?expires=${expires}&signature=${text}`;
    },
    async verify(purpose, url, now) {
      const { pathname, searchParams } = new URL(url);
      const expires = Number(searchParams.get("expires"));
      const signature = bytesOf(searchParams.get("signature") ?? "");
      const genuine = signature !== undefined && Number.isSafeInteger(expires) &&
        await crypto.subtle.verify("HMAC", key, signature, message(purpose, pathname, expires));
      if (!genuine) throw forged();
      if (now.getTime() >= expires) throw expired(purpose);
    },
  };
}

function forged(): SvcError {
  return new SvcError("forbidden", "This address was not issued by the server", {
    hint: "Use the address exactly as the server gave it.",
  });
}

function expired(purpose: SignedPurpose): SvcError {
  return new SvcError("upload_expired", "This address is past its time", {
    hint: purpose === "upload" ? "Announce the version again." : "Ask for the download again.",
  });
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
