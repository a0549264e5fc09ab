import { signatureOf } from "./call/mod.ts";
import { addressOf, shownAt } from "./front/address.ts";
import { createFaults } from "./front/faults.ts";
import {
  answerRequest,
  checkAnswer,
  currentPath,
  described,
  type FrontParts,
  variedAnswer,
} from "./front/front.ts";
import { listen } from "./front/listener.ts";
import { gitAnswer, isGit } from "./front/smart_http.ts";
import { startGhSocket } from "./gh.ts";
import type { CodeHost, CodeHostSeed, ReceivedRequest } from "./host_shape.ts";
import { FORM_SEED, formOf } from "./form.ts";
import { readme } from "./routes/repositories.ts";
import {
  actorOf,
  actorsOf,
  changedSettings,
  createState,
  reaches,
  SETTINGS,
  type State,
} from "./state/mod.ts";
import { createUpstream } from "./upstream/upstream.ts";

/**
 * Starts a stateful code host on a free loopback port. What an answer lacks is filled in from the
 * platform's published description, and every request and answer is held to that.
 */
export const startCodeHost = async (seed: CodeHostSeed): Promise<CodeHost> =>
  (await openHost(seed)).host;

/** How a host serves. */
interface HostOptions {
  /** Whether each answer is held to the platform's description. */
  held?: boolean;
  /** How many of the latest requests it remembers; all of them unless given. */
  remembered?: number;
}

/** Starts a code host, and gives its inner state beside it. */
export async function openHost(
  seed: CodeHostSeed,
  { held = true, remembered = Infinity }: HostOptions = {},
): Promise<{ host: CodeHost; state: State }> {
  await using stack = new AsyncDisposableStack();
  const received: ReceivedRequest[] = [];
  const counts = new Map<string, number>();
  const violations: string[] = [];
  const faults = createFaults();

  async function serve(request: Request): Promise<Response> {
    const { api, url, enterprise } = addressOf(request, base);
    const { method, headers } = request;
    const path = url.pathname + url.search;
    received.push({ method, path, authorization: headers.get("authorization"), enterprise });
    if (received.length > remembered) received.shift();
    const description = await described();
    const bytes = new Uint8Array(await request.arrayBuffer());
    const sent = { method, url, headers, bytes, enterprise };
    if (isGit(url)) {
      count(`git ${url.pathname.replace(/^.*\.git/, "")}`);
      return await gitAnswer(parts, sent);
    }
    const match = description.find(method, currentPath(parts.state, url.pathname));
    const nth = count(match?.route ?? `${method}, unknown`);
    const answer = await faults.played(method, url.pathname, async () => {
      const answer = await answerRequest(parts, sent);
      if (!held || !match) return answer;
      return await variedAnswer(description, match, answer, formOf(match.route, nth));
    });
    if (held && match) await checkAnswer(parts, description, match, answer);
    return await shownAt(api, base, answer);
  }

  /** Counts a request of an operation; gives how many came by now. */
  function count(operation: string): number {
    const nth = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, nth);
    return nth;
  }

  const answers = {
    answer: serve,
    failed: (error: unknown) => void violations.push(`${(error as Error).stack}`),
  };
  const front = stack.use(await listen(answers));
  const base = `http://127.0.0.1:${front.port}`;
  const folder = await Deno.makeTempDir({ prefix: "codehost-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const state = createState(base, folder, seed.tokens);
  sow(state, seed);
  const parts: FrontParts = { state, violation: (text) => violations.push(text) };
  const running = stack.move();
  const host: CodeHost = {
    ...faults,
    url: base,
    clock: state.clock,
    tokens: state.tokens,
    limits: state.limits,
    paging: state.paging,
    actions: state.actions,
    alerts: state.alerts,
    upstream: createUpstream(state),
    received,
    counts,
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
      state.projects.named(repository).blocked = block;
    },
    gh: async (token) => {
      const socket = running.use(await startGhSocket(token, answers));
      return { env: socket.env };
    },
    async [Symbol.asyncDispose]() {
      await running.disposeAsync();
      if (violations.length > 0) {
        const text = `not as the platform's description has it (CODEHOST_SEED=${FORM_SEED}):\n- ${
          violations.join("\n- ")
        }`;
        // Of a test that failed before, the runner says no more than that an error was suppressed.
        Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
        throw new Error(text);
      }
    },
  };
  return { host, state };
}

/** Makes what a host has from the start. Its repositories begin with a commit. */
function sow(state: State, { tokens, organizations = [], repositories }: CodeHostSeed): void {
  const { people } = state;
  for (const login of actorsOf(tokens)) people.add(login, login.endsWith("[bot]") ? "Bot" : "User");
  for (const { login, members } of organizations) {
    const organization = people.add(login, "Organization");
    for (const { login, role } of members) {
      organization.members.set(people.add(login).login, role);
    }
  }
  for (const { owner, name, ...sent } of repositories) {
    people.add(owner);
    const by = signatureOf({ state }, owner);
    const files = { "README.md": readme(name, sent.description) };
    const first = { branch: "main", message: "Initial commit", by, files };
    const project = state.open({ owner, name, settings: changedSettings(SETTINGS, sent), first });
    // The bot of an app may write where that is installed.
    for (const token of Object.values(tokens)) {
      if (typeof token === "string" || token.kind !== "app-installation") continue;
      if (reaches(token.installation, project)) project.collaborators.set(actorOf(token)!, "write");
    }
  }
}
