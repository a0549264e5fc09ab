import { Buffer } from "node:buffer";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { isRecord, parsedJson } from "@svc/core/json";
import { assertNotWritable, exposureOf } from "../../base/files/private.ts";
import { readSmallFile } from "../../base/files/read.ts";
import { writeDurable } from "../../base/files/write.ts";
import type { Repository } from "../../repository/repository.ts";

/** The key by which svc knows the records that this person's runs wrote on this machine. */
const FILE = "record-key";

/** What a seal begins with: nothing else in a record begins a line so. */
const MARK = ',\n  "seal": ';

/** Takes the text of a record piece by piece, all but its last bracket. */
export interface Sealing {
  add(piece: string): void;
  /** What follows the text: the seal and the bracket. */
  end(): string;
}

/** Begins a seal; undefined where there is no folder for a key, or others could change it. */
export async function beginSeal({ config }: Repository): Promise<Sealing | undefined> {
  const key = config && await keyOf(config, { make: true });
  if (!key) return undefined;
  const mac = createHmac("sha256", key);
  return {
    add: (piece) => void mac.update(piece),
    end: () => `${MARK}${JSON.stringify({ key: idOf(key), mac: mac.digest("hex") })}\n}\n`,
  };
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
  if (!key || !isRecord(seal) || seal["key"] !== idOf(key)) return "unknown";
  const expected = createHmac("sha256", key).update(text.slice(0, at)).digest();
  const found = Buffer.from(String(seal["mac"]), "hex");
  return found.length === expected.length && timingSafeEqual(found, expected) ? "whole" : "changed";
}

async function keyOf(config: string, { make }: { make: boolean }): Promise<Buffer | undefined> {
  try {
    await assertNotWritable(config);
    const path = `${config}/${FILE}`;
    const known = async () => {
      // Who may read it can make seals.
      if (await exposureOf(path) !== "none") return undefined;
      const key = Buffer.from(readSmallFile(path, 100) ?? "", "base64");
      return key.length === 32 ? key : undefined;
    };
    const before = await known();
    if (!make || before !== undefined) return before;
    const aside = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    await Deno.mkdir(config, { recursive: true, mode: 0o700 });
    const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
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

function idOf(key: Uint8Array): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}
