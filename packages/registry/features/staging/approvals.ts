import { type ApprovalRule, approvalsNeeded } from "@svc/core/approval";
import { SvcError } from "@svc/core/error";
import type { Role } from "@svc/core/role";
import type { Db } from "../../access/store/schema.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";

/**
 * How many people approved a version who may still do so: who was demoted, has left or is disabled since
 * counts no more, nor what a stricter rule would not have taken.
 */
export async function countApprovals(db: Db, row: StagedRow, rule: ApprovalRule): Promise<number> {
  const rows = await db.selectFrom("approval")
    .innerJoin(
      "collective_member as member",
      (join) =>
        join.onRef("member.user_id", "=", "approval.user_id")
          .on("member.collective_id", "=", row.collective_id),
    )
    .leftJoin("disabled_user as disabled", "disabled.user_id", "approval.user_id")
    .select(["approval.user_id", "member.role", "approval.method"])
    .where("approval.staged_id", "=", row.id).where("approval.decision", "=", "approve")
    .where("disabled.user_id", "is", null).execute();
  return rows.filter(({ user_id, role, method }) =>
    refusalOf(row, rule, { userId: user_id!, role, method }) === undefined
  ).length;
}

/** True when enough people approved a version. */
export async function isApproved(db: Db, row: StagedRow, rule: ApprovalRule): Promise<boolean> {
  return await countApprovals(db, row, rule) >= approvalsNeeded(rule);
}

/** Somebody who wants to approve a version, or did. */
export interface Approver {
  userId: string;
  role: Role;
  /** What they approve with, once that is known. */
  method?: "passkey" | "totp";
}

/** Why somebody's approval does not count under a rule; undefined when it does. */
export function refusalOf(
  row: Pick<StagedRow, "staged_by_user_id" | "made_by_user_id">,
  rule: ApprovalRule,
  { userId, role, method }: Approver,
): SvcError | undefined {
  const least = rule.by === "owner" ? role === "owner" : role !== "member";
  if (!least) {
    return new SvcError("role_too_low", `Approving needs the role ${rule.by} here`, {
      hint: `Your role is ${role}; ask an owner.`,
    });
  }
  if (rule.notSelf && row.staged_by_user_id === userId) {
    return new SvcError("forbidden", "You staged this version: somebody else must approve it", {
      hint: "Ask another admin or owner of the collective.",
    });
  }
  if (rule.notSelf && row.made_by_user_id === userId) {
    return new SvcError(
      "forbidden",
      "You made the credential that staged this version less than 72 hours before",
      { hint: "Somebody else must approve it. Ask another admin or owner of the collective." },
    );
  }
  if (rule.passkeyOnly && method === "totp") {
    return new SvcError("forbidden", "Only passkeys approve here", {
      hint: "Add one under Account, Security, and approve with it.",
    });
  }
  return undefined;
}
