import { CLI_CLIENT } from "../clients.ts";
import { grantedScopes } from "../scopes.ts";
import { readList } from "../tables.ts";
import type { Db } from "../../../access/store/schema.ts";

/** The client of a device request, with the exact scopes that its approval would grant. */
export async function deviceClient(
  db: Db,
  id: string | null,
  asked: string | null | undefined,
) {
  if (id === CLI_CLIENT) return { name: "The svc command line", scopes: undefined };
  const client = id === null ? undefined : await db.selectFrom("oauthClient")
    .select(["name", "scopes"]).where("clientId", "=", id).executeTakeFirst();
  return {
    name: client?.name ? `The application “${client.name}”` : "An application without a name",
    scopes: grantedScopes(asked, readList(client?.scopes ?? null)),
  };
}

/** The servers that a device asks to use, by the code that it shows; undefined for an unknown code. */
export async function deviceServers(db: Db, userCode: string): Promise<string[] | undefined> {
  const plain = userCode.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const device = await db.selectFrom("deviceCode").select("resources")
    .where("userCode", "=", plain).executeTakeFirst();
  return device && readList(device.resources);
}

/** What the device calls itself, from a scope `device:<name>`; it is a claim, not proof. */
export function deviceName(scopes: readonly string[]): string | undefined {
  const name = scopes.find((scope) => scope.startsWith("device:"))?.slice("device:".length);
  return name !== undefined && /^[\w.-]{1,64}$/.test(name) ? name : undefined;
}
