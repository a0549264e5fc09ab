import { createLog } from "@svc/http/log";
import { initRepository, type Repository, repositoryAt } from "@svc/runtime/repository";
import type { Serving } from "../http/endpoint.ts";
import { type RunningServe, type ServeOptions, settingsOf, startServer } from "../server.ts";
import type { SettingValues } from "../settings/table.ts";
import { callerNamed, namedCallers } from "./callers.ts";
import { openTriggers } from "../triggers/open.ts";
import { scriptedRuns } from "./runs.ts";

/** A server over an empty repository, stopped and removed when disposed of. */
export interface TestServer extends AsyncDisposable {
  url: string;
  repository: Repository;
  server: RunningServe;
  /** What was logged, one line an event. */
  logged: string[];
  /** Asks as a caller of that name; without one, as a stranger. */
  ask(path: string, as?: string, init?: RequestInit): Promise<Response>;
}

/** What a test decides of a server, beside its parts. */
export interface TestOptions extends Partial<ServeOptions> {
  /** Settings; by default a free port of this machine, and no grace for runs at the end. */
  given?: SettingValues;
}

/**
 * Starts a server whose credentials are `ada` with all rights and whose runs are none, unless
 * `parts` says otherwise.
 */
export async function testServer(
  parts: Partial<Serving> = {},
  { given, ...options }: TestOptions = {},
): Promise<TestServer> {
  await using opening = new AsyncDisposableStack();
  const root = await Deno.makeTempDir({ prefix: "svc-serve-" });
  opening.defer(() => Deno.remove(root, { recursive: true }));
  const repository = options.repository ?? await madeRepository(root);
  const logged: string[] = [];
  const server = await startServer({
    repository,
    settings: settingsOf({ port: 0, drain: "0", ...given }),
    version: "2026.01.02",
    running: { env: () => undefined, offline: true },
    log: createLog("json", () => new Date(), (line) => logged.push(line)),
    open: (ground) =>
      Promise.resolve({
        credentials: namedCallers(callerNamed("ada")),
        runs: scriptedRuns(),
        triggers: openTriggers({ ...ground, runs: parts.runs ?? scriptedRuns() }),
        ...ground,
        ...parts,
      }),
    ...options,
  });
  opening.defer(() => server.stop());
  const held = opening.move();
  return {
    url: server.url,
    repository,
    server,
    logged,
    ask(path, as, init = {}) {
      const headers = new Headers(init.headers);
      if (as !== undefined) headers.set("authorization", `Bearer ${as}`);
      return fetch(server.url + path, { redirect: "manual", ...init, headers });
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function madeRepository(folder: string): Promise<Repository> {
  await initRepository(`${folder}/repository`);
  return repositoryAt(`${folder}/repository`, `${folder}/config`);
}
