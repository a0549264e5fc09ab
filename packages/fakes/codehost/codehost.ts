import { answerRequest, checkAnswer, described, type FrontParts } from "./front/front.ts";
import { signatureOf } from "./call/mod.ts";
import {
  type EmulatedPlatform,
  type OrganizationSeed,
  type RepositorySeed,
  startEmulator,
} from "./emulator/mod.ts";
import {
  type Actions,
  actorsOf,
  type AlertFeeds,
  type Block,
  type Clock,
  createState,
  type Limits,
  type Project,
  type State,
  type Tokens,
  type TokenSeed,
} from "./state/mod.ts";
import { letAppsIn } from "./installed.ts";
import { type GhEnvironment, startGhSocket } from "./gh.ts";
import { addressOf, shownAt } from "./front/address.ts";
import { createFaults, type Faults } from "./front/faults.ts";
import { listen } from "./front/listener.ts";
import { gitAnswer, isGit } from "./front/smart_http.ts";

/** What the code host holds from the start. */
export interface CodeHostSeed {
  /** Access tokens to whose they are, or to what they are. */
  tokens: Readonly<Record<string, TokenSeed>>;
  repositories: readonly RepositorySeed[];
  organizations?: readonly OrganizationSeed[];
}

/** A request the code host received. */
export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | null;
  /** Whether it came under `/api/v3`, which is not part of its path here. */
  enterprise: boolean;
}

/** A running stand-in for the code host's REST API. */
export interface CodeHost extends AsyncDisposable, Faults {
  /** Address of the API, without a trailing slash. It is also served under `/api/v3`. */
  url: string;
  /** The host's time. */
  clock: Clock;
  /** The tokens it knows. One that is added acts as somebody who is known from the start. */
  tokens: Tokens;
  /** How many calls it takes. */
  limits: Limits;
  /** Entries to a page at most: 100, or fewer to make lists of several pages. */
  paging: { most: number };
  /** Workflows and their runs. */
  actions: Actions;
  /** What the security scanners find. */
  alerts: AlertFeeds;
  /** Every request so far, oldest first. */
  received: readonly ReceivedRequest[];
  /**
   * What clients sent or the host answered that the platform's published description does not
   * allow. Disposing the host throws when there is any, so the test fails; a test that means to
   * break the description empties the list.
   */
  violations: string[];
  /** Calls the API with a token, as a person would, to make state; throws on a refusal. */
  call(token: string, method: string, path: string, body?: object): Promise<unknown>;
  /** Takes a repository down, given by `owner/name`: nobody reads or writes it any more. */
  block(repository: string, block: Block): void;
  /**
   * The bare repository of `owner/name` on the disk, for git's `file://`. Also served by HTTP at
   * the `clone_url` of the API.
   */
  folder(repository: string): Promise<string>;
  /** The variables with which the real `gh` talks to this host as github.com, with that token. */
  gh(token: string): Promise<GhEnvironment>;
}

/**
 * Starts a stateful code host on a free loopback port. The `emulate` package's emulator answers what
 * it knows rightly, `routes/` the rest, and every request and answer is held to the platform's
 * published description.
 */
export async function startCodeHost(seed: CodeHostSeed): Promise<CodeHost> {
  await using stack = new AsyncDisposableStack();
  const received: ReceivedRequest[] = [];
  const violations: string[] = [];
  const faults = createFaults();
  const ready = Promise.withResolvers<FrontParts>();

  async function serve(request: Request): Promise<Response> {
    const { api, url, enterprise } = addressOf(request, base);
    const { method, headers } = request;
    const path = url.pathname + url.search;
    received.push({ method, path, authorization: headers.get("authorization"), enterprise });
    const parts = await ready.promise;
    const bytes = new Uint8Array(await request.arrayBuffer());
    const sent = { method, url, headers, bytes, enterprise };
    if (isGit(url)) return await gitAnswer(parts, sent);
    const answer = await faults.played(method, url.pathname, () => answerRequest(parts, sent));
    await checkAnswer(parts, await described(), sent, answer);
    return await shownAt(api, base, answer);
  }

  const answers = {
    answer: serve,
    failed: (error: unknown) => void violations.push(`${(error as Error).stack}`),
  };
  const front = stack.use(await listen(answers));
  const base = `http://127.0.0.1:${front.port}`;
  const emulator = stack.use(
    await startEmulator(base, {
      logins: actorsOf(seed.tokens),
      organizations: seed.organizations ?? [],
      repositories: seed.repositories,
    }),
  );
  const folder = await Deno.makeTempDir({ prefix: "codehost-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const state = createState(base, folder, seed.tokens);
  for (const repository of seed.repositories) {
    await openSeeded(state, emulator, repository);
  }
  await letAppsIn(emulator, seed);
  ready.resolve({ state, emulator, violation: (text) => violations.push(text) });
  const running = stack.move();
  return {
    ...faults,
    url: base,
    clock: state.clock,
    tokens: state.tokens,
    limits: state.limits,
    paging: state.paging,
    actions: state.actions,
    alerts: state.alerts,
    received,
    violations,
    async call(token, method, path, body) {
      const response = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    block(repository, block) {
      projectNamed(state, repository).blocked = block;
    },
    async folder(repository) {
      const { git } = projectNamed(state, repository);
      await git.made();
      return git.folder;
    },
    gh: async (token) => {
      const socket = running.use(await startGhSocket(token, answers));
      return { env: socket.env };
    },
    async [Symbol.asyncDispose]() {
      await running.disposeAsync();
      if (violations.length > 0) {
        const text = `not as the platform's description has it:\n- ${violations.join("\n- ")}`;
        // Of a test that failed before, the runner says no more than that an error was suppressed.
        Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
        throw new Error(text);
      }
    },
  };
}

function projectNamed(state: State, repository: string): Project {
  const [owner = "", name = ""] = repository.split("/");
  const project = state.projects.find(owner, name);
  if (!project) throw new Error(`there is no repository ${repository}`);
  return project;
}

/** Opens a repository that the emulator was seeded with. It begins with a commit. */
async function openSeeded(
  state: State,
  emulator: EmulatedPlatform,
  { owner, name, description }: RepositorySeed,
): Promise<void> {
  const path = `/repos/${owner}/${name}`;
  const { id } = JSON.parse((await emulator.ask({ login: owner, method: "GET", path })).text);
  const by = signatureOf({ state }, owner);
  const files = { "README.md": `# ${name}\n${description ? `\n${description}\n` : ""}` };
  state.open({ id, owner, name, first: { branch: "main", message: "Initial commit", by, files } });
}
