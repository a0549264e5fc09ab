import { SvcError } from "@svc/core/error";
import type { PublishedByRun, PublisherAction } from "@svc/core/wire";
import type { Principal } from "../../access/credential/principal.ts";
import type { Db, Trx } from "../../access/store/schema.ts";

/** A version that somebody publishes. */
interface Wanted {
  name: string;
  version: string;
}

/**
 * Binds the key of a CI job to one version of an extension, at its first announcement: it publishes no
 * other. Does nothing for other callers.
 *
 * @throws SvcError `forbidden` for another version, or for an action that the publisher does not allow
 */
export async function bindVersion(
  db: Db,
  principal: Principal,
  action: PublisherAction,
  { name, version }: Wanted,
): Promise<void> {
  if (principal.kind !== "publishToken") return;
  const grant = principal.grants.find(({ extension }) => extension === name);
  if (grant?.actions.includes(action) !== true) {
    throw new SvcError(
      "forbidden",
      `The publisher of ${name} does not allow to ${action} a version`,
      {
        hint: grant === undefined ? "" : `It allows: ${grant.actions.join(", ")}.`,
      },
    );
  }
  const bound = await db.updateTable("publish_use").set({ version })
    .where("token_id", "=", principal.tokenId).where("extension_name", "=", name)
    .where((use) => use.or([use("version", "is", null), use("version", "=", version)]))
    .returning("version").executeTakeFirst();
  if (bound === undefined) throw await otherVersion(db, principal.tokenId, name);
}

/** The run of a CI job that publishes an extension, as its version records it; undefined for other callers. */
export function runOf(principal: Principal, name: string): PublishedByRun | undefined {
  if (principal.kind !== "publishToken") return undefined;
  const grant = principal.grants.find(({ extension }) => extension === name);
  const { issuer, url } = principal.run;
  return grant && { issuer, run: url, publisher: grant.publisherId };
}

/**
 * Uses up what the key of a CI job may do with an extension, in the transaction that publishes. Does
 * nothing for other callers.
 *
 * @throws SvcError `forbidden` when it was announced for another version or is used up,
 *   `no_publisher` when the publisher has gone or was disabled meanwhile
 */
export async function useUp(
  trx: Trx,
  principal: Principal,
  { name, version }: Wanted,
  at: Date,
): Promise<void> {
  if (principal.kind !== "publishToken") return;
  const used = await trx.updateTable("publish_use").set({ confirmed_at: at.toISOString() })
    .where("token_id", "=", principal.tokenId).where("extension_name", "=", name)
    .where("version", "=", version).where("confirmed_at", "is", null)
    .returning("publisher_id").executeTakeFirst();
  const publisher = used && await trx.selectFrom("publisher").select("id")
    .where("id", "=", used.publisher_id).where("disabled_at", "is", null).executeTakeFirst();
  if (publisher !== undefined) return;
  if (used !== undefined || !await hasUse(trx, principal.tokenId, name)) {
    throw new SvcError(
      "no_publisher",
      `The publisher of ${name} was removed or disabled meanwhile`,
    );
  }
  throw await otherVersion(trx, principal.tokenId, name);
}

async function hasUse(db: Db, tokenId: string, name: string): Promise<boolean> {
  const use = await db.selectFrom("publish_use").select("version")
    .where("token_id", "=", tokenId).where("extension_name", "=", name).executeTakeFirst();
  return use !== undefined;
}

async function otherVersion(db: Db, tokenId: string, name: string): Promise<SvcError> {
  const use = await db.selectFrom("publish_use").select("version")
    .where("token_id", "=", tokenId).where("extension_name", "=", name).executeTakeFirst();
  const its = use?.version == null ? "one version" : `${name}@${use.version}`;
  return new SvcError("forbidden", `This job publishes ${its}, once, and no other version`, {
    hint:
      "Where the publisher asks for a tag, the tag must name the version. One job publishes one " +
      "version of each extension.",
  });
}
