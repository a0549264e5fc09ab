import type { IssueType } from "@svc/core/lab";
import type { Db } from "../../access/store/schema.ts";
import type { SeenIssue } from "./issue.ts";

/**
 * A title fit for an inbox, which a collective's tokens may read whatever lab scope they hold: of a
 * security issue or a hidden one, none.
 */
export function noticeTitle(
  issue: { type: IssueType; title: string; hidden: number | boolean },
): string {
  if (issue.type === "security") return "(security)";
  return issue.hidden ? "(hidden)" : issue.title;
}

/**
 * The people who follow an issue and may still see it: its author, whom it is assigned to, and who
 * commented. A security or hidden issue reaches only the author and the collective's admins, one of
 * a private collective only the author and its members.
 */
export async function followers(db: Db, issue: SeenIssue): Promise<string[]> {
  const assignees = await db.selectFrom("lab_assignee").select("user_id as id")
    .where("issue_number", "=", issue.number).execute();
  const commenters = await db.selectFrom("lab_comment").select("author_user_id as id").distinct()
    .where("issue_number", "=", issue.number).execute();
  const following = new Set([
    issue.author_user_id,
    ...[...assignees, ...commenters].map((r) => r.id),
  ]);
  const people = [...following].filter((id) => id !== null);
  if (people.length === 0 || issue.collective_id === null) {
    const secret = issue.type === "security" || issue.hidden === 1;
    return secret ? people.filter((id) => id === issue.author_user_id) : people;
  }
  const collective = await db.selectFrom("collective").select("private")
    .where("id", "=", issue.collective_id).executeTakeFirst();
  const members = await db.selectFrom("collective_member").select(["user_id", "role"])
    .where("collective_id", "=", issue.collective_id).where("user_id", "in", people).execute();
  const secret = issue.type === "security" || issue.hidden === 1;
  const allowed = new Set(
    members.filter((member) => !secret || member.role !== "member").map((member) => member.user_id),
  );
  const open = !secret && collective?.private === 0;
  return people.filter((id) => open || id === issue.author_user_id || allowed.has(id));
}
