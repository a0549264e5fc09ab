import { ApprovalRule, DEFAULT_RULE, stricterRule } from "@svc/core/approval";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import type { Db } from "../../../access/store/schema.ts";
import type {} from "../record/staged_tables.ts";

/** What a collective, or one extension, asks for now, and what it will ask for instead. */
const StandingRule = z.object({
  rule: ApprovalRule,
  next: z.object({ rule: ApprovalRule, at: z.string() }).optional(),
});
export type StandingRule = z.output<typeof StandingRule>;

/** What a collective asks for before a version is published, at a moment. */
export async function ruleOf(db: Db, collectiveId: string, now: Date): Promise<StandingRule> {
  const { approval } = await db.selectFrom("collective").select("approval")
    .where("id", "=", collectiveId).executeTakeFirstOrThrow();
  return standingRule(approval, now);
}

/** What a collective, or an extension beside it, asks for, as its row has it. */
export function standingRule(approval: string | null, now: Date): StandingRule {
  if (approval === null) return { rule: DEFAULT_RULE };
  const { rule, next } = StandingRule.parse(JSON.parse(approval));
  if (next === undefined) return { rule };
  return next.at <= now.toISOString() ? { rule: next.rule } : { rule, next };
}

/** A version that is to be published, of a collective. */
export interface Ruled {
  collective_id: string;
  extension_name: string;
}

/**
 * What is asked for before a version is published: all that its collective and its extension ask for.
 * One that does not exist yet asks for nothing of its own.
 */
export async function ruleFor(
  db: Db,
  { collective_id, extension_name }: Ruled,
  now: Date,
): Promise<ApprovalRule> {
  const { rule } = await ruleOf(db, collective_id, now);
  const extension = await db.selectFrom("extension").select("approval")
    .where("name", "=", extension_name).where("collective_id", "=", collective_id)
    .executeTakeFirst();
  return extension === undefined
    ? rule
    : stricterRule(rule, standingRule(extension.approval, now).rule);
}

/**
 * An approval is of bytes for one channel, and no key approves (trust 5): where one is asked for,
 * neither a push nor a promotion publishes.
 *
 * @throws SvcError `staging_required`, with how to go on
 */
export async function assertPushes(
  db: Db,
  { name, collectiveId }: { name: string; collectiveId: string },
  now: Date,
  hint = "Run 'svc extension stage' in place of 'svc extension push'; an admin approves it then.",
): Promise<void> {
  const ruled = { collective_id: collectiveId, extension_name: name };
  if (!(await ruleFor(db, ruled, now)).required) return;
  throw new SvcError(
    "staging_required",
    `Versions of ${name} are approved before they are public`,
    { hint },
  );
}
