import { hashKey } from "@svc/core/key";
import { randomBytes } from "node:crypto";
import type { Db } from "../../access/store/schema.ts";
import { toBase32 } from "./base32.ts";

/** Codes an account gets at a time, and the bytes of each. */
const CODES = 10;
const CODE_BYTES = 10;

/**
 * Gives an account new recovery codes in place of those it has. Only their hashes are stored.
 *
 * @returns the codes, 16 characters of base32 in fours: they cannot be shown again
 */
export async function replaceRecoveryCodes(db: Db, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => toBase32(randomBytes(CODE_BYTES)));
  const created_at = now.toISOString();
  await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  for (const code of codes) {
    await db.insertInto("recovery_code")
      .values({ code_hash: await hashKey(code), user_id: userId, created_at }).execute();
  }
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}
