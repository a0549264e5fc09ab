import { type Ledger, ledgerOf } from "./ledger.ts";
import { runAll, type Written } from "../../testing/run.ts";
import { type Stage, startStage, STRANGER, TOKEN } from "../../testing/stage.ts";
import { model } from "../github_project_activity.ts";

/** Name of the repository that the ledgers of a scene are about, of `octocat`. */
export const REPO = "hello";

/** What one run of a method did. */
export interface Ran {
  written: Written[];
  error: (Error & { code?: string }) | undefined;
  log: string[];
  /** Method and path of every request it made. */
  asked: string[];
}

/** A stand-in of GitHub with a repository, and ledgers that read it. */
export interface Scene extends AsyncDisposable {
  stage: Stage;
  /** Calls the API for the repository, as its owner or as somebody else. */
  on<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>;
  asStranger(method: string, path: string, body?: object): Promise<unknown>;
  /** Opens a pull request with a commit on a new branch; gives its number. */
  open(branch: string, files?: Readonly<Record<string, string>>): Promise<number>;
  /** Opens an issue; gives its number. */
  issue(title: string, body?: string): Promise<number>;
  /** Runs a method on a ledger, with other global arguments than the scene's where given. */
  run(
    ledger: Ledger,
    method: string,
    args?: Record<string, unknown>,
    globals?: Record<string, unknown>,
  ): Promise<Ran>;
}

export { ledgerOf, STRANGER, TOKEN };
export type { Ledger };

/** Starts a scene. */
export async function startScene(): Promise<Scene> {
  const stage = await startStage(REPO);
  const on: Scene["on"] = (method, path, body) => stage.on(REPO, method, path, body);
  return {
    stage,
    on,
    asStranger: (method, path, body) =>
      stage.host.call(STRANGER, method, `/repos/octocat/${REPO}${path}`, body),
    async open(branch, files = { [`${branch}.md`]: branch }) {
      await stage.push(REPO, branch, files);
      const change = { title: `Add ${branch}`, head: branch, base: "main", body: "Please look" };
      return (await on<{ number: number }>("POST", "/pulls", change)).number;
    },
    async issue(title, body = "It breaks") {
      return (await on<{ number: number }>("POST", "/issues", { title, body })).number;
    },
    async run(ledger, method, args = {}, globals = {}) {
      stage.took(true);
      const log: string[] = [];
      const { written, error } = await runAll(model, method, args, {
        globalArgs: { githubToken: TOKEN, owner: "octocat", repo: REPO, ...globals },
        env: stage.api,
        ...ledger,
        log: (line) => void log.push(line),
      });
      return { written, error, log, asked: stage.took(true) };
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

/** The documents of a ledger without the time they were fetched, by name. */
export function documentsOf(ledger: Ledger, without: readonly string[] = []) {
  return Object.fromEntries(
    [...ledger.data].filter(([name]) => !without.some((spec) => name.startsWith(`${spec}.`)))
      .map(([name, { fetchedAt: _, ...data }]) => [name, data])
      .sort(([one], [other]) => one! < other! ? -1 : 1),
  );
}
