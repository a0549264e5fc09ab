import type { Db } from "../../access/store/schema.ts";
import { readList } from "./tables.ts";

/** The device grant (RFC 8628). */
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** The command line, which makes a personal key once its person approves. It acts as that person in everything. */
export const CLI_CLIENT = "svc-cli";

/** A serve instance's first start, when it registers its application (reference wire 1.7). */
export const BOOTSTRAP_CLIENT = "svc-serve-bootstrap";

/** True for a program that may ask for a device code: the command line, or an application with that grant. */
export async function mayAskForDevice(db: Db, clientId: string): Promise<boolean> {
  if (clientId === CLI_CLIENT) return true;
  const client = await db.selectFrom("oauthClient").select(["disabled", "grantTypes"])
    .where("clientId", "=", clientId).executeTakeFirst();
  return client !== undefined && !client.disabled &&
    readList(client.grantTypes).includes(DEVICE_GRANT);
}
