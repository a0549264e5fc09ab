import {
  type Call,
  empty,
  invalid,
  json,
  mayPush,
  notFound,
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
  setLocked,
  setMilestone,
  setOpen,
  setWords,
  timeOf,
} from "../issue/mod.ts";
import { followHeads } from "../pull/mod.ts";
import type { Issue, Milestone, Project } from "../state/mod.ts";

/** What makes or changes an issue. */
interface Sent {
  title?: string;
  body?: string | null;
  state?: "open" | "closed";
  state_reason?: Issue["reason"];
  labels?: (string | { name: string })[];
  assignees?: string[];
  assignee?: string | null;
  milestone?: number | string | null;
}

/** Issues. Pull requests are among them. */
export const issueRoutes: Routes = {
  "GET /repos/{owner}/{repo}/issues": async (call) => {
    const seen = await repositoryOf(call);
    refuseDisabled(seen);
    await followHeads(call, seen.project);
    return await pageOfIssues(call, seen.project, (issue) => issueShape(call, issue));
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}": async (call) => {
    const { issue, project } = await issueOf(call);
    if (call.state.pulls.find(project, issue.number)) await followHeads(call, project);
    return json(await issueShape(call, issue));
  },

  "POST /repos/{owner}/{repo}/issues": async (call) => {
    const seen = await repositoryOf(call);
    refuseDisabled(seen);
    if (call.login === null) throw new Refusal(401, "Requires authentication");
    const { title, body = null, ...more } = call.body as Sent;
    if (String(title).trim() === "") {
      throw invalid([{ resource: "Issue", code: "missing_field", field: "title" }]);
    }
    const changes = await changesOf(call, seen.project, more);
    const issue = call.state.issues.open(seen.project, {
      title: String(title).trim(),
      body,
      author: call.login,
      createdAt: timeOf(call),
    });
    // Whoever may not push opens the issue all the same; the rest is dropped without a word.
    if (seen.repository.permissions?.push) apply(call, issue, changes);
    mention(call, issue, body);
    const shown = await issueShape(call, issue);
    return json(shown, 201, { location: shown.url });
  },

  "PATCH /repos/{owner}/{repo}/issues/{issue_number}": async (call) => {
    const seen = await issueOf(call);
    if (call.login === null) throw new Refusal(401, "Requires authentication");
    if (!isTheirs(call, seen)) throw new Refusal(403, "Must have admin rights to Repository.");
    const { issue, project } = seen;
    const { title, body, state, state_reason: reason, ...more } = call.body as Sent;
    const pull = call.state.pulls.find(project, issue.number);
    if (pull?.merged && state === "open") {
      throw invalid([{ resource: "Issue", field: "state", code: "invalid" }]);
    }
    const changes = await changesOf(call, project, more);
    mention(call, issue, body ?? null);
    setWords(call, issue, { ...title && { title }, ...body !== undefined && { body } });
    if (seen.repository.permissions?.push) apply(call, issue, changes);
    if (state !== undefined) setOpen(call, issue, state === "open", reason ?? undefined);
    return json(await issueShape(call, issue));
  },

  "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees": async (call) => {
    const { issue } = await triaged(call);
    const { assignees = [] } = call.body as Sent;
    const known = await assignable(call, issue.project, assignees);
    setAssignees(call, issue, [...issue.assignees, ...known]);
    return json(await issueShape(call, issue), 201);
  },

  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees": async (call) => {
    const { issue } = await triaged(call);
    const { assignees = [] } = call.body as Sent;
    setAssignees(call, issue, issue.assignees.filter((one) => !assignees.includes(one)));
    return json(await issueShape(call, issue));
  },

  "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock": async (call) => {
    const { issue } = await triaged(call);
    setLocked(call, issue, String(call.body.lock_reason ?? ""));
    return empty();
  },

  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock": async (call) => {
    const { issue } = await triaged(call);
    setLocked(call, issue, null);
    return empty();
  },
};

/** The issue of a call that only those may make who may push. */
export async function triaged(call: Call) {
  const seen = await issueOf(call);
  if (call.login === null) throw new Refusal(401, "Requires authentication");
  if (!seen.repository.permissions?.push) throw notFound();
  return seen;
}

/** What is to be changed beside words and state. */
interface Changes {
  labels?: string[];
  assignees?: string[];
  milestone?: Milestone | null;
}

/** @throws Refusal 422 for people and milestones that are not there */
async function changesOf(
  call: Call,
  project: Project,
  { labels, assignees, assignee, milestone }: Sent,
): Promise<Changes> {
  const logins = assignees ?? (assignee === undefined ? undefined : assignee ? [assignee] : []);
  for (const login of logins ?? []) {
    if (await userOf(call, login) === null) {
      throw invalid([{ resource: "Issue", code: "invalid", field: "assignees" }]);
    }
  }
  const named = milestone === undefined || milestone === null
    ? milestone
    : call.state.milestones.of(project).find((one) => one.number === Number(milestone));
  if (milestone !== undefined && named === undefined) {
    throw invalid([{ resource: "Issue", code: "invalid", field: "milestone" }]);
  }
  return {
    ...labels && { labels: labels.map((one) => typeof one === "string" ? one : one.name) },
    ...logins && { assignees: logins },
    ...named !== undefined && { milestone: named },
  };
}

function apply(call: Call, issue: Issue, { labels, assignees, milestone }: Changes): void {
  if (labels) {
    setLabels(call, issue, labels.map((name) => labelNamed(call, issue.project, name)));
  }
  if (assignees) setAssignees(call, issue, assignees);
  if (milestone !== undefined) setMilestone(call, issue, milestone);
}

/** Who may be assigned; the platform passes over all others. */
async function assignable(call: Call, project: Project, logins: readonly string[]) {
  const known = await Promise.all(
    logins.map(async (login) => await userOf(call, login) && await mayPush(call, project, login)),
  );
  return logins.filter((_, index) => known[index]);
}
