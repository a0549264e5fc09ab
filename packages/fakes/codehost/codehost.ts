import { createEmulator, type Emulator } from "emulate";
import { type Actions, createActions, type Repository } from "./actions.ts";

/** A repository that exists from the start. */
export interface RepositorySeed {
  owner: string;
  name: string;
  description?: string;
  language?: string;
  private?: boolean;
}

/** What the code host holds from the start. */
export interface CodeHostSeed {
  /** Access token to login. */
  tokens: Readonly<Record<string, string>>;
  repositories: readonly RepositorySeed[];
}

/** A request the code host received. */
export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | null;
}

/** A running stand-in for the code host's REST API. */
export interface CodeHost extends AsyncDisposable {
  /** Address of the API, without a trailing slash. */
  url: string;
  /** Workflows and their runs. */
  actions: Actions;
  /** Every request so far, oldest first. */
  received: readonly ReceivedRequest[];
  /** Answers requests whose path begins with `path` this way, `times` times, instead of serving them. */
  answerNext(path: string, answer: () => Response | Promise<Response>, times?: number): void;
  /** Calls the API with a token, as a person would, to make state; throws on a refusal. */
  call(token: string, method: string, path: string, body?: object): Promise<unknown>;
}

/**
 * Starts a stateful code host on a free loopback port: the `emulate` package's emulator behind a
 * front that adds what it lacks (workflow runs) or leaves open (a token it does not know is 401, as
 * on the platform), and that can be told to fail.
 */
export async function startCodeHost(seed: CodeHostSeed): Promise<CodeHost> {
  const received: ReceivedRequest[] = [];
  const planned: { path: string; answer: () => Response | Promise<Response>; times: number }[] = [];
  let emulator: Emulator | undefined;

  const front = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const url = new URL(request.url);
    const authorization = request.headers.get("authorization");
    received.push({ method: request.method, path: url.pathname + url.search, authorization });

    const plan = planned.find((one) => one.times > 0 && url.pathname.startsWith(one.path));
    if (plan) {
      plan.times -= 1;
      return await plan.answer();
    }
    const token = authorization?.replace(/^(?:token|bearer)\s+/i, "");
    if (token !== undefined && !Object.hasOwn(seed.tokens, token)) {
      return Response.json({ message: "Bad credentials", status: "401" }, { status: 401 });
    }
    const repo = /^\/repos\/([^/]+\/[^/]+)\/actions\/(?:workflows|runs)$/.exec(url.pathname);
    if (repo && request.method === "GET") {
      const found = await forward("GET", `/repos/${repo[1]}`, request.headers, null);
      if (!found.ok) return found;
      const answer = actions.answer(url, await found.json() as Repository);
      if (answer) return answer;
    }
    return await forward(request.method, url.pathname + url.search, request.headers, request.body);
  });
  const base = `http://127.0.0.1:${front.addr.port}`;
  const actions = createActions(base);

  /** Hands a request to the emulator and shows its own address nowhere in the answer. */
  async function forward(
    method: string,
    path: string,
    sent: Headers,
    body: ReadableStream<Uint8Array> | null,
  ): Promise<Response> {
    const { url } = emulator!;
    const answer = await fetch(url.replace("localhost", "127.0.0.1") + path, {
      method,
      headers: sent,
      body,
      redirect: "manual",
    });
    const headers = new Headers(answer.headers);
    headers.delete("content-length");
    const link = headers.get("link");
    if (link !== null) headers.set("link", link.replaceAll(url, base));
    const empty = answer.status === 204 || answer.status === 304;
    const text = empty ? null : (await answer.text()).replaceAll(url, base);
    return new Response(text, { status: answer.status, headers });
  }

  try {
    emulator = await createEmulator({
      service: "github",
      port: 0,
      seed: {
        tokens: Object.fromEntries(
          Object.entries(seed.tokens).map(([token, login]) => [
            token,
            { login, scopes: ["repo", "user"] },
          ]),
        ),
        github: {
          users: [...new Set(Object.values(seed.tokens))].map((login) => ({ login, name: login })),
          repos: seed.repositories.map((repository) => ({ ...repository, auto_init: true })),
        },
      },
    });
  } catch (error) {
    await front.shutdown();
    throw error;
  }

  return {
    url: base,
    actions,
    received,
    answerNext(path, answer, times = 1) {
      planned.push({ path, answer, times });
    },
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
    async [Symbol.asyncDispose]() {
      await front.shutdown();
      await emulator.close();
    },
  };
}
