import { parseExtensionName } from "@svc/core/name";
import type { Db } from "../../../access/store/schema.ts";
import type { Transfer } from "./schema.ts";

declare module "../../../platform/store/schema.ts" {
  interface Schema {
    extension_transfer: ExtensionTransferTable;
  }
}

/** An offer of an extension that is open; an extension has one at most. Times are ISO 8601. */
interface ExtensionTransferTable {
  extension_id: string;
  /** The collective that had it when it was offered. */
  from_collective_id: string;
  to_collective_id: string;
  /** The owner who offered it: the offer ends with their role. */
  offered_by: string;
  /** 1 when it was agreed that everybody may read it then, whom only members may now. */
  makes_public: number;
  at: string;
  expires_at: string;
}

/**
 * The offers of extensions that are open: whose offerer still owns the collective and whose time has
 * not run out, and the extension is where it was.
 */
function openOffers(db: Db, now: Date) {
  return db.selectFrom("extension_transfer as transfer")
    .innerJoin("extension", (join) =>
      join.onRef("extension.id", "=", "transfer.extension_id")
        .onRef("extension.collective_id", "=", "transfer.from_collective_id"))
    .innerJoin("collective as source", "source.id", "transfer.from_collective_id")
    .innerJoin("collective as target", "target.id", "transfer.to_collective_id")
    .innerJoin("user", "user.id", "transfer.offered_by")
    .innerJoin(
      "collective_member as offerer",
      (join) =>
        join.onRef("offerer.user_id", "=", "transfer.offered_by")
          .onRef("offerer.collective_id", "=", "transfer.from_collective_id"),
    )
    .leftJoin("disabled_user as disabled", "disabled.user_id", "transfer.offered_by")
    .where("offerer.role", "=", "owner").where("disabled.user_id", "is", null)
    .where("source.deleted_at", "is", null).where("target.deleted_at", "is", null)
    .where("extension.taken_down_at", "is", null)
    .where("transfer.expires_at", ">", now.toISOString())
    .where((row) =>
      row.or([
        row("transfer.makes_public", "=", 1),
        row("source.private", "=", 0),
        row("target.private", "=", 1),
      ])
    );
}

/** The open offers to a collective and by it, the newest first. */
export async function listOffers(db: Db, collectiveId: string, now: Date): Promise<Transfer[]> {
  const rows = await openOffers(db, now)
    .where((row) =>
      row.or([row("source.id", "=", collectiveId), row("target.id", "=", collectiveId)])
    )
    .select([
      "extension.name",
      "source.slug as from",
      "target.slug as to",
      "transfer.makes_public",
      "user.username",
      "transfer.at",
      "transfer.expires_at",
    ])
    .orderBy("transfer.at", "desc").orderBy("extension.name").execute();
  return rows.map((row) => ({
    extension: row.name,
    from: row.from,
    to: row.to,
    newName: nameIn(row.to, row.name),
    makesPublic: row.makes_public === 1,
    offeredBy: row.username ?? "",
    offeredAt: row.at,
    expiresAt: row.expires_at,
  }));
}

/** The open offer of an extension to a collective. */
export async function findOffer(
  db: Db,
  { name, collectiveId }: { name: string; collectiveId: string },
  now: Date,
) {
  return await openOffers(db, now)
    .where("extension.name", "=", name).where("target.id", "=", collectiveId)
    .select(["extension.id", "extension.name", "source.id as fromId", "source.slug as from"])
    .executeTakeFirst();
}

/** What an extension of that name is called in another collective. */
export function nameIn(slug: string, name: string): string {
  return `@${slug}/${parseExtensionName(name).rest}`;
}
