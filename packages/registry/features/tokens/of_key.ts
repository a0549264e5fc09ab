import { POLICY } from "@svc/core/policy";
import { roleAtLeast, ROLES } from "@svc/core/role";
import type { TokensOfKey } from "@svc/core/wire";
import type { Principal, PrincipalUser } from "../../access/credential/principal.ts";
import { notify } from "../notification/notify.ts";
import type { Db, Trx } from "../../platform/store/schema.ts";

const MANAGERS = ROLES.filter((role) => roleAtLeast(role, POLICY["tokens.revoke"].role));

/**
 * The tokens that personal keys of `user` created and that still work, oldest first.
 * `managed` is null where they may not revoke tokens any more (spec §5.5).
 */
export async function findTokensOfKeys(
  db: Db,
  user: PrincipalUser,
  keyIds: readonly string[],
  now: Date,
) {
  if (keyIds.length === 0) return [];
  return await db.selectFrom("collective_token as token")
    .innerJoin("collective", "collective.id", "token.collective_id")
    .leftJoin(
      "collective_member as member",
      (join) =>
        join.onRef("member.collective_id", "=", "collective.id")
          .on("member.user_id", "=", user.id)
          .on("member.role", "in", MANAGERS),
    )
    .where("token.created_key_id", "in", keyIds)
    .where("token.enabled", "=", 1)
    .where((where) =>
      where.or([
        where("token.expires_at", "is", null),
        where("token.expires_at", ">", now.toISOString()),
      ])
    )
    .select([
      "token.id",
      "token.name",
      "token.key_prefix",
      "token.collective_id",
      "token.created_key_id",
      "token.created_at",
      "token.last_used_at",
      "token.expires_at",
      "collective.slug",
      "member.id as managed",
    ])
    .orderBy("token.created_at").orderBy("collective.slug").orderBy("token.name").execute();
}

/** A row of {@link findTokensOfKeys}. */
export type FoundToken = Awaited<ReturnType<typeof findTokensOfKeys>>[number];

/**
 * What the keys' owner is shown of them. Of collectives where they may not manage tokens any more
 * it is only the number: those tokens are for the owners and admins there to see and to revoke.
 */
export function tokensOfKeyView(found: readonly FoundToken[]): TokensOfKey {
  const managed = found.filter(({ managed }) => managed !== null);
  return {
    tokens: managed.map((row) => ({
      id: row.id,
      name: row.name,
      keyPrefix: row.key_prefix,
      collective: row.slug,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
    })),
    otherTokens: found.length - managed.length,
  };
}

/**
 * Revokes those that the keys' owner may revoke, in the caller's transaction.
 * The caller sends `credential.ended` once it is committed.
 *
 * @returns the ids of the revoked tokens
 */
export async function revokeFound(
  trx: Trx,
  principal: Principal,
  found: readonly FoundToken[],
  now: Date,
): Promise<string[]> {
  const managed = found.filter(({ managed }) => managed !== null);
  for (const { id, name, collective_id: collectiveId } of managed) {
    await trx.updateTable("collective_token").set({ enabled: 0 }).where("id", "=", id).execute();
    await notify(trx, {
      kind: "token_revoked",
      collectiveId,
      actor: principal,
      at: now,
      token: { id, name },
    });
  }
  return managed.map(({ id }) => id);
}
