import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import { model as ensure } from "../../extensions/github-ensure/github_ensure.ts";
import { model as local } from "../../extensions/github-pull-requests-local/github_pull_requests_local.ts";
import { model as releases } from "../../extensions/github-releases/github_releases.ts";
import { run, type RunOptions } from "../../extensions/testing/run.ts";
import { measure } from "./row.ts";

const TOKEN = "fake-writer-token";
const OWNER = "octocat";
/** As many as one call takes. */
const MANY = 50;

/** Families C, D and E: one of each write, and the fan-out over as many repositories as allowed. */
export async function measureWrites(): Promise<boolean> {
  await using host = await startCodeHost({
    tokens: { [TOKEN]: OWNER },
    repositories: Array.from({ length: MANY }, (_, index) => ({
      owner: OWNER,
      name: `service-${index + 1}`,
    })),
  });
  const gh = await host.gh(TOKEN);
  const env = { ...gh.env, GITHUB_API_URL: host.url };
  const c: RunOptions = { globalArgs: { token: TOKEN, defaultOwner: OWNER }, env };
  const e: RunOptions = { globalArgs: { token: TOKEN, owner: OWNER, baseUrl: host.url } };
  const repo = "service-1";
  const file = { repo, path: "config.yaml", commitMessage: "Change it" };

  const rows = [
    {
      name: "C: commitFile on a new branch",
      least: 7,
      why: "repository, ref, file; then blob, tree, commit, ref",
      run: () => run(local, "commitFile", { ...file, newBranch: "add", content: "a: 1\n" }, c),
    },
    {
      name: "C: openPullRequest from it",
      least: 2,
      why: "the branch, the pull request",
      run: () =>
        run(local, "openPullRequest", { repo, head: "add", base: "main", title: "Add" }, c),
    },
    {
      name: "C: findPullRequest",
      least: 1,
      why: "the list of its head",
      run: () => run(local, "findPullRequest", { repo, head: "add" }, c),
    },
    {
      name: "C: mergePullRequest",
      least: 2,
      why: "the pull request, the merge",
      run: () => run(local, "mergePullRequest", { repo, pullNumber: 1 }, c),
    },
    {
      name: "C: readFile",
      least: 3,
      why: "the commit of the branch, the file's entry, its blob",
      run: () => run(local, "readFile", { repo, path: "config.yaml" }, c),
    },
    {
      name: "C: replaceInFile on a new branch",
      least: 8,
      why: "as commitFile, and the file's blob",
      run: () =>
        run(
          local,
          "replaceInFile",
          { ...file, newBranch: "change", pattern: "a: 1", replacement: "a: 2" },
          c,
        ),
    },
    {
      name: "D: createRelease",
      least: 3,
      why: "releases of the tag, drafts of it, the release",
      run: () =>
        run(releases, "createRelease", { repo: `${OWNER}/${repo}`, tagName: "v1" }, { env }),
    },
    {
      name: `D: createReleasesAcrossRepos over ${MANY}`,
      least: 3 * MANY,
      why: "as createRelease; the platform asks for a pause of 1 s after some writes",
      run: () =>
        run(releases, "createReleasesAcrossRepos", { repo: all(), tagName: "v2" }, { env }),
    },
    {
      name: "E: ensureRepo, planned",
      least: 1,
      why: "the repository",
      run: () => run(ensure, "ensureRepo", { name: "fresh" }, e),
    },
    {
      name: "E: ensureRepo, created",
      least: 3,
      why: "the repository, whose the token is, the creation",
      run: () => run(ensure, "ensureRepo", { name: "fresh", dryRun: false }, e),
    },
    {
      name: "E: ensureRelease that exists",
      least: 1,
      why: "the release of the tag",
      run: () => run(ensure, "ensureRelease", { repo, tagName: "v1", dryRun: false }, e),
    },
  ];
  let kept = true;
  for (const row of rows) kept = await measure({ ...row, host: host as CodeHost }) && kept;
  return kept;
}

function all(): string[] {
  return Array.from({ length: MANY }, (_, index) => `${OWNER}/service-${index + 1}`);
}
