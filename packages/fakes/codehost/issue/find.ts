import { type Call, isRead, notFound, Refusal, repositoryOf, type Seen } from "../call/mod.ts";
import type { Issue } from "../state/mod.ts";

/**
 * The issue that a call is about; a pull request's, too.
 *
 * @throws Refusal 404 for one that never was, 410 for one that was deleted or made a discussion, 301
 * (307 to writes) for one that moved to another repository
 */
export function issueOf(call: Call): Seen & { issue: Issue } {
  const seen = repositoryOf(call);
  const number = Number(call.params.issue_number);
  const issue = call.state.issues.find(seen.project, number);
  if (!issue) throw notFound();
  refuseGone(call, issue);
  if (!issue.pull) refuseDisabled(seen);
  return { ...seen, issue };
}

/** @throws Refusal 410 where issues are turned off; pull requests are there all the same. */
export function refuseDisabled({ repository }: Pick<Seen, "repository">): void {
  if (!repository.has_issues) throw new Refusal(410, "Issues are disabled for this repo");
}

function refuseGone(call: Call, { gone }: Issue): void {
  if (gone === undefined) return;
  if (gone === "deleted") throw new Refusal(410, "This issue was deleted");
  if (gone === "discussion") throw new Refusal(410, "This issue was converted to a discussion");
  const location = `${addressOf(call, gone.transferredTo)}${below(call)}${call.url.search}`;
  const [status, message] = isRead(call.method)
    ? [301, "Moved Permanently"] as const
    : [307, "Temporary Redirect"] as const;
  throw new Refusal(status, message, undefined, { location });
}

/** By id, as redirects of the platform have it. */
const addressOf = ({ state }: Call, { project, number }: Issue): string =>
  `${state.base}/repositories/${project.id}/issues/${number}`;

/** What a call asks of the issue: `/comments`. */
const below = ({ url }: Call): string => /\/issues\/\d+(\/.*)?$/.exec(url.pathname)?.[1] ?? "";

/** Whether somebody wrote an issue, or may push to where it is. */
export const isTheirs = (call: Call, { issue, repository }: Seen & { issue: Issue }): boolean =>
  issue.author === call.login || repository.permissions?.push === true;
