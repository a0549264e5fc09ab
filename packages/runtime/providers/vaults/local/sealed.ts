import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { visibleName } from "@svc/core/text";
import { sha256Hex } from "../../../base/files/digest.ts";

/**
 * A secret on disk, format version 3: AES-256-GCM under a random key, the header authenticated with
 * the value, so that no file can stand for another key or another vault.
 */
export interface Sealed {
  version: 3;
  /** The id of the vault's configuration. */
  vault: string;
  /** What the secret is called. */
  key: string;
  /** Which key of the key file it was made with. */
  keyId: string;
  /** 12 bytes in base64. */
  iv: string;
  /** Ciphertext and tag in base64. */
  data: string;
}

/** A key of a key file. */
export interface SealingKey {
  id: string;
  /** 32 bytes. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** The name of the file of a secret: the same length for any key, and none differ only in case. */
export async function sealedName(key: string): Promise<string> {
  return `${await sha256Hex(key)}.json`;
}

/** True for the name of a file that {@linkcode sealedName} gives. */
export function isSealedName(name: string): boolean {
  return /^[0-9a-f]{64}\.json$/.test(name);
}

/** A key as an id: enough of its digest to tell it from others. */
export async function keyIdOf(bytes: Uint8Array): Promise<string> {
  const label = new TextEncoder().encode("svc vault key id\n");
  return (await sha256Hex(new Uint8Array([...label, ...bytes]))).slice(0, 16);
}

/** The text of a secret's file. */
export async function seal(
  value: string,
  { vault, key }: Pick<Sealed, "vault" | "key">,
  sealing: SealingKey,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const header = { version: 3 as const, vault, key, keyId: sealing.id };
  const data = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: bound(header) },
    await imported(sealing, "encrypt"),
    new TextEncoder().encode(value),
  );
  const sealed: Sealed = { ...header, iv: iv.toBase64(), data: new Uint8Array(data).toBase64() };
  return `${JSON.stringify(sealed, null, 2)}\n`;
}

/** The value of a secret's file, or undefined when anything in it is not as it was written. */
export async function unseal(sealed: Sealed, key: SealingKey): Promise<string | undefined> {
  try {
    const value = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: Uint8Array.fromBase64(sealed.iv), additionalData: bound(sealed) },
      await imported(key, "decrypt"),
      Uint8Array.fromBase64(sealed.data),
    );
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return undefined;
  }
}

/** What a file says, or undefined when it is none of a secret. */
export function parseSealed(text: string): Sealed | undefined {
  const value = parsedJson(text);
  if (!isRecord(value) || value["version"] !== 3) return undefined;
  for (const field of ["vault", "key", "keyId", "iv", "data"]) {
    if (typeof value[field] !== "string") return undefined;
  }
  return value as unknown as Sealed;
}

/** A secret that is not as it was written. */
export function damaged(vault: string, key: string, why: string): SvcError {
  return new SvcError(
    "vault_damaged",
    `The secret ${visibleName(key)} of vault '${vault}' is damaged: ${why}`,
    { hint: `Put it again: svc vault put ${vault} ${visibleName(key)}` },
  );
}

function bound({ version, vault, key, keyId }: Omit<Sealed, "iv" | "data">) {
  return new TextEncoder().encode(JSON.stringify([version, vault, key, keyId]));
}

function imported({ bytes }: SealingKey, use: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [use]);
}
