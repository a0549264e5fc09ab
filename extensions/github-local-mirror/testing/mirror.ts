import { instanceName } from "../../platform/names.ts";
import { runAll, type Written } from "../../testing/run.ts";
import { type Stage, startStage, TOKEN } from "../../testing/stage.ts";
import { model } from "../github_local_mirror.ts";
import type { SyncRunSummary } from "../outputs/mirror.ts";

/** A mirror of one repository of a code host, with places and data of its own. */
export interface Mirror extends AsyncDisposable {
  /** Everything stored, by name. */
  data: Map<string, Record<string, unknown>>;
  specs: Map<string, string>;
  /** Folder above its three places. */
  folder: string;
  artifacts: string;
  /** Lines that the last sync logged. */
  lines: string[];
  /** Runs `sync`; gives what it wrote and its summary, also when it failed. */
  sync(options?: SyncOptions): Promise<Synced>;
  /** What is stored under an output and parts of a name. */
  stored<T = Record<string, unknown>>(spec: string, ...parts: string[]): T | undefined;
  /** All that is stored under an output, by name. */
  all<T = Record<string, unknown>>(spec: string): T[];
}

/** How one sync is run. */
export interface SyncOptions {
  args?: Record<string, unknown>;
  globalArgs?: Record<string, unknown>;
  signal?: AbortSignal;
  /** Calls of the host after which all others fail, as when the run is killed there. */
  dieAfter?: number;
  /** More members of `context`, for example a `writeResources` that fails. */
  context?: Record<string, unknown>;
}

/** What one sync did. */
export interface Synced {
  written: Written[];
  error: Error | undefined;
  summary: SyncRunSummary;
  /** Documents written, by output. */
  counts: Record<string, number>;
}

/** A mirror of `octocat/<repo>` on a host. Several may be of one repository. */
export async function openMirror(
  url: string,
  repo: string,
  globalArgs: Record<string, unknown> = {},
): Promise<Mirror> {
  const folder = await Deno.makeTempDir({ prefix: "mirror-" });
  const name = { owner: "octocat", repo };
  const data = new Map<string, Record<string, unknown>>();
  const specs = new Map<string, string>();
  const lines: string[] = [];
  const given = {
    ...name,
    gitObjectPath: `${folder}/objects.git`,
    workspaceRoot: `${folder}/worktrees`,
    artifactRoot: `${folder}/artifacts`,
    gitRemoteUrl: `${url}/octocat/${repo}.git`,
    githubToken: TOKEN,
    ...globalArgs,
  };
  await Deno.mkdir(`${folder}/svc`);
  return {
    data,
    specs,
    folder,
    artifacts: `${folder}/artifacts`,
    lines,
    async sync({ args = {}, globalArgs = {}, signal, dieAfter, context = {} } = {}) {
      lines.length = 0;
      const { written, error } = await runAll(model, "sync", args, {
        globalArgs: { ...given, ...globalArgs },
        env: variables(),
        data,
        specs,
        log: (line) => lines.push(line),
        context: { repoDir: `${folder}/svc`, ...context },
        ...(dieAfter === undefined ? {} : { around: dyingAfter(dieAfter) }),
        ...(signal === undefined ? {} : { signal }),
      });
      const counts: Record<string, number> = {};
      for (const { spec } of written) counts[spec] = (counts[spec] ?? 0) + 1;
      const summary = written.findLast(({ spec }) => spec === "syncRunSummary")?.data;
      return { written, error, counts, summary: summary as unknown as SyncRunSummary };
    },
    stored: <T>(spec: string, ...parts: string[]) =>
      data.get(instanceName(spec.toLowerCase(), name, ...parts)) as T | undefined,
    all: <T>(spec: string) =>
      [...data].filter(([name]) => specs.get(name) === spec).map(([, content]) => content as T),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** A stage with one repository, and a mirror of it. */
export async function startMirror(
  repo = "app",
  globalArgs: Record<string, unknown> = {},
): Promise<{ stage: Stage; mirror: Mirror } & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const stage = stack.use(await startStage(repo));
  const mirror = stack.use(await openMirror(stage.host.url, repo, globalArgs));
  const moved = stack.move();
  return { stage, mirror, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

/** Makes so many calls, loses the answer of the last one, and makes none afterwards. */
function dyingAfter(calls: number) {
  let left = calls;
  return async <T>(call: () => Promise<T>): Promise<T> => {
    left -= 1;
    const answer = left < 0 ? undefined : await call();
    if (left <= 0) throw new Error("killed");
    return answer!;
  };
}

function variables(): Record<string, string> {
  const named = ["PATH", "HOME"].map((name) => [name, Deno.env.get(name) ?? ""]);
  return Object.fromEntries(named);
}
