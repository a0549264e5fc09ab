import {
  type Call,
  empty,
  invalid,
  json,
  notFound,
  paged,
  Refusal,
  type Routes,
  writableOf,
} from "../call/mod.ts";
import { changesBetween, diffText, findRef, logOf, mergeBase } from "../git/mod.ts";
import { happen, setOpen, setWords } from "../issue/mod.ts";
import { mergePull, type MergeWish, openPull, pullFull, pullOf, updateHead } from "../pull/mod.ts";
import { apiOf, files } from "../shape/mod.ts";
import type { Pull } from "../state/mod.ts";
import { pageOfCommits, text } from "./commits.ts";

/** The most that lists of a request's files and commits show. */
const MOST_FILES = 3000;
const MOST_COMMITS = 250;

/** Pull requests. */
export const pullRoutes: Routes = {
  "POST /repos/{owner}/{repo}/pulls": async (call) => {
    const full = await pullFull(call, await openPull(call));
    return json(full, 201, { location: full.url });
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    const { pull } = await pullOf(call);
    if (/\.(diff|patch)\b/.test(call.headers.get("accept") ?? "")) {
      return text(await diffText(pull.project.git, await forkPoint(pull), pull.headSha), "diff");
    }
    return json(await pullFull(call, pull));
  },

  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    await writableOrOwn(call);
    const { pull } = await pullOf(call);
    await change(call, pull);
    return json(await pullFull(call, pull));
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files": async (call) => {
    const { pull } = await pullOf(call);
    const changes = await changesBetween(pull.project.git, await forkPoint(pull), pull.headSha);
    return paged(
      call,
      changes.slice(0, MOST_FILES),
      (slice) => files(call, pull.project, pull.headSha, slice),
    );
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits": async (call) => {
    const { pull } = await pullOf(call);
    const range = `${pull.baseSha}..${pull.headSha}`;
    const commits = await logOf(pull.project.git, ["--reverse", "--topo-order", range]);
    return await pageOfCommits(call, pull.project, commits.slice(0, MOST_COMMITS));
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/merge": async (call) => {
    const { pull } = await pullOf(call);
    if (!pull.merged) throw notFound();
    return empty();
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch": async (call) => {
    await writableOf(call);
    const { pull } = await pullOf(call);
    await updateHead(call, pull, call.body.expected_head_sha as string | undefined);
    const url = `${apiOf(call, pull.project)}/pulls/${pull.number}`;
    return json({ message: "Updating pull request branch.", url }, 202);
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": async (call) => {
    const { repository } = await writableOf(call);
    const { pull } = await pullOf(call);
    const sha = await mergePull(call, pull, repository, call.body as MergeWish);
    return json({ sha, merged: true, message: "Pull Request successfully merged" });
  },
};

/** Where a request's commits begin. */
const forkPoint = async ({ project, baseSha, headSha }: Pull): Promise<string> =>
  await mergeBase(project.git, baseSha, headSha) ?? baseSha;

/** Authors may change their own request. */
async function writableOrOwn(call: Call): Promise<void> {
  const { pull } = await pullOf(call);
  if (call.login === null) throw new Refusal(401, "Requires authentication");
  if (pull.author !== call.login) await writableOf(call);
}

async function change(call: Call, pull: Pull): Promise<void> {
  const { title, body, state, base, maintainer_can_modify: maintainers } = call.body as {
    title?: string;
    body?: string | null;
    state?: "open" | "closed";
    base?: string;
    maintainer_can_modify?: boolean;
  };
  if (state === "open" && pull.merged) {
    throw invalid([{ resource: "PullRequest", field: "state", code: "invalid" }]);
  }
  if (base !== undefined && base !== pull.baseRef) {
    const found = await findRef(pull.project.git, `refs/heads/${base}`);
    if (!found) throw invalid([{ resource: "PullRequest", field: "base", code: "invalid" }]);
    Object.assign(pull, { baseRef: base, baseSha: found.sha });
    happen(call, pull.issue, "base_ref_changed");
  }
  if (maintainers !== undefined) pull.maintainerCanModify = maintainers;
  setWords(call, pull.issue, { ...title && { title }, ...body !== undefined && { body } });
  if (state !== undefined) setOpen(call, pull.issue, state === "open");
}
