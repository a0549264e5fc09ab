import {
  type Call,
  invalid,
  json,
  loggedIn,
  paged,
  Refusal,
  repositoryOf,
  type Routes,
  timeOf,
  userOf,
} from "../call/mod.ts";
import { logOf } from "../git/mod.ts";
import {
  commentShape,
  happeningShape,
  issueOf,
  issueShape,
  isTheirs,
  labelNamed,
  mention,
  pageOfIssues,
  refuseDisabled,
  setAssignees,
  setLabels,
  setOpen,
  setWords,
} from "../issue/mod.ts";
import { followHeads, reviewShape } from "../pull/mod.ts";
import { gitCommit } from "../shape/commit.ts";
import type { Issue, Pull } from "../state/mod.ts";

/** What makes or changes an issue. */
interface Sent {
  title?: string;
  body?: string | null;
  state?: "open" | "closed";
  state_reason?: Issue["reason"];
  labels?: (string | { name: string })[];
  assignees?: string[];
  assignee?: string | null;
}

/** Issues and their timelines. Pull requests are among them. */
export const issueRoutes: Routes = {
  "GET /repos/{owner}/{repo}/issues": async (call) => {
    const seen = repositoryOf(call);
    refuseDisabled(seen);
    await followHeads(call, seen.project);
    return pageOfIssues(call, seen.project, (issue) => issueShape(call, issue));
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}": async (call) => {
    const { issue, project } = issueOf(call);
    if (issue.pull) await followHeads(call, project);
    return json(issueShape(call, issue));
  },

  "POST /repos/{owner}/{repo}/issues": (call) => {
    const seen = repositoryOf(call);
    refuseDisabled(seen);
    const author = loggedIn(call);
    const { title: sent, body = null, ...more } = call.body as Sent;
    const title = String(sent).trim();
    if (title === "") {
      throw invalid([{ resource: "Issue", code: "missing_field", field: "title" }]);
    }
    const apply = changesOf(call, more);
    const createdAt = timeOf(call);
    const issue = call.state.issues.open(seen.project, { title, body, author, createdAt });
    // Whoever may not push opens the issue all the same; the rest is dropped without a word.
    if (seen.repository.permissions?.push) apply(issue);
    mention(call, issue, body);
    const shown = issueShape(call, issue);
    return json(shown, 201, { location: shown.url });
  },

  "PATCH /repos/{owner}/{repo}/issues/{issue_number}": (call) => {
    const seen = issueOf(call);
    loggedIn(call);
    if (!isTheirs(call, seen)) throw new Refusal(403, "Must have admin rights to Repository.");
    const { issue } = seen;
    const { title, body, state, state_reason: reason, ...more } = call.body as Sent;
    if (issue.pull?.merged && state === "open") {
      throw invalid([{ resource: "Issue", field: "state", code: "invalid" }]);
    }
    const apply = changesOf(call, more);
    mention(call, issue, body ?? null);
    setWords(call, issue, { ...title && { title }, ...body !== undefined && { body } });
    if (seen.repository.permissions?.push) apply(issue);
    if (state !== undefined) setOpen(call, issue, state === "open", reason ?? undefined);
    return json(issueShape(call, issue));
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline": async (call) => {
    const { issue, project } = issueOf(call);
    if (issue.pull) await followHeads(call, project);
    const entries = [...said(call, issue), ...issue.pull ? await done(call, issue.pull) : []];
    entries.sort((a, b) => a.at === b.at ? 0 : a.at < b.at ? -1 : 1);
    return paged(call, entries, ({ shape }) => shape());
  },
};

/**
 * What is to be changed beside words and state, to apply to an issue.
 *
 * @throws Refusal 422 for people who are not there
 */
function changesOf(
  call: Call,
  { labels, assignees, assignee }: Sent,
): (issue: Issue) => void {
  const logins = assignees ?? (assignee === undefined ? undefined : assignee ? [assignee] : []);
  if (logins?.some((login) => userOf(call, login) === null)) {
    throw invalid([{ resource: "Issue", code: "invalid", field: "assignees" }]);
  }
  const names = labels?.map((one) => typeof one === "string" ? one : one.name);
  return (issue) => {
    const found = names?.map((name) => labelNamed(call, issue.project, name));
    if (found) setLabels(call, issue, found);
    if (logins) setAssignees(call, issue, logins);
  };
}

/** An entry of a timeline: when it was, and how it is shown. */
interface Entry {
  at: string;
  shape(): object;
}

/** Events and comments. */
function said(call: Call, issue: Issue): Entry[] {
  const events = call.state.happenings.of(issue).map((one): Entry => ({
    at: one.createdAt,
    shape: () => happeningShape(call, one),
  }));
  const comments = call.state.comments.of(issue).map((one): Entry => ({
    at: one.createdAt,
    shape() {
      const shown = commentShape(call, one);
      return { event: "commented", actor: shown.user, ...shown };
    },
  }));
  return [...events, ...comments];
}

/** Commits and reviews of a pull request. */
async function done(call: Call, pull: Pull): Promise<Entry[]> {
  const range = `${pull.baseSha}..${pull.headSha}`;
  const commits = await logOf(pull.project.git, ["--reverse", "--topo-order", range]);
  const reviews = call.state.reviews.of(pull).filter(({ at }) => at !== null);
  return [
    ...commits.map((commit): Entry => ({
      at: commit.committer.date,
      shape: () => ({ event: "committed", ...gitCommit(call, pull.project, commit) }),
    })),
    ...reviews.map((review): Entry => ({
      at: review.at!,
      shape: () => ({ event: "reviewed", ...reviewShape(call, pull, review) }),
    })),
  ];
}
