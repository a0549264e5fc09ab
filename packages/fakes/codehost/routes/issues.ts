import { type Call, paged, passed, Refusal, repositoryOf, type Routes } from "../call/mod.ts";

/** Issues and their comments, where the platform does more than the emulator. */
export const issueRoutes: Routes = {
  "POST /repos/{owner}/{repo}/issues": async (call) => {
    await assertEnabled(call);
    return await emulated(call);
  },

  // Closing a pull request as the issue that it is, too, closes it.
  "PATCH /repos/{owner}/{repo}/issues/{issue_number}": async (call) => {
    const { project } = await repositoryOf(call);
    const number = Number(call.params.issue_number);
    const path = `/repos/${project.owner}/${project.name}/issues/${number}`;
    const told = await call.emulated("PATCH", path, call.body);
    const pull = call.state.pulls.find(project, number);
    if (told.status === 200 && pull) pull.open = JSON.parse(told.text).state === "open";
    return passed(told);
  },

  // The emulator passes over `since`.
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": async (call) => {
    const since = call.url.searchParams.get("since");
    const all = await every(call);
    if (all instanceof Response) return all;
    const kept = since === null
      ? all
      : all.filter((one) => Date.parse(one.updated_at) >= Date.parse(since));
    return paged(call, kept);
  },
};

/** The emulator's answer to the call as it came. */
async function emulated(call: Call): Promise<Response> {
  const body = call.bytes.length > 0 ? call.body : undefined;
  return passed(await call.emulated(call.method, call.url.pathname + call.url.search, body));
}

/** A repository may have no issues at all. */
async function assertEnabled(call: Call): Promise<void> {
  const { repository } = await repositoryOf(call);
  if (!repository.has_issues) throw new Refusal(410, "Issues are disabled for this repo");
}

/** All comments of the call's issue, or the answer that refuses them. */
async function every(call: Call): Promise<{ updated_at: string }[] | Response> {
  const all: { updated_at: string }[] = [];
  for (let page = 1;; page++) {
    const told = await call.emulated("GET", `${call.url.pathname}?per_page=100&page=${page}`);
    if (told.status !== 200) return passed(told);
    const items = JSON.parse(told.text);
    all.push(...items);
    if (items.length < 100) return all;
  }
}
