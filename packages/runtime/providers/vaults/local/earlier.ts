import { isRecord, parsedJson } from "@svc/core/json";
import { secretKeyProblem } from "@svc/core/name";
import { listFolder } from "../../../base/files/read.ts";
import { keyMissing, type KeyRing, readOwn } from "./key_file.ts";

/** Rounds of PBKDF2 that secrets from before version 3 were made with. */
const ROUNDS = 100_000;

/** A secret on disk, format version 2 (runtime reference §5.2). Its name is not authenticated. */
interface EarlierSecret {
  iv: string;
  data: string;
  salt: string;
}

/** The name of the file of a secret from before version 3. */
export function earlierName(key: string): string {
  return `${key}.enc`;
}

/** The keys of the secrets in a folder that are from before version 3. */
export async function earlierKeys(folder: string): Promise<string[]> {
  return (await listFolder(folder))
    .filter(({ name, isFile }) => isFile && name.endsWith(".enc"))
    .map(({ name }) => name.slice(0, -".enc".length))
    .filter((key) => secretKeyProblem(key) === undefined);
}

/** True when a folder holds anything that only the passphrase from before version 3 opens. */
export async function needsPassphrase(folder: string): Promise<boolean> {
  return (await listFolder(folder)).some(({ name }) =>
    name.endsWith(".enc") || name === ".annotations" || name === ".refresh"
  );
}

/** What secrets from before version 3 may have been made with: a passphrase, or an SSH key. */
export async function earlierMaterials(
  ring: KeyRing | undefined,
  sshKey: string | undefined,
): Promise<Uint8Array[]> {
  if (ring?.passphrase !== undefined) return [new TextEncoder().encode(ring.passphrase)];
  const text = sshKey === undefined ? undefined : await readOwn(sshKey);
  return text === undefined ? [] : sshMaterials(text, sshKey!);
}

/** The base64 body of a private key: the bytes that it stands for, and those it is written in. */
function sshMaterials(text: string, path: string): Uint8Array[] {
  const body = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s([\s\S]*?)-----END/.exec(text)?.[1];
  const base64 = body?.replaceAll(/\s/g, "");
  const bytes = base64 === undefined ? undefined : decoded(base64);
  if (bytes === undefined) {
    throw keyMissing(
      `${path} is not a private key that can be read without a passphrase`,
      "Name the SSH key that the secrets were made with as ssh_key_path. It must be one " +
        "without a passphrase.",
    );
  }
  return [bytes, new TextEncoder().encode(base64)];
}

/** What an earlier secret holds, or undefined when none of the materials opens it. */
export async function openEarlier(
  text: string,
  materials: readonly Uint8Array[],
): Promise<string | undefined> {
  const secret = parse(text);
  if (secret === undefined) return undefined;
  const [iv, data, salt] = [secret.iv, secret.data, secret.salt].map(decoded);
  if (iv === undefined || data === undefined || salt === undefined) return undefined;
  for (const material of materials) {
    try {
      const key = await derived(material, salt);
      const value = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data);
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
    } catch {
      // Another one may open it.
    }
  }
  return undefined;
}

async function derived(material: Uint8Array, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const bytes = new Uint8Array(material);
  const base = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
  return await crypto.subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["decrypt"],
  );
}

function parse(text: string): EarlierSecret | undefined {
  const value = parsedJson(text);
  if (!isRecord(value) || value["version"] !== 2) return undefined;
  for (const field of ["iv", "data", "salt"]) {
    if (typeof value[field] !== "string") return undefined;
  }
  return value as unknown as EarlierSecret;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return undefined;
  }
}
