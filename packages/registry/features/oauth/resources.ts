import { sql } from "kysely";
import type { Db } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { canonicalAddress, isOwnMachine } from "./address.ts";
import { readList } from "./tables.ts";

/** A server, and the application that it registered itself as. */
export interface Server {
  clientId: string;
  /** The person or collective that the application belongs to. */
  owner: string;
  /** As `canonicalAddress` has it. */
  address: string;
}

/**
 * Lets access tokens be for a server (RFC 8707) as long as the application is registered that the
 * server is. Clients write an address without a path with a slash at the end or without.
 *
 * An address belongs to one owner. If they register it again, the new application takes its place.
 * An owner who is gone or disabled holds none: who comes next gets it, without what people allowed
 * for it before. Addresses of a person's own machine are everybody's own.
 *
 * @returns false when the address is another's
 */
export async function addResource(db: Db, server: Server, now: Date): Promise<boolean> {
  const { clientId, owner, address } = server;
  const identifiers = [address, `${address}/`];
  const at = now.toISOString();
  return await inTransaction(db, async (trx) => {
    const holders = await holdersOf(trx, identifiers);
    const others = holders.filter((holder) => holder.live && holder.owner !== owner);
    if (others.length > 0 && !isOwnMachine(address)) return false;
    if (others.length === 0 && !holders.some((holder) => holder.owner === owner)) {
      await trx.deleteFrom("oauthResource").where("identifier", "in", identifiers).execute();
    }
    const replaced = holders.filter((holder) => !others.includes(holder)).map(({ id }) => id);
    if (replaced.length > 0) {
      await trx.deleteFrom("oauthClientResource").where("id", "in", replaced).execute();
    }
    for (const identifier of identifiers) {
      await trx.insertInto("oauthResource").values({
        id: crypto.randomUUID(),
        identifier,
        name: address,
        dpopBoundAccessTokensRequired: 0,
        disabled: 0,
        policyVersion: 1,
        createdAt: at,
        updatedAt: at,
      }).onConflict((conflict) => conflict.column("identifier").doNothing()).execute();
      const { numInsertedOrUpdatedRows: held } = await trx.insertInto("oauthClientResource")
        .values({
          id: crypto.randomUUID(),
          clientId,
          resourceId: identifier,
          createdAt: at,
          soleAddress: isOwnMachine(address) ? null : identifier,
        }).onConflict((conflict) => conflict.column("soleAddress").doNothing())
        .executeTakeFirstOrThrow();
      if (held === 0n) return false;
    }
    return true;
  });
}

/** Removes the servers that no application is any more: nothing new is issued for them. */
export async function removeOrphans(db: Db): Promise<void> {
  await db.deleteFrom("oauthResource")
    .where(
      "identifier",
      "not in",
      (from) => from.selectFrom("oauthClientResource").select("oauthClientResource.resourceId"),
    )
    .execute();
}

/**
 * The registrations of those among `identifiers` that tokens are given for now, by identifier: an
 * application is that server, and its owner is neither gone nor disabled. An address that another
 * owner registers has another id.
 */
export async function registeredServers(
  db: Db,
  identifiers: readonly string[],
): Promise<Map<string, string>> {
  const holders = await holdersOf(db, identifiers);
  return new Map(
    holders.filter(({ live }) => live).map((holder) => [holder.identifier, holder.resource]),
  );
}

interface Holder {
  /** Of the link between application and server. */
  id: string;
  identifier: string;
  /** Of the server's registration. */
  resource: string;
  owner: string | null;
  live: boolean;
}

async function holdersOf(db: Db, identifiers: readonly string[]): Promise<Holder[]> {
  if (identifiers.length === 0) return [];
  const rows = await db.selectFrom("oauthClientResource as link")
    .innerJoin("oauthResource as resource", "resource.identifier", "link.resourceId")
    .innerJoin("oauthClient as client", "client.clientId", "link.clientId")
    .select([
      "link.id",
      "resource.identifier",
      "resource.id as resource",
      "resource.disabled as resourceDisabled",
      "client.disabled",
      "client.userId",
      "client.referenceId",
    ])
    .where("resource.identifier", "in", identifiers).execute();
  const owned = rows.map((row) => ({ ...row, owner: row.userId ?? row.referenceId }));
  const live = await liveOwners(db, owned.map(({ owner }) => owner));
  return owned.map(({ id, identifier, resource, owner, disabled, resourceDisabled }) => ({
    id,
    identifier,
    resource,
    owner,
    live: owner !== null && live.has(owner) && !disabled && !resourceDisabled,
  }));
}

/** Those of these people and collectives that are there and that the operator has not disabled. */
async function liveOwners(
  db: Db,
  owners: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(owners)].filter((owner) => owner !== null);
  if (ids.length === 0) return new Set();
  const disabled = db.selectFrom("disabled_user").select("disabled_user.user_id");
  const people = await db.selectFrom("user").select("id").where("id", "in", ids)
    .where("id", "not in", disabled).execute();
  const collectives = await db.selectFrom("collective")
    .innerJoin("collective_member as member", "member.collective_id", "collective.id")
    .select("collective.id").where("collective.id", "in", ids)
    .where("collective.deleted_at", "is", null).where("member.role", "=", "owner")
    .where("member.user_id", "not in", disabled).execute();
  return new Set([...people, ...collectives].map(({ id }) => id));
}

/**
 * Whether an application of somebody else takes people back to this address: it is there already. To
 * be asked before the owner's own is registered, so that of two who meet one goes on.
 */
export async function isReturnOfAnother(db: Db, owner: string, address: string): Promise<boolean> {
  if (isOwnMachine(address)) return false;
  const clients = await db.selectFrom("oauthClient")
    .select(["userId", "referenceId", "redirectUris"])
    .where(sql`lower("redirectUris")`, "like", `%${new URL(address).host}%`).execute();
  const owners = clients
    .filter((client) =>
      readList(client.redirectUris).some((uri) => canonicalAddress(uri) === address)
    )
    .map((client) => client.userId ?? client.referenceId).filter((other) => other !== owner);
  return (await liveOwners(db, owners)).size > 0;
}
