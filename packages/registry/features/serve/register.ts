import { SvcError } from "@svc/core/error";
import { POLICY } from "@svc/core/policy";
import type { z } from "zod";
import { authorOf } from "../../access/author/author.ts";
import { actorOf, type Caller } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { assertFactor } from "../../access/membership/second_factor.ts";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import type { Registration } from "./schema.ts";
import type {} from "../oauth/tables.ts";
import type {} from "./tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** The stored sign of who registered an instance, and alone keeps it alive. */
export function registrantOf(principal: Principal): string {
  const author = authorOf(principal);
  return author.author_user_id !== null
    ? `user:${author.author_user_id}`
    : `collective:${author.author_collective_id}`;
}

/**
 * Registers an instance, or tells that it started again. It is listed under the collectives among
 * those it names that the caller speaks for: a token's own, or those a person belongs to; nobody
 * puts an instance into the list of others.
 *
 * @throws SvcError `unknown_oauth_client` (422) unless the caller's collective or a member owns the
 *   OAuth client, `validation_failed` when no named collective is the caller's,
 *   `second_factor_missing` when one that is requires what the caller lacks.
 */
export async function registerInstance(
  services: Pick<Services, "db" | "config">,
  caller: Caller,
  instance: z.output<typeof Registration>,
  now: Date,
): Promise<{ registeredAt: string; startedAt: string }> {
  const { principal } = caller;
  const at = now.toISOString();
  return await inTransaction(services.db, async (trx) => {
    await assertOwnClient(trx, principal, instance.oauthClientId);
    const named = await spokenFor(trx, principal, instance.collectiveSlugs);
    // The guard sees no collective: they are in the body.
    for (const membership of named) {
      const { config } = services;
      await assertFactor({ db: trx, config }, principal, POLICY["serve.register"], membership);
    }
    const collectives = named.map(({ collective }) => collective.id);
    const columns = {
      instance_id: instance.instanceId,
      registered_by: registrantOf(principal),
      collective_slugs: JSON.stringify(instance.collectiveSlugs),
      hostname: instance.hostname,
      version: instance.version,
      deployment_mode: instance.deploymentMode,
      tags: JSON.stringify(instance.tags),
      started_at: at,
      last_heartbeat_at: at,
    };
    const { registered_at } = await trx.insertInto("serve_instance").values({
      oauth_client_id: instance.oauthClientId,
      ...columns,
      registered_at: at,
      heartbeat_count: 0,
    }).onConflict((conflict) => conflict.column("oauth_client_id").doUpdateSet(columns))
      .returning("registered_at").executeTakeFirstOrThrow();
    const before = await trx.deleteFrom("serve_instance_collective")
      .where("oauth_client_id", "=", instance.oauthClientId).returning("collective_id").execute();
    await trx.insertInto("serve_instance_collective").values(collectives.map((collective_id) => ({
      oauth_client_id: instance.oauthClientId,
      collective_id,
    }))).execute();
    // One that starts again is listed already, and nothing new.
    const listed = new Set(before.map(({ collective_id }) => collective_id));
    for (const collectiveId of collectives.filter((id) => !listed.has(id))) {
      await recordEvent(trx, {
        at: now,
        action: "serve.registered",
        collectiveId,
        actor: actorOf(caller),
        details: { hostname: instance.hostname, instanceId: instance.instanceId },
      });
    }
    return { registeredAt: registered_at, startedAt: at };
  });
}

async function assertOwnClient(trx: Db, principal: Principal, clientId: string): Promise<void> {
  const author = authorOf(principal);
  const client = await trx.selectFrom("oauthClient").select(["userId", "referenceId"])
    .where("clientId", "=", clientId).executeTakeFirst();
  const owner = client?.userId ?? client?.referenceId ?? null;
  const own = owner !== null &&
    (owner === (author.author_user_id ?? author.author_collective_id) ||
      (author.author_collective_id !== null &&
        await isMember(trx, author.author_collective_id, owner)));
  if (!own) {
    throw new SvcError("unknown_oauth_client", "You have no such OAuth client", {
      hint: "Register one at POST /api/auth/oauth2/register with the same credential.",
    });
  }
}

async function isMember(trx: Db, collectiveId: string, userId: string) {
  return await trx.selectFrom("collective_member").select("id")
    .where("collective_id", "=", collectiveId).where("user_id", "=", userId)
    .executeTakeFirst() !== undefined;
}

async function spokenFor(trx: Db, principal: Principal, slugs: readonly string[]) {
  const author = authorOf(principal);
  const query = trx.selectFrom("collective")
    .leftJoin(
      "collective_member as member",
      (join) =>
        join.onRef("member.collective_id", "=", "collective.id")
          .on("member.user_id", "=", author.author_user_id ?? ""),
    )
    .select(["collective.id", "slug", "personal", "second_factor_required as required", "role"])
    .where("slug", "in", slugs).where("deleted_at", "is", null).orderBy("slug");
  const rows =
    await (author.author_user_id === null
      ? query.where("collective.id", "=", author.author_collective_id!)
      : query.where("role", "is not", null)).execute();
  if (rows.length === 0) {
    throw new SvcError("validation_failed", "The caller belongs to none of these collectives", {
      hint: "Name the token's own collective, or one you belong to.",
      details: [{ path: "collectiveSlugs", message: "must name a collective of the caller" }],
    });
  }
  return rows.map(({ id, slug, personal, required, role }) => ({
    collective: { id, slug, personal: personal === 1, requiresSecondFactor: required === 1 },
    role: role ?? undefined,
  }));
}
