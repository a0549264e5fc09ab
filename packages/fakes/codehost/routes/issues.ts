import {
  type Call,
  invalid,
  json,
  Refusal,
  repositoryOf,
  type Routes,
  userOf,
} from "../call/mod.ts";
import {
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
  timeOf,
} from "../issue/mod.ts";
import { followHeads } from "../pull/mod.ts";
import type { Issue } from "../state/mod.ts";

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

/** Issues. Pull requests are among them. */
export const issueRoutes: Routes = {
  "GET /repos/{owner}/{repo}/issues": async (call) => {
    const seen = repositoryOf(call);
    refuseDisabled(seen);
    await followHeads(call, seen.project);
    return pageOfIssues(call, seen.project, (issue) => issueShape(call, issue));
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}": async (call) => {
    const { issue, project } = issueOf(call);
    if (call.state.pulls.find(project, issue.number)) await followHeads(call, project);
    return json(issueShape(call, issue));
  },

  "POST /repos/{owner}/{repo}/issues": (call) => {
    const seen = repositoryOf(call);
    refuseDisabled(seen);
    if (call.login === null) throw new Refusal(401, "Requires authentication");
    const { title, body = null, ...more } = call.body as Sent;
    if (String(title).trim() === "") {
      throw invalid([{ resource: "Issue", code: "missing_field", field: "title" }]);
    }
    const changes = changesOf(call, more);
    const issue = call.state.issues.open(seen.project, {
      title: String(title).trim(),
      body,
      author: call.login,
      createdAt: timeOf(call),
    });
    // Whoever may not push opens the issue all the same; the rest is dropped without a word.
    if (seen.repository.permissions?.push) apply(call, issue, changes);
    mention(call, issue, body);
    const shown = issueShape(call, issue);
    return json(shown, 201, { location: shown.url });
  },

  "PATCH /repos/{owner}/{repo}/issues/{issue_number}": (call) => {
    const seen = issueOf(call);
    if (call.login === null) throw new Refusal(401, "Requires authentication");
    if (!isTheirs(call, seen)) throw new Refusal(403, "Must have admin rights to Repository.");
    const { issue, project } = seen;
    const { title, body, state, state_reason: reason, ...more } = call.body as Sent;
    const pull = call.state.pulls.find(project, issue.number);
    if (pull?.merged && state === "open") {
      throw invalid([{ resource: "Issue", field: "state", code: "invalid" }]);
    }
    const changes = changesOf(call, more);
    mention(call, issue, body ?? null);
    setWords(call, issue, { ...title && { title }, ...body !== undefined && { body } });
    if (seen.repository.permissions?.push) apply(call, issue, changes);
    if (state !== undefined) setOpen(call, issue, state === "open", reason ?? undefined);
    return json(issueShape(call, issue));
  },
};

/** What is to be changed beside words and state. */
interface Changes {
  labels?: string[];
  assignees?: string[];
}

/** @throws Refusal 422 for people who are not there */
function changesOf(
  call: Call,
  { labels, assignees, assignee }: Sent,
): Changes {
  const logins = assignees ?? (assignee === undefined ? undefined : assignee ? [assignee] : []);
  for (const login of logins ?? []) {
    if (userOf(call, login) === null) {
      throw invalid([{ resource: "Issue", code: "invalid", field: "assignees" }]);
    }
  }
  return {
    ...labels && { labels: labels.map((one) => typeof one === "string" ? one : one.name) },
    ...logins && { assignees: logins },
  };
}

function apply(call: Call, issue: Issue, { labels, assignees }: Changes): void {
  if (labels) {
    setLabels(call, issue, labels.map((name) => labelNamed(call, issue.project, name)));
  }
  if (assignees) setAssignees(call, issue, assignees);
}
