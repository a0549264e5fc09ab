import type { Db } from "../../access/store/schema.ts";

/** A collective to be made, and who owns it from the start. */
export interface NewCollective {
  slug: string;
  /** What `takeSlug` gave for it. */
  skeleton: string;
  name: string;
  description?: string | null;
  personal: boolean;
  private?: boolean;
  ownerId: string;
  now: Date;
}

/**
 * Writes a collective with its first owner and its trial clock started. Must run in a transaction,
 * so that no collective is ever without an owner.
 *
 * @returns the new collective's id
 */
export async function insertCollective(trx: Db, collective: NewCollective): Promise<string> {
  const id = crypto.randomUUID();
  const at = collective.now.toISOString();
  await trx.insertInto("collective").values({
    id,
    slug: collective.slug,
    slug_skeleton: collective.skeleton,
    name: collective.name,
    description: collective.description ?? null,
    personal: collective.personal ? 1 : 0,
    private: collective.private ? 1 : 0,
    hide_issues_by_default: 0,
    hide_members_from_public: 0,
    plan: "free",
    subscription_status: null,
    trial_started_at: at,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }).execute();
  await trx.insertInto("collective_member").values({
    id: crypto.randomUUID(),
    collective_id: id,
    user_id: collective.ownerId,
    role: "owner",
    created_at: at,
  }).execute();
  return id;
}
