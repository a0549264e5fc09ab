import type { Issue } from "./issues.ts";
import type { Label } from "./labels.ts";

/** Something that was done to an issue or pull request and is neither a comment nor a review. */
export interface Happening {
  id: number;
  issue: Issue;
  /** As the API names it: `closed`, `labeled`, `head_ref_force_pushed` … */
  event: string;
  actor: string;
  /** ISO 8601, UTC, whole seconds. */
  at: string;
  label?: Pick<Label, "name" | "color">;
  assignee?: string;
  milestone?: string;
  rename?: { from: string; to: string };
  reviewer?: string;
  /** The commit it is about. */
  commit?: string;
  lockReason?: string;
  dismissed?: { review: number; state: string; message: string; commit: string };
  /** Where it was mentioned. */
  source?: Issue;
}

/** What was done, for all issues. */
export interface Happenings {
  add(happening: Omit<Happening, "id">): Happening;
  /** What was done to an issue, oldest first. */
  of(issue: Issue): readonly Happening[];
  follow(from: Issue, to: Issue): void;
}

/** Nothing was done yet. */
export function createHappenings(): Happenings {
  const byIssue = new Map<Issue, Happening[]>();
  let last = 0;
  return {
    add(given) {
      const happening = { ...given, id: ++last };
      const own = byIssue.get(given.issue);
      if (own) own.push(happening);
      else byIssue.set(given.issue, [happening]);
      return happening;
    },
    of: (issue) => byIssue.get(issue) ?? [],
    follow(from, to) {
      const own = (byIssue.get(from) ?? []).map((one) => ({ ...one, issue: to }));
      byIssue.set(to, [...own, ...byIssue.get(to) ?? []]);
    },
  };
}
