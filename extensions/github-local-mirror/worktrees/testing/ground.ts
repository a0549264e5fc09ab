import assert from "node:assert/strict";
import { runAll, type RunOptions, type Written } from "../../../testing/run.ts";
import { instanceName } from "../../../platform/names.ts";
import type { PrSnapshot } from "../../../platform/subjects/snapshots.ts";
import type { WorktreeAnalysis } from "../../outputs/worktrees.ts";
import type { WorktreeRun } from "../../outputs/worktrees.ts";
import type { WorktreeSnapshot } from "../../outputs/worktrees.ts";
import type { MirrorContext } from "../../context/context.ts";
import { model } from "../../github_local_mirror.ts";
import { openObjects } from "../../objects/mod.ts";
import { openLocations } from "../../locations/mod.ts";

/** A file of a commit: text, or an entry of a tree with its mode. */
export type File = string | { mode: "100755" | "120000" | "160000"; content: string };

/** What a test's git is called with. */
interface CallOptions {
  cwd?: string;
  input?: string | Uint8Array;
  env?: Record<string, string>;
}

/** A mirror whose objects and documents a test has made itself, without any platform. */
export interface Ground extends AsyncDisposable {
  root: string;
  /** The three places. */
  objects: string;
  workspaces: string;
  artifacts: string;
  data: Map<string, Record<string, unknown>>;
  specs: Map<string, string>;
  globalArgs: Record<string, unknown>;
  /** Calls git as a person would, in the bare repository unless told; fails as it does. */
  git(args: string[], options?: CallOptions): Promise<string>;
  /** Makes a commit on a ref of the bare repository, on top of it; gives its id. */
  commit(ref: string, files: Record<string, File | null>): Promise<string>;
  /** A pull request as a sync would have left it. Its head is `sha`, or a new commit on `main`. */
  pull(number: number, more?: { sha?: string } & Partial<PrSnapshot>): Promise<string>;
  /** Runs a method; what it wrote, or the error it ended with. */
  attempt(method: string, args?: object, options?: RunOptions): ReturnType<typeof runAll>;
  /** Runs a method that has to succeed; gives what it wrote. */
  run(method: string, args?: object, options?: RunOptions): Promise<Written[]>;
  /** Runs a method that has to fail; gives why. */
  refused(method: string, args?: object, options?: RunOptions): Promise<Error & { code: string }>;
  /** `prepare_worktree`, and the document it wrote. */
  prepare(prNumber: number, more?: { identity?: string }): Promise<WorktreeSnapshot>;
  /** The documents as they are now. */
  snapshot(id: string): WorktreeSnapshot;
  analysis(id: string): Promise<WorktreeAnalysis>;
}

const NAME = { owner: "octocat", repo: "hello" };

/** Makes the three places, the bare repository with a commit on `main`, and the repository's document. */
export async function startGround(more: Record<string, unknown> = {}): Promise<Ground> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-worktrees-" }));
  const globalArgs = {
    ...NAME,
    gitObjectPath: `${root}/objects.git`,
    workspaceRoot: `${root}/work`,
    artifactRoot: `${root}/artifacts`,
    // Nobody answers there: who asks fails.
    gitRemoteUrl: "http://127.0.0.1:1/octocat/hello.git",
    ...more,
  };
  const parsed = model.globalArguments.parse(globalArgs);
  const signal = new AbortController().signal;
  const places = await openLocations(
    { globalArgs: parsed, repoDir: `${root}/svc` } as unknown as MirrorContext,
  );
  await openObjects(places, { create: true, signal });
  const ground = groundAt(root, globalArgs);
  await ground.commit("refs/remotes/origin/main", { "README.md": "hello\n" });
  ground.data.set(instanceName("reposnapshot", NAME), repository());
  return ground;
}

function groundAt(root: string, globalArgs: Record<string, unknown>): Ground {
  const [objects, workspaces] = [`${root}/objects.git`, `${root}/work`];
  const data = new Map<string, Record<string, unknown>>();
  const specs = new Map<string, string>();
  const git: Ground["git"] = (args, options = {}) => callGit(args, { cwd: objects, ...options });
  const attempt: Ground["attempt"] = (method, args = {}, options = {}) =>
    runAll(model, method, { ...args }, {
      globalArgs,
      data,
      specs,
      ...options,
      context: { repoDir: `${root}/svc`, ...options.context },
    });
  const run: Ground["run"] = async (method, args, options) => {
    const { written, error } = await attempt(method, args, options);
    if (error !== undefined) throw error;
    return written;
  };
  const commit: Ground["commit"] = async (ref, files) => {
    await git(["fast-import", "--quiet", "--force"], {
      input: streamOf(ref, files, await at(ref)),
    });
    return (await at(ref))!;
  };
  const at = async (ref: string) => {
    const found = await git(["for-each-ref", "--format=%(objectname)", ref]);
    return found.trim() || undefined;
  };
  return {
    ...{ root, objects, workspaces, artifacts: `${root}/artifacts` },
    ...{ data, specs, globalArgs, git, commit, attempt, run },
    async pull(number, { sha, ...fields } = {}) {
      const ref = `refs/remotes/pull/${number}/head`;
      const start = sha ?? await at(ref) ?? (await at("refs/remotes/origin/main"))!;
      await git(["update-ref", ref, start]);
      const head = sha ?? await commit(ref, { [`pull-${number}.txt`]: crypto.randomUUID() });
      await git(["update-ref", `refs/svc/pulls/${number}/${head.slice(0, 12)}`, head]);
      keep("prsnapshot", "prSnapshot", pullRequest(number, head, fields));
      keep("prheadstate", "prHeadState", {
        repo: "octocat/hello",
        number,
        headSha: head,
        present: true,
        fetchedAt: TIME,
      });
      return head;
      function keep(prefix: string, spec: string, document: object): void {
        const name = instanceName(prefix, NAME, String(number));
        data.set(name, { ...document });
        specs.set(name, spec);
      }
    },
    run,
    async refused(method, args, options) {
      const { written, error } = await attempt(method, args, options);
      assert.ok(error, `${method} should fail`);
      assert.deepEqual(written, []);
      return error as Error & { code: string };
    },
    async prepare(prNumber, more = {}) {
      const written = await run("prepare_worktree", { prNumber, ...more });
      return written.at(-1)!.data as unknown as WorktreeSnapshot;
    },
    snapshot(id) {
      const found = data.get(instanceName("worktreesnapshot", NAME, id));
      assert.ok(found, `there is no document of ${id}`);
      return found as unknown as WorktreeSnapshot;
    },
    async analysis(id) {
      const written = await run("analyze_worktrees");
      const found = written.find((one) =>
        one.spec === "worktreeAnalysis" && one.data.worktreeId === id
      );
      assert.ok(found, `there is no analysis of ${id}`);
      return found.data as unknown as WorktreeAnalysis;
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(root, { recursive: true });
    },
  };
}

/** The one document of a run over several worktrees. */
export function runIn(written: readonly Written[]): WorktreeRun {
  const found = written.find(({ spec }) => spec.endsWith("Run"));
  assert.ok(found, "no document of the run");
  return found.data as unknown as WorktreeRun;
}

const TIME = "2026-11-22T08:00:00.000Z";

/** Git with the settings of nobody, who commits as a reviewer. */
async function callGit(args: string[], { cwd, input, env }: CallOptions): Promise<string> {
  const child = new Deno.Command("git", {
    args,
    ...(cwd === undefined ? {} : { cwd }),
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH")!,
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Reviewer",
      GIT_AUTHOR_EMAIL: "reviewer@example.org",
      GIT_COMMITTER_NAME: "Reviewer",
      GIT_COMMITTER_EMAIL: "reviewer@example.org",
      ...env,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const writer = child.stdin.getWriter();
  if (bytes !== undefined) await writer.write(bytes);
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${text.decode(stderr)}`);
  return text.decode(stdout);
}

/** One commit for `git fast-import`; a file that is null is deleted. */
function streamOf(ref: string, files: Record<string, File | null>, parent?: string): string {
  const lines = [`commit ${ref}`, "committer A <a@example.org> 1700000000 +0000", "data 1", "x"];
  if (parent !== undefined) lines.push(`from ${parent}`);
  for (const [path, file] of Object.entries(files)) {
    const quoted = `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
    if (file === null) lines.push(`D ${quoted}`);
    else if (typeof file === "object" && file.mode === "160000") {
      lines.push(`M 160000 ${file.content} ${quoted}`);
    } else {
      const { mode, content } = typeof file === "string" ? { mode: "100644", content: file } : file;
      const size = new TextEncoder().encode(content).length;
      lines.push(`M ${mode} inline ${quoted}`, `data ${size}`, content);
    }
  }
  return `${lines.join("\n")}\n`;
}

function repository(): Record<string, unknown> {
  return {
    repo: "octocat/hello",
    id: 1,
    renamedTo: null,
    description: null,
    defaultBranch: "main",
    visibility: "public",
    archived: false,
    fork: false,
    parent: null,
    hasIssues: true,
    url: "https://github.com/octocat/hello",
    createdAt: TIME,
    updatedAt: TIME,
    pushedAt: TIME,
    fetchedAt: TIME,
  };
}

function pullRequest(number: number, sha: string, fields: Partial<PrSnapshot>): PrSnapshot {
  return {
    repo: "octocat/hello",
    number,
    title: `Pull request ${number}`,
    body: null,
    bodyTruncated: false,
    author: "hubot",
    authorType: "user",
    labels: [],
    assignees: [],
    milestone: null,
    locked: false,
    comments: 0,
    url: `https://github.com/octocat/hello/pull/${number}`,
    createdAt: TIME,
    updatedAt: TIME,
    closedAt: null,
    fetchedAt: TIME,
    state: "open",
    depth: "light",
    detailsOf: null,
    draft: false,
    base: { ref: "main", sha: "b".repeat(40), repo: "octocat/hello" },
    head: { ref: `topic-${number}`, sha, repo: "octocat/hello" },
    requestedReviewers: null,
    reviewers: null,
    reviewDecision: null,
    mergeable: null,
    maintainerCanModify: null,
    mergedAt: null,
    reviewComments: null,
    commits: null,
    additions: null,
    deletions: null,
    changedFiles: null,
    ...fields,
  };
}
