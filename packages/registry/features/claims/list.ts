import type {} from "../../access/store/alias_table.ts";
import type { Db } from "../../access/store/schema.ts";
import type { Claim, ClaimLine } from "./schema.ts";

const COLUMNS = [
  "name_claim.number",
  "name_claim.name",
  "name_claim.grounds",
  "name_claim.state",
  "name_claim.created_at as createdAt",
  "name_claim.decided_at as decidedAt",
  "name_claim.note",
] as const;

/** Open claims that are listed. */
const MOST = 200;

/** The claims that are open, or all, the oldest first. */
export async function listClaims(
  db: Db,
  { decidedToo }: { decidedToo: boolean },
): Promise<ClaimLine[]> {
  const rows = await db.selectFrom("name_claim")
    .innerJoin("user", "user.id", "name_claim.claimant_user_id")
    .leftJoin("collective", "collective.slug", "name_claim.name")
    .leftJoin("extension", "extension.name", "name_claim.name")
    .leftJoin("extension_alias as alias", "alias.name", "name_claim.name")
    .select([
      ...COLUMNS,
      "user.username",
      "collective.id as collective",
      "extension.id as extension",
      "alias.extension_id as alias",
    ])
    .$if(!decidedToo, (open) => open.where("state", "=", "open").limit(MOST))
    .orderBy("name_claim.number").execute();
  return rows.map(({ username, collective, extension, alias, ...claim }) => ({
    ...claim,
    claimant: username!,
    taken: (collective ?? extension ?? alias) !== null,
  }));
}

/** A person's own claims, the latest first. */
export async function listOwnClaims(db: Db, userId: string): Promise<Claim[]> {
  return await db.selectFrom("name_claim").select(COLUMNS)
    .where("claimant_user_id", "=", userId).orderBy("number", "desc").execute();
}
