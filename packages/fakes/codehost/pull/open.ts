import {
  type Call,
  type FieldFault,
  invalid,
  loggedIn,
  repositoryOf,
  shownTo,
  timeOf,
} from "../call/mod.ts";
import { distance, findRef, mergeBase } from "../git/mod.ts";
import { mention } from "../issue/mod.ts";
import type { Project, Pull } from "../state/mod.ts";
import { takeHead } from "./heads.ts";

interface Sent {
  title?: string;
  body?: string;
  head: string;
  head_repo?: string;
  base: string;
  draft?: boolean;
  maintainer_can_modify?: boolean;
}

/**
 * Opens a pull request.
 *
 * @throws Refusal 422 for a branch that does not exist, a second request for the same branches, or
 * branches that do not differ
 */
export async function openPull(call: Call): Promise<Pull> {
  const { project } = repositoryOf(call);
  const author = loggedIn(call);
  const sent = call.body as unknown as Sent;
  if (sent.title === undefined) throw refused({ code: "missing_field", field: "title" });
  const [owner, headRef] = sent.head.includes(":")
    ? sent.head.split(":", 2) as [string, string]
    : [project.owner, sent.head];
  const source = sourceOf(call, project, owner, sent.head_repo);
  const head = source && await findRef(source.git, `refs/heads/${headRef}`);
  const base = await findRef(project.git, `refs/heads/${sent.base}`);
  if (!head || !source) throw refused({ code: "invalid", field: "head" });
  if (!base) throw refused({ code: "invalid", field: "base" });
  const same = (one: Pull) =>
    one.issue.open && one.source === source && one.headRef === headRef && one.baseRef === sent.base;
  if (call.state.issues.pulls(project).some(same)) {
    throw custom(`A pull request already exists for ${owner}:${headRef}.`);
  }
  await refuseUndiffering(project, source, headRef, sent.base, base.sha);

  const { title, body = null } = sent;
  const issue = call.state.issues.open(project, { title, body, author, createdAt: timeOf(call) });
  const pull = call.state.issues.asPull(issue, {
    source,
    sourceOwner: source.owner,
    headRef,
    headSha: head.sha,
    baseRef: sent.base,
    baseSha: base.sha,
    draft: sent.draft ?? false,
    maintainerCanModify: source !== project && (sent.maintainer_can_modify ?? true),
  });
  await takeHead(project.git, pull, head.sha);
  mention(call, issue, issue.body);
  return pull;
}

/** The repository of the network that a head names: by its owner, or by its full name. */
function sourceOf(
  call: Call,
  project: Project,
  owner: string,
  repo: string | undefined,
): Project | undefined {
  const named = repo?.toLowerCase();
  const found = [project, ...call.state.projects.network(project)].find((one) =>
    named === undefined
      ? one.owner.toLowerCase() === owner.toLowerCase()
      : `${one.owner}/${one.name}`.toLowerCase() === named || one.name.toLowerCase() === named
  );
  return found && shownTo(call, found) ? found : undefined;
}

async function refuseUndiffering(
  project: Project,
  source: Project,
  headRef: string,
  baseRef: string,
  baseSha: string,
): Promise<void> {
  const { git } = project;
  if (source !== project) {
    await git.text(["fetch", "--quiet", "--no-tags", source.git.folder, `refs/heads/${headRef}`]);
  }
  const head = source === project ? `refs/heads/${headRef}` : "FETCH_HEAD";
  if (await mergeBase(git, baseSha, head) === undefined) {
    throw custom(`The ${headRef} branch has no history in common with ${baseRef}`);
  }
  if ((await distance(git, baseSha, head)).ahead === 0) {
    throw custom(`No commits between ${baseRef} and ${headRef}`);
  }
}

const refused = (fault: Omit<FieldFault, "resource">) =>
  invalid([{ resource: "PullRequest", ...fault }]);

const custom = (message: string) => refused({ code: "custom", message });
