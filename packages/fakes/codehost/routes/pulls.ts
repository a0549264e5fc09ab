import { type Call, invalid, json, paged, Refusal, type Routes, writableOf } from "../call/mod.ts";
import { changesBetween, diffText, findRef, mergeBase } from "../git/mod.ts";
import { happen, setOpen, setWords } from "../issue/mod.ts";
import { mergePull, type MergeWish, openPull, pullFull, pullOf } from "../pull/mod.ts";
import { fileShape } from "../shape/mod.ts";
import type { Pull } from "../state/mod.ts";
import { text } from "./commits.ts";

/** The most that a list of a request's files shows. */
const MOST_FILES = 3000;

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
      (one) => fileShape(call, pull.project, pull.headSha, one),
    );
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": async (call) => {
    const { repository } = writableOf(call);
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
  if (pull.author !== call.login) writableOf(call);
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
