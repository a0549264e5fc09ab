import { signatureOf } from "./call/mod.ts";
import { type EmulatedPlatform, type RepositorySeed, startEmulator } from "./emulator/mod.ts";
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
import type { CodeHost, CodeHostSeed } from "./host_shape.ts";
import { letAppsIn } from "./installed.ts";
import { shared } from "./pull/mod.ts";
import { FORM_SEED, formOf } from "./form.ts";
import { createReceived } from "./received.ts";
import { actorsOf, createState, type State } from "./state/mod.ts";
import { createUpstream, projectNamed } from "./upstream/mod.ts";

/** How a host serves. */
export interface HostOptions {
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
  const received = createReceived(remembered);
  const violations: string[] = [];
  const faults = createFaults();
  const ready = Promise.withResolvers<FrontParts>();

  async function serve(request: Request): Promise<Response> {
    const { api, url, enterprise } = addressOf(request, base);
    const { method, headers } = request;
    const path = url.pathname + url.search;
    received.add({ method, path, authorization: headers.get("authorization"), enterprise });
    const parts = await ready.promise;
    const description = await described();
    const bytes = new Uint8Array(await request.arrayBuffer());
    const sent = { method, url, headers, bytes, enterprise };
    if (isGit(url)) {
      received.count(`git ${url.pathname.replace(/^.*\.git/, "")}`);
      return await gitAnswer(parts, sent);
    }
    const match = description.find(method, currentPath(parts.state, url.pathname));
    const count = received.count(match?.route ?? `${method}, unknown`);
    const answer = await faults.played(method, url.pathname, async () => {
      const answer = await answerRequest(parts, sent);
      if (!held || !match) return answer;
      return await variedAnswer(description, match, answer, formOf(match.route, count));
    });
    if (held && match) await checkAnswer(parts, description, match, answer);
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
    received: received.requests,
    counts: received.counts,
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
      const project = projectNamed(state, repository);
      await project.git.made();
      shared(project);
      return project.git.folder;
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
