import {
  type Call,
  empty,
  invalid,
  json,
  notFound,
  paged,
  repositoryOf,
  type Routes,
  writableOf,
} from "../call/mod.ts";
import {
  issueOf,
  labelNamed,
  labelShape,
  milestoneShape,
  setLabels,
  timeOf,
} from "../issue/mod.ts";
import type { Issue, Label, Project } from "../state/mod.ts";
import { pageOfShapes } from "./changed.ts";
import { triaged } from "./issues.ts";

/** Labels and milestones of repositories, and labels of issues. */
export const labelRoutes: Routes = {
  "GET /repos/{owner}/{repo}/labels": async (call) => {
    const { project } = await repositoryOf(call);
    return pageOfLabels(call, project, call.state.labels.of(project));
  },

  "POST /repos/{owner}/{repo}/labels": async (call) => {
    const { project } = await writableOf(call);
    const { name, color, description } = call.body as unknown as Partial<Label> & { name: string };
    const added = call.state.labels.add(project, {
      name,
      ...color && { color },
      ...description && { description },
    });
    if (!added) throw invalid([{ resource: "Label", code: "already_exists", field: "name" }]);
    return json(labelShape(call, project, added), 201);
  },

  "GET /repos/{owner}/{repo}/labels/{name}": async (call) => {
    const { project } = await repositoryOf(call);
    return json(labelShape(call, project, labelOf(call, project)));
  },

  "PATCH /repos/{owner}/{repo}/labels/{name}": async (call) => {
    const { project } = await writableOf(call);
    const label = labelOf(call, project);
    const { new_name: name, color, description } = call.body as Partial<Label> & {
      new_name?: string;
    };
    Object.assign(label, {
      ...name && { name },
      ...color && { color },
      ...description !== undefined && { description },
    });
    return json(labelShape(call, project, label));
  },

  "DELETE /repos/{owner}/{repo}/labels/{name}": async (call) => {
    const { project } = await writableOf(call);
    const label = labelOf(call, project);
    call.state.labels.remove(project, label);
    for (const issue of call.state.issues.of(project).all()) {
      issue.labels = issue.labels.filter((one) => one !== label);
    }
    return empty();
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}/labels": async (call) => {
    const { issue } = await issueOf(call);
    return pageOfLabels(call, issue.project, issue.labels);
  },

  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels": async (call) => {
    const { issue } = await triaged(call);
    setLabels(call, issue, [...issue.labels, ...labelsSent(call, issue)]);
    return labelsNow(call, issue);
  },

  "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels": async (call) => {
    const { issue } = await triaged(call);
    setLabels(call, issue, labelsSent(call, issue));
    return labelsNow(call, issue);
  },

  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels": async (call) => {
    const { issue } = await triaged(call);
    setLabels(call, issue, []);
    return empty();
  },

  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}": async (call) => {
    const { issue, project } = await triaged(call);
    const label = call.state.labels.find(project, call.params.name!);
    if (!label || !issue.labels.includes(label)) throw notFound();
    setLabels(call, issue, issue.labels.filter((one) => one !== label));
    return labelsNow(call, issue);
  },

  "GET /repos/{owner}/{repo}/milestones": async (call) => {
    const { project } = await repositoryOf(call);
    const state = call.url.searchParams.get("state") ?? "open";
    const list = call.state.milestones.of(project)
      .filter(({ open }) => state === "all" || (state === "open") === open);
    return await pageOfShapes(call, list, (one) => milestoneShape(call, project, one));
  },

  "POST /repos/{owner}/{repo}/milestones": async (call) => {
    const { project } = await writableOf(call);
    const { title, state = "open", description, due_on } = call.body as unknown as {
      title: string;
      state?: string;
      description?: string;
      due_on?: string;
    };
    const milestone = call.state.milestones.add(project, {
      title,
      description: description ?? null,
      open: state === "open",
      dueOn: due_on ?? null,
      creator: call.login!,
      createdAt: timeOf(call),
    });
    return json(await milestoneShape(call, project, milestone), 201);
  },
};

function labelOf({ state, params }: Call, project: Project): Label {
  const label = state.labels.find(project, params.name!);
  if (!label) throw notFound();
  return label;
}

/** Labels come as a list, or as one below `labels`. */
function labelsSent(call: Call, { project }: Issue): Label[] {
  const list = Object.values(call.body).flat() as (string | { name: string })[];
  return list.map((one) => labelNamed(call, project, typeof one === "string" ? one : one.name));
}

const pageOfLabels = (call: Call, project: Project, list: readonly Label[]) =>
  paged(call, list, (slice) => slice.map((label) => labelShape(call, project, label)));

const labelsNow = (call: Call, { project, labels }: Issue) =>
  json(labels.map((label) => labelShape(call, project, label)));
