import { type Asking, type Call, pushed } from "../call/mod.ts";
import { type Bare, findRef, moveRef, refsBelow } from "../git/mod.ts";
import { apiTime, type Project, type Pull } from "../state/mod.ts";

/** The reference under which a pull request's commits stay, whatever becomes of its branch. */
export const headRefOf = (number: number): string => `refs/pull/${number}/head`;

/**
 * Brings `refs/pull/N/head` of a project's open pull requests up to their branches, which may have
 * been pushed to by git. A request whose branch is gone is closed, as on the platform; one whose fork
 * is gone stays as it is.
 */
export const followHeads = (call: Asking, project: Project): Promise<void> =>
  call.state.turns(`heads of ${project.id}`, () => follow(call, project));

async function follow(call: Asking, project: Project): Promise<void> {
  const open = call.state.pulls.of(project).filter((pull) => pull.open);
  const heads = new Map<Project, Map<string, string>>();
  for (const { source } of open) {
    if (source && !heads.has(source)) heads.set(source, await branchesOf(source));
  }
  const bases = open.length > 0 ? await branchesOf(project) : new Map();
  for (const pull of open) {
    if (!pull.source) continue;
    const sha = heads.get(pull.source)!.get(pull.headRef);
    if (sha === undefined) await closeIssue(call, pull);
    else if (sha !== pull.headSha) {
      await takeHead(project.git, pull, sha);
      const baseSha = bases.get(pull.baseRef) ?? pull.baseSha;
      Object.assign(pull, { headSha: sha, baseSha, pushedAt: apiTime(call.state.clock.now()) });
    }
  }
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

/** Closes a request that was not merged, or was just now. */
export async function closeIssue(call: Asking, pull: Pull): Promise<void> {
  const { owner, name } = pull.project;
  pull.open = false;
  await call.emulated("PATCH", `/repos/${owner}/${name}/issues/${pull.number}`, {
    state: "closed",
  });
}

/** Deletes the branch of a request that was merged, where the repository is set so. */
export async function deleteHead(call: Call, { source, headRef, headSha }: Pull): Promise<void> {
  if (!source) return;
  await moveRef(source.git, `refs/heads/${headRef}`, headSha, null);
  pushed(call, source);
}

async function branchesOf({ git }: Project): Promise<Map<string, string>> {
  const refs = await refsBelow(git, "refs/heads/");
  return new Map(refs.map(({ name, sha }) => [name.slice("refs/heads/".length), sha]));
}
