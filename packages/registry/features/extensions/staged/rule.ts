import { ApprovalRule, DEFAULT_RULE } from "@svc/core/approval";
import { SvcError } from "@svc/core/error";
import type { Kysely } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";
import type {} from "../record/staged_tables.ts";

/** What a collective asks for now, and what it will ask for instead. */
export interface StandingRule {
  rule: ApprovalRule;
  next: { rule: ApprovalRule; at: string } | undefined;
}

/** What a collective asks for before a version is published, at a moment. */
export async function ruleOf(
  db: Kysely<Schema>,
  collectiveId: string,
  now: Date,
): Promise<StandingRule> {
  const row = await db.selectFrom("approval_rule").selectAll()
    .where("collective_id", "=", collectiveId).executeTakeFirst();
  if (row === undefined) return { rule: DEFAULT_RULE, next: undefined };
  const [rule, next] = [row.rule, row.next].map((text) =>
    text === null ? undefined : ApprovalRule.parse(JSON.parse(text))
  );
  if (next === undefined) return { rule: rule!, next: undefined };
  return row.next_at! <= now.toISOString()
    ? { rule: next, next: undefined }
    : { rule: rule!, next: { rule: next, at: row.next_at! } };
}

/** @throws SvcError `staging_required` where a push does not publish */
export async function assertPushes(
  db: Kysely<Schema>,
  { id, slug }: { id: string; slug: string },
  now: Date,
): Promise<void> {
  const { rule } = await ruleOf(db, id, now);
  if (!rule.required) return;
  throw new SvcError(
    "staging_required",
    `Versions of @${slug} are approved before they are public`,
    {
      hint:
        "Run 'svc extension stage' in place of 'svc extension push'; an admin approves it then.",
    },
  );
}
