import type { Asking } from "../call/mod.ts";
import { type Bare, findRef, moveRef, refsBelow } from "../git/mod.ts";
import { happen, setOpen, touch } from "../issue/mod.ts";
import type { Project, Pull } from "../state/mod.ts";

/** The reference under which a pull request's commits stay, whatever becomes of its branch. */
const headRefOf = (number: number): string => `refs/pull/${number}/head`;

type Following = Pick<Asking, "state">;

/**
 * Brings `refs/pull/N/head` of a project's open pull requests up to their branches, which may have
 * been pushed to by git. A request whose branch is gone is closed, as on the platform; one whose fork
 * is gone stays as it is.
 */
export const followHeads = (call: Following, project: Project): Promise<void> =>
  call.state.turns(`heads of ${project.id}`, () => follow(call, project));

/** As {@linkcode followHeads}, for every project: after something was pushed. */
export async function followAllHeads(call: Following): Promise<void> {
  for (const project of call.state.projects.all()) await followHeads(call, project);
}

/** How often the references had moved, and what was open, when a project's heads were last looked at. */
const seen = new WeakMap<Project, string>();

async function follow(call: Following, project: Project): Promise<void> {
  const open = call.state.issues.pulls(project).filter((pull) => pull.issue.open && pull.source);
  const sources = new Set(open.map((pull) => pull.source!));
  const moves = [...sources].map(({ id, git }) => `${id} ${git.moves}`).join();
  const now = `${moves} ${open.map(({ number }) => number)}`;
  if (open.length === 0 || seen.get(project) === now) return;
  const heads = new Map<Project, Map<string, string>>();
  for (const source of sources) heads.set(source, await branchesOf(source));
  const bases = await branchesOf(project);
  for (const pull of open) {
    const sha = heads.get(pull.source!)!.get(pull.headRef);
    if (sha === undefined) closeHeadless(call, pull);
    else if (sha !== pull.headSha) await moveHead(call, pull, sha, bases.get(pull.baseRef));
  }
  // As it was before: what came in meanwhile is looked at the next time.
  seen.set(project, now);
}

/** Whoever owns the branch deleted it. */
function closeHeadless({ state }: Following, { issue, sourceOwner }: Pull): void {
  const doing: Asking = { state, login: sourceOwner };
  setOpen(doing, issue, false);
  happen(doing, issue, "head_ref_deleted");
}

async function moveHead(
  { state }: Following,
  pull: Pull,
  sha: string,
  base: string | undefined,
): Promise<void> {
  const { git } = pull.project;
  const before = pull.headSha;
  await takeHead(git, pull, sha);
  Object.assign(pull, { headSha: sha, baseSha: base ?? pull.baseSha });
  const doing: Asking = { state, login: pull.author };
  const forward = (await git.run(["merge-base", "--is-ancestor", before, sha])).code === 0;
  if (forward) touch(doing, pull.issue);
  else happen(doing, pull.issue, "head_ref_force_pushed", { commit: sha });
}

/** Copies a head into the project, from the fork it comes from if need be. */
export async function takeHead(
  git: Bare,
  { project, source, number, headRef }: Pick<Pull, "project" | "source" | "number" | "headRef">,
  sha: string,
): Promise<void> {
  if (source && source !== project) {
    const spec = `+refs/heads/${headRef}:${headRefOf(number)}`;
    await git.text(["fetch", "--quiet", "--no-tags", source.git.folder, spec]);
  } else {
    const before = await findRef(git, headRefOf(number));
    await moveRef(git, headRefOf(number), before?.sha ?? null, sha);
  }
}

async function branchesOf({ git }: Project): Promise<Map<string, string>> {
  const refs = await refsBelow(git, "refs/heads/");
  return new Map(refs.map(({ name, sha }) => [name.slice("refs/heads/".length), sha]));
}
