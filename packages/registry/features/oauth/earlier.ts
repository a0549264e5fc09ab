import { migration } from "../../platform/store/migration.ts";
import type { Db } from "../../access/store/schema.ts";
import { NO_SERVER } from "./binding.ts";
import { CLI_CLIENT, DEVICE_GRANT } from "./clients.ts";
import { isOwnMachine } from "./address.ts";
import { SERVE_SCOPE } from "./scopes.ts";
import { readList } from "./tables.ts";
import { uniqueIndex } from "../../platform/store/columns.ts";

/**
 * Consents and tokens are for exactly the servers that the person was asked about, and an address is
 * one owner's. Until now `serve` without a server opened them all: what says so ends, and so does a
 * token for a server that no consent of the person's names. Codes and device grants, which live for
 * minutes, do not say what they are for and end too.
 */
export const oauthServers = migration(async (db: Db) => {
  await db.schema.alterTable("deviceCode").addColumn("resources", "text").execute();
  await db.schema.alterTable("deviceCode").addColumn("referenceId", "text").execute();
  await db.schema.alterTable("oauthClientResource").addColumn("soleAddress", "text").execute();
  await keepFirstOwners(db);
  await uniqueIndex(db, "oauthClientResource", "oauthClientResource_soleAddress", "soleAddress");
  await db.deleteFrom("verification").where("value", "like", '%"type":"authorization_code"%')
    .execute();
  await db.deleteFrom("deviceCode").where("clientId", "is distinct from", CLI_CLIENT).execute();
  await bindConsents(db);
  await bindRefreshTokens(db);
});

/** Of several owners of one address the first keeps it, with the application they registered last. */
async function keepFirstOwners(db: Db): Promise<void> {
  const links = await db.selectFrom("oauthClientResource as link")
    .innerJoin("oauthClient as client", "client.clientId", "link.clientId")
    .select(["link.id", "link.resourceId", "client.userId", "client.referenceId"])
    .orderBy("link.createdAt").orderBy("link.id").execute();
  const held = new Map<string, { id: string; owner: string | null }>();
  for (const { id, resourceId, userId, referenceId } of links) {
    if (isOwnMachine(resourceId)) continue;
    const owner = userId ?? referenceId;
    const before = held.get(resourceId);
    if (before !== undefined && before.owner !== owner) await remove(db, id);
    else {
      if (before !== undefined) await remove(db, before.id);
      held.set(resourceId, { id, owner });
    }
  }
  for (const [soleAddress, { id }] of held) {
    await db.updateTable("oauthClientResource").set({ soleAddress }).where("id", "=", id).execute();
  }
}

async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom("oauthClientResource").where("id", "=", id).execute();
}

async function bindConsents(db: Db): Promise<void> {
  const servers = await db.selectFrom("oauthResource").select(["identifier", "id"]).execute();
  const ids = new Map(servers.map(({ identifier, id }) => [identifier, id]));
  const consents = await db.selectFrom("oauthConsent as consent")
    .innerJoin("oauthClient as client", "client.clientId", "consent.clientId")
    .select(["consent.id", "consent.scopes", "consent.resources", "client.grantTypes"]).execute();
  for (const { id, scopes, resources, grantTypes } of consents) {
    const named = [...new Set(readList(resources))];
    // What a person allowed a device, for no server, was added to what they allowed for one.
    const isUnsure = named.length === 0 || readList(grantTypes).includes(DEVICE_GRANT);
    const ends = isUnsure && readList(scopes).includes(SERVE_SCOPE) ||
      named.some((one) => !ids.has(one));
    if (ends) {
      await db.deleteFrom("oauthConsent").where("id", "=", id).execute();
      continue;
    }
    const referenceId = named.length === 0
      ? NO_SERVER
      : named.map((one) => ids.get(one)!).sort().join(" ");
    await db.updateTable("oauthConsent").set({ referenceId }).where("id", "=", id).execute();
  }
}

/** A token goes on under the consent that covers it, and ends where there is none. */
async function bindRefreshTokens(db: Db): Promise<void> {
  const tokens = await db.selectFrom("oauthRefreshToken")
    .select(["id", "clientId", "userId", "scopes", "resources"]).execute();
  for (const token of tokens) {
    const consents = await db.selectFrom("oauthConsent")
      .select(["scopes", "resources", "referenceId"]).where("clientId", "=", token.clientId)
      .where("userId", "=", token.userId).execute();
    const [scopes, servers] = [readList(token.scopes), readList(token.resources)];
    const consent = consents.find((one) =>
      (servers.length === 0) === (readList(one.resources).length === 0) &&
      servers.every((server) => readList(one.resources).includes(server)) &&
      scopes.every((scope) => readList(one.scopes).includes(scope))
    );
    if (consent === undefined) {
      await db.deleteFrom("oauthRefreshToken").where("id", "=", token.id).execute();
    } else {
      await db.updateTable("oauthRefreshToken").set({ referenceId: consent.referenceId })
        .where("id", "=", token.id).execute();
    }
  }
}
