import { isRecord, parsedJson } from "@svc/core/json";
import { sha256Hex } from "../../base/files/digest.ts";
import { assertNotWritable, exposureOf } from "../../base/files/private.ts";
import { readSmallFile } from "../../base/files/read.ts";
import { writeDurable } from "../../base/files/write.ts";
import type { Repository } from "../../repository/repository.ts";

/** The key by which svc knows the records that this person's runs wrote on this machine. */
const FILE = "record-key";

/** What a seal begins with: nothing else in a record begins a line so. */
const MARK = ',\n  "seal": ';

/** The end of a record without a seal. */
const END = "\n}\n";

type Key = Uint8Array<ArrayBuffer>;

/**
 * What ends a record: its seal, an HMAC over the text before it, and the last bracket. Without a folder
 * for a key, or where others could change it, the bracket alone.
 */
export async function sealOf({ config }: Repository, text: string): Promise<string> {
  const key = config && await keyOf(config, { make: true });
  if (!key) return END;
  const mac = await crypto.subtle.sign("HMAC", await hmacKey(key, "sign"), encoded(text));
  return await sealed(key, new Uint8Array(mac));
}

/** The same for a text that is too long to be held. */
export async function* withSeal(
  { config }: Repository,
  text: Iterable<string>,
): AsyncGenerator<string> {
  const key = config && await keyOf(config, { make: true });
  // Loading it takes each run milliseconds.
  const mac = key && (await import("./long_mac.ts")).longMac(key);
  for (const piece of text) {
    if (mac) mac.update(piece);
    yield piece;
  }
  yield key && mac ? await sealed(key, new Uint8Array(mac.digest())) : END;
}

/**
 * Whether a record is as svc wrote it. `unknown`: it has no seal, as those of earlier versions, or one of
 * another machine or person.
 */
export async function checkSeal(
  { config }: Repository,
  text: string,
): Promise<"whole" | "changed" | "unknown"> {
  const at = text.lastIndexOf(MARK);
  const seal = at < 0 ? undefined : parsedJson(text.slice(at + MARK.length).replace(/\n\}\n$/, ""));
  const key = config && await keyOf(config, { make: false });
  if (!key || !isRecord(seal) || seal["key"] !== await idOf(key)) return "unknown";
  const mac = String(seal["mac"]);
  const isWhole = /^[0-9a-f]{64}$/.test(mac) &&
    await crypto.subtle.verify(
      "HMAC",
      await hmacKey(key, "verify"),
      Uint8Array.fromHex(mac),
      encoded(text.slice(0, at)),
    );
  return isWhole ? "whole" : "changed";
}

async function sealed(key: Key, mac: Uint8Array): Promise<string> {
  return MARK + JSON.stringify({ key: await idOf(key), mac: mac.toHex() }) + END;
}

function hmacKey(key: Key, use: "sign" | "verify"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** 32 bytes in base64. */
const BASE64_KEY = /^[A-Za-z0-9+/]{43}=$/;

async function keyOf(config: string, { make }: { make: boolean }): Promise<Key | undefined> {
  try {
    await assertNotWritable(config);
    const path = `${config}/${FILE}`;
    const known = async () => {
      // Who may read it can make seals.
      if (await exposureOf(path) !== "none") return undefined;
      const text = readSmallFile(path, 100)?.trim() ?? "";
      return BASE64_KEY.test(text) ? Uint8Array.fromBase64(text) : undefined;
    };
    const before = await known();
    if (!make || before !== undefined) return before;
    const aside = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    await Deno.mkdir(config, { recursive: true, mode: 0o700 });
    const made = crypto.getRandomValues(new Uint8Array(32)).toBase64();
    await writeDurable(aside, `${made}\n`, { mode: 0o600 });
    // Of two first runs at once, the second takes the key of the first.
    await Deno.link(aside, path).catch(() => {});
    await Deno.remove(aside);
    return await known();
  } catch {
    // No run fails because its record has no seal; it is said when the record is verified.
    return undefined;
  }
}

async function idOf(key: Key): Promise<string> {
  return (await sha256Hex(key)).slice(0, 16);
}
