import type { LedgerIssue } from "../../outputs/issue_snapshot.ts";
import type { LedgerPr } from "../../outputs/pr_snapshot.ts";
import type { Item } from "./briefing.ts";

/** An open pull request, and the names of its checks that failed. */
export interface Facts {
  pr: Omit<LedgerPr, "body">;
  failing: string[];
}

/**
 * What waits for people with these logins: reviews they were asked for, what is assigned to them, and
 * their own pull requests that cannot go on without them.
 *
 * @param handles in lower case
 */
export function dutiesOf(
  prs: readonly Facts[],
  issues: readonly Omit<LedgerIssue, "body">[],
  handles: readonly string[],
): Item[] {
  const mine = (login: string | null) => login !== null && handles.includes(login.toLowerCase());
  const items = [
    ...prs.map(({ pr, failing }): Item => ({
      ...shown(pr),
      subjectType: "pr",
      why: [
        ...(pr.requestedReviewers?.some(mine) ? ["asked to review"] : []),
        ...(pr.assignees.some(mine) ? ["assigned"] : []),
        ...(mine(pr.author) ? ownWork(pr, failing) : []),
      ],
    })),
    ...issues.map((issue): Item => ({
      ...shown(issue),
      subjectType: "issue",
      why: issue.assignees.some(mine) ? ["assigned"] : [],
    })),
  ];
  return items.filter(({ why }) => why.length > 0);
}

function ownWork(
  { reviewDecision, mergeConflict }: Facts["pr"],
  failing: readonly string[],
): string[] {
  return [
    ...(reviewDecision === "changes-requested" ? ["changes were requested"] : []),
    ...(mergeConflict === true ? ["it conflicts with its base"] : []),
    ...(failing.length > 0 ? ["checks fail"] : []),
  ];
}

function shown({ number, title, url, author }: Facts["pr"] | Omit<LedgerIssue, "body">) {
  return { number, title, url, author };
}
