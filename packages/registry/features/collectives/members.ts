import { SvcError } from "@svc/core/error";
import { roleAtLeast } from "@svc/core/role";
import { sql } from "kysely";
import { z } from "zod";
import { hasFactorIn } from "../../access/credential/proof.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Db } from "../../access/store/schema.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Member } from "@svc/core/wire";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";

/**
 * `GET /api/v1/collectives/{slug}/members` (spec §4.3): a page of members in the order they joined,
 * found by index however many there are. On the enterprise plan a collective may hide them from
 * outsiders (spec §2.4); the list is then empty and says so. Who has a second factor is for those who
 * manage members: to others it would tell whom to attack.
 */
export const members = defineEndpoint({
  key: "collectives.members",
  params: SLUG_PARAMS,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(500).optional(),
    username: z.string().min(1).max(64).optional().describe("Only the member with this name"),
    secondFactor: z.enum(["yes", "no"]).optional()
      .describe("Only members with, or without, a second factor; for owners and admins"),
  }),
  response: z.object({
    members: z.array(Member),
    nextCursor: z.string().nullable(),
    hidden: z.boolean().meta({ description: "True when the members are hidden from the caller." }),
  }),
  async handle(call) {
    const { services, query } = call;
    const { collective, role } = membershipOf(call);
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor, 2);
    if (role === undefined && await hidesMembers(services.db, collective.id)) {
      return { members: [], nextCursor: null, hidden: true };
    }
    const managed = role !== undefined && roleAtLeast(role, "admin");
    if (query.secondFactor !== undefined && !managed) {
      throw new SvcError("role_too_low", "Owners and admins see who has a second factor", {
        hint: "Leave out 'secondFactor', or ask an owner or admin.",
      });
    }
    let page = membersOf(services.db, collective.id)
      .orderBy("member.created_at").orderBy("member.id")
      .limit(query.limit + 1);
    if (query.username !== undefined) page = page.where("user.username", "=", query.username);
    const hasFactor = hasFactorIn("member.user_id");
    if (query.secondFactor === "yes") page = page.where(hasFactor);
    if (query.secondFactor === "no") page = page.where(({ not }) => not(hasFactor));
    if (after !== undefined) {
      page = page.where(sql<boolean>`(member.created_at, member.id) > (${after[0]}, ${after[1]})`);
    }
    const rows = await page.select(hasFactor.as("hasSecondFactor")).execute();
    const shown = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    return {
      members: shown.map(({ hasSecondFactor, ...row }) => ({
        ...row,
        username: row.username ?? "",
        ...(managed ? { hasSecondFactor: Boolean(hasSecondFactor) } : {}),
      })),
      nextCursor: last === undefined ? null : writeCursor([last.joinedAt, last.id]),
      hidden: false,
    };
  },
});

async function hidesMembers(db: Db, collectiveId: string): Promise<boolean> {
  const row = await db.selectFrom("collective").select(["plan", "hide_members_from_public"])
    .where("id", "=", collectiveId).executeTakeFirst();
  return row?.plan === "enterprise" && row.hide_members_from_public === 1;
}

/** The members of a collective as answers show them, in no order yet. */
export function membersOf(db: Db, collectiveId: string) {
  return db.selectFrom("collective_member as member")
    .innerJoin("user", "user.id", "member.user_id")
    .where("member.collective_id", "=", collectiveId)
    .select([
      "member.id",
      "member.user_id as userId",
      "user.username",
      "user.name",
      "member.role",
      "member.created_at as joinedAt",
    ]);
}
