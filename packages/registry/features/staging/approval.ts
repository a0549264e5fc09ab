import {
  ApprovalRule,
  asksForLess,
  DEFAULT_RULE,
  isSameRule,
  LOWERING_HOURS,
  stricterRule,
} from "@svc/core/approval";
import { SvcError } from "@svc/core/error";
import { instantText } from "@svc/core/text";
import { ApprovalSetting, NameField } from "@svc/core/wire";
import { relyingParty } from "../../access/credential/relying_party.ts";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { changeCollective } from "../../access/membership/change.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import type { Services } from "../../access/services.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import { notify } from "../notification/notify.ts";
import { ruleOf, type StandingRule, standingRule } from "../extensions/staged/rule.ts";
import { warn } from "../mail/warn.ts";

/** `GET /api/v1/collectives/{slug}/approval` */
export const getRule = defineEndpoint({
  key: "approval.get",
  params: SLUG_PARAMS,
  response: ApprovalSetting,
  async handle(call) {
    const { collective } = membershipOf(call);
    return await settingOf(call.services.db, collective.id, call.services.now());
  },
});

/**
 * `PUT /api/v1/collectives/{slug}/approval`. What asks for more counts at once. What asks for less needs
 * an owner, is told to every member, and counts a day later: else a thief lowers it first.
 */
export const setRule = defineEndpoint({
  key: "approval.set",
  params: SLUG_PARAMS,
  body: ApprovalRule.extend({
    extension: NameField.optional().meta({ description: "Of this extension alone." }),
  }),
  response: ApprovalSetting,
  errors: ["role_too_low", "rule_refused", "not_found"],
  description:
    "What asks for more counts at once. What asks for less in anything needs an owner, is " +
    "told to all members by mail, and counts 24 hours later. An extension's rule asks beside the " +
    "collective's, not in place of it.",
  async handle(call) {
    const { services, body: { extension, ...wanted }, principal } = call;
    const { baseUrl } = services.config;
    if (wanted.passkeyOnly && relyingParty(baseUrl) === undefined) {
      throw new SvcError("rule_refused", "This registry cannot take passkeys", {
        hint: `Browsers offer them on https only, and for a host with a name: it is at ${baseUrl}.`,
      });
    }
    return await changeCollective(call, "approval.set", async (held) => {
      const { trx, collective, role, now } = held;
      const one = extension === undefined
        ? undefined
        : await extensionOf(trx, { ...collective, name: extension });
      const { rule: before } = one === undefined
        ? await ruleOf(trx, collective.id, now)
        : standingRule(one.approval, now);
      const lowers = asksForLess(wanted, before);
      if (lowers && role !== "owner") {
        throw new SvcError("role_too_low", "Only an owner lowers what is asked for", {
          hint: `Your role is ${role}; ask an owner.`,
        });
      }
      const rule = stricterRule(before, wanted);
      const at = new Date(now.getTime() + LOWERING_HOURS * 60 * 60_000);
      const next = { rule: wanted, at: at.toISOString() };
      const after: StandingRule = isSameRule(rule, wanted) ? { rule } : { rule, next };
      const approval = JSON.stringify(after);
      await (one === undefined
        ? trx.updateTable("collective").set({ approval }).where("id", "=", collective.id)
        : trx.updateTable("extension").set({ approval }).where("id", "=", one.id)).execute();
      await held.record({
        action: "collective.updated",
        details: {
          ...(extension === undefined ? {} : { extension }),
          approval: { from: before, to: wanted, ...(lowers ? { at } : {}) },
        },
      });
      const of = extension === undefined ? "" : `of ${extension}: `;
      if (lowers) {
        const change = of + changeText(before, wanted);
        await notify(trx, {
          ...held.event,
          kind: "approval_lowered",
          text: `${instantText(at)}: ${change}`,
        });
        await mailMembers({ ...services, db: trx }, collective, {
          by: userOf(principal)?.username ?? "somebody",
          day: instantText(at),
          change,
        });
      } else {
        const text = `approval of ${extension ?? "versions"}`;
        const event = { kind: "collective_updated", collectiveId: collective.id } as const;
        await notify(trx, { ...event, actor: principal, at: now, text });
      }
      return await settingOf(trx, collective.id, now);
    });
  },
});

async function extensionOf(
  trx: Trx,
  { id, slug, name }: { id: string; slug: string; name: string },
): Promise<{ id: string; approval: string | null }> {
  const extension = await trx.selectFrom("extension").select(["id", "approval"])
    .where("name", "=", name).where("collective_id", "=", id).executeTakeFirst();
  if (extension !== undefined) return extension;
  throw new SvcError("not_found", `@${slug} has no extension ${name}`, {
    hint: "One that is not published yet has the setting of the collective.",
  });
}

async function settingOf(db: Db, collectiveId: string, now: Date): Promise<ApprovalSetting> {
  const extensions = await db.selectFrom("extension").select(["name", "approval"])
    .where("collective_id", "=", collectiveId).where("approval", "is not", null).orderBy("name")
    .execute();
  const own = extensions.map(({ name, approval }) => [name, standingRule(approval, now)] as const)
    .filter(([, { rule, next }]) => next !== undefined || !isSameRule(rule, DEFAULT_RULE));
  return {
    ...shown(await ruleOf(db, collectiveId, now)),
    extensions: Object.fromEntries(own.map(([name, rule]) => [name, shown(rule)])),
  };
}

function shown({ rule, next }: StandingRule) {
  return { rule, next: next?.rule ?? null, nextAt: next?.at ?? null };
}

async function mailMembers(
  { db, outbox }: Pick<Services, "db" | "outbox">,
  { id, slug }: { id: string; slug: string },
  data: Readonly<Record<string, string>>,
): Promise<void> {
  if (!outbox.configured) return;
  const members = await db.selectFrom("collective_member").select("user_id")
    .where("collective_id", "=", id).execute();
  for (const { user_id } of members) {
    await warn(outbox, db, "approval_lowered", user_id, { ...data, collective: slug });
  }
}

/** What is asked for less, in words. */
export function changeText(before: ApprovalRule, after: ApprovalRule): string {
  const changes = [
    before.required && !after.required && "versions may be pushed without approval",
    after.count < before.count && `${approvals(after.count)} in place of ${before.count}`,
    after.by !== before.by && after.by === "admin" && "admins approve too",
    before.notSelf && !after.notSelf && "who staged a version may approve it",
    before.passkeyOnly && !after.passkeyOnly && "codes of authenticator apps approve too",
    after.embargoHours < before.embargoHours &&
    `${after.embargoHours} hours of wait in place of ${before.embargoHours}`,
  ];
  return changes.filter((text) => text !== false).join(", ");
}

function approvals(count: number): string {
  return count === 1 ? "1 approval" : `${count} approvals`;
}
