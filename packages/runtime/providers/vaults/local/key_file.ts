import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { parentOf } from "../../../base/files/path.ts";
import { lstatIfPresent } from "../../../base/files/read.ts";
import { syncFolder, writeAtomic } from "../../../base/files/write.ts";
import { keyIdOf, type SealingKey } from "./sealed.ts";

/** The keys of a vault: one that new secrets are made with, and others while it is changed. */
export interface KeyRing {
  /** The vault they belong to; undefined for a key from before version 3. */
  vault?: string;
  current: SealingKey;
  /** By id, the current one included. */
  keys: ReadonlyMap<string, SealingKey>;
  /** What secrets from before version 3 were made with. */
  passphrase?: string;
}

/** Bytes of a key file; one holds a few keys. */
const LARGEST = 64 * 1024;

/** A key file from before version 3: two UUIDs without anything between. */
const PASSPHRASE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{20}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The keys in a key file, or undefined when there is none.
 *
 * @throws SvcError `vault_key_missing` for a file that others can read, that holds no keys or those of
 *   another vault; no error holds any of it
 */
export async function readKeys(path: string, vault: string): Promise<KeyRing | undefined> {
  const text = await readOwn(path);
  if (text === undefined) return undefined;
  const ring = PASSPHRASE.test(text.trim())
    ? await earlierRing(text.trim())
    : await parsedRing(text);
  if (ring === undefined) {
    throw keyMissing(`${path} is not a key file of a vault`, "Restore it from a copy.");
  }
  if (ring.vault !== undefined && ring.vault !== vault) {
    throw keyMissing(
      `${path} is the key file of another vault`,
      "Restore the right one from a copy. Two vaults cannot share a key file.",
    );
  }
  return ring;
}

/** A ring with one new key. */
export async function newRing(vault: string): Promise<KeyRing> {
  return { ...ringOf(await newKey()), vault };
}

/** A ring with a new key as the current one, beside those of another ring. */
export async function withNewKey(ring: KeyRing, vault: string): Promise<KeyRing> {
  const current = await newKey();
  return { ...ring, vault, current, keys: new Map([...ring.keys, [current.id, current]]) };
}

/** The current key alone, with the passphrase of earlier secrets when some are left. */
export function currentOnly(ring: KeyRing, keepPassphrase: boolean): KeyRing {
  const { passphrase, ...rest } = ring;
  return {
    ...rest,
    ...ringOf(ring.current),
    ...(keepPassphrase && passphrase !== undefined ? { passphrase } : {}),
  };
}

/** Replaces a key file in one step, readable by its owner only, safe on the disk when it returns. */
export async function writeKeys(path: string, ring: KeyRing): Promise<void> {
  const text = JSON.stringify(
    {
      version: 3,
      vault: ring.vault,
      current: ring.current.id,
      keys: Object.fromEntries([...ring.keys].map(([id, { bytes }]) => [id, bytes.toBase64()])),
      ...(ring.passphrase === undefined ? {} : { passphrase: ring.passphrase }),
    },
    null,
    2,
  );
  await writeAtomic(path, `${text}\n`, { mode: 0o600 });
  await syncFolder(parentOf(path));
}

/** The key that is needed cannot be used. */
export function keyMissing(message: string, hint: string): SvcError {
  return new SvcError("vault_key_missing", message, { hint });
}

/**
 * The text of a file that only its owner can read, or undefined when there is none.
 *
 * @throws SvcError `vault_key_missing`
 */
export async function readOwn(path: string): Promise<string | undefined> {
  const before = await lstatIfPresent(path);
  if (before === undefined) return undefined;
  if (before.isSymlink) {
    throw keyMissing(
      `${path} is a symbolic link, which is not allowed for a key file`,
      "Name the file itself.",
    );
  }
  // Nothing that could be waited for is opened.
  if (!before.isFile) {
    throw keyMissing(`${path} is not a file`, "Restore the key file from a copy.");
  }
  using file = await Deno.open(path, { read: true });
  const { mode, size } = await file.stat();
  if (mode !== null && (mode & 0o077) !== 0) {
    throw keyMissing(
      `Others can read the key file ${path}, so the key is not a secret`,
      `Restrict it with 'chmod 600 ${path}'. If somebody may have read it, create a new key with ` +
        "'svc vault rotate' and replace the secrets.",
    );
  }
  if (size > LARGEST) {
    throw keyMissing(`${path} is not a key file of a vault`, "Restore it from a copy.");
  }
  return await new Response(file.readable).text();
}

async function parsedRing(text: string): Promise<KeyRing | undefined> {
  const value = parsedJson(text);
  if (!isRecord(value) || value["version"] !== 3 || !isRecord(value["keys"])) return undefined;
  const keys = new Map<string, SealingKey>();
  for (const encoded of Object.values(value["keys"])) {
    const key = typeof encoded === "string" ? await keyFrom(encoded) : undefined;
    if (key === undefined) return undefined;
    keys.set(key.id, key);
  }
  const { vault, current: id, passphrase } = value;
  const current = typeof id === "string" ? keys.get(id) : undefined;
  if (current === undefined || typeof vault !== "string") return undefined;
  return { vault, current, keys, ...(typeof passphrase === "string" ? { passphrase } : {}) };
}

async function keyFrom(base64: string): Promise<SealingKey | undefined> {
  try {
    const bytes = Uint8Array.fromBase64(base64);
    return bytes.length === 32 ? { id: await keyIdOf(bytes), bytes } : undefined;
  } catch {
    return undefined;
  }
}

/** The ring that a key file from before version 3 stands for: its key is made from the passphrase. */
async function earlierRing(passphrase: string): Promise<KeyRing> {
  const material = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(passphrase),
    "HKDF",
    false,
    ["deriveBits"],
  );
  const info = new TextEncoder().encode("svc vault key, version 3");
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    material,
    256,
  );
  const bytes = new Uint8Array(bits);
  return { ...ringOf({ id: await keyIdOf(bytes), bytes }), passphrase };
}

async function newKey(): Promise<SealingKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { id: await keyIdOf(bytes), bytes };
}

function ringOf(key: SealingKey): Pick<KeyRing, "current" | "keys"> {
  return { current: key, keys: new Map([[key.id, key]]) };
}
