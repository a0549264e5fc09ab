import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";

/**
 * Our own programs, which act as the whole person once he approves: the command line, and a serve
 * instance's first start, when it registers its application.
 */
export const DEVICE_CLIENTS: ReadonlySet<string> = new Set(["svc-cli", "svc-serve-bootstrap"]);

/** True for a program that may ask for a device code: ours, or a registered application. */
export async function mayAskForDevice(db: Kysely<Schema>, clientId: string): Promise<boolean> {
  if (DEVICE_CLIENTS.has(clientId)) return true;
  const client = await db.selectFrom("oauthClient").select("disabled")
    .where("clientId", "=", clientId).executeTakeFirst();
  return client !== undefined && !client.disabled;
}
