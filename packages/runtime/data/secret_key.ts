import { sha256Hex } from "../base/files/digest.ts";
import type { DataOwner } from "./store/folder.ts";

/** Hexadecimal digits that tell a behavior, and those that tell one secret from all others. */
const DIGITS = 24;

/** Characters of a key before these, for people who list the keys of a vault. */
const READABLE = 100;

/**
 * A new key for a secret of a behavior's data. Its end says whose it is and is never given twice: no
 * version takes another's secret away, and nobody's key is overwritten, whatever an extension asks for.
 *
 * @param words what people are to see of it: the behavior's name, the output's, the place
 */
export async function newSecretKey(owner: DataOwner, words: readonly string[]): Promise<string> {
  const readable = words.join("-").replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/\.{2,}/g, ".")
    .slice(0, READABLE).replace(/^[-.]+/, "");
  return `${readable || "secret"}-${await ownerDigits(owner)}-${randomDigits()}`;
}

/** True for a key that was made for data of this behavior. */
export async function isSecretKeyOf(owner: DataOwner, key: string): Promise<boolean> {
  const digits = /-([0-9a-f]{24})-[0-9a-f]{24}$/.exec(key)?.[1];
  return digits === await ownerDigits(owner);
}

async function ownerDigits({ type, id }: DataOwner): Promise<string> {
  const hex = await sha256Hex(new TextEncoder().encode(JSON.stringify([type, id])));
  return hex.slice(0, DIGITS);
}

function randomDigits(): string {
  return crypto.getRandomValues(new Uint8Array(DIGITS / 2)).toHex();
}
