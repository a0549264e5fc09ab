import type { ExampleForm } from "./description/mod.ts";
import { described } from "./front/front.ts";
import { listen } from "./front/listener.ts";
import { type GhEnvironment, startGhSocket } from "./gh.ts";

/** A host that answers each operation with what is published as its example, whatever is asked. */
export interface ExampleHost extends AsyncDisposable {
  /** Address of the API, without a trailing slash. */
  url: string;
  /** Operations that were asked for. */
  asked: ReadonlySet<string>;
  /** Of these the ones whose example was made up from the schema, and why. */
  madeUp: ReadonlyMap<string, string>;
  /** Requests that are no operation. */
  unknown: readonly string[];
  /** Operations that find nothing. */
  absent: Set<string>;
  /** Whether the caller may write, which the caller of the published examples may not. */
  writable: boolean;
  /** The variables with which the real `gh` talks to it as github.com. */
  gh(): Promise<GhEnvironment>;
}

/** Starts a host of examples. */
export async function startExamples(form: ExampleForm): Promise<ExampleHost> {
  await using stack = new AsyncDisposableStack();
  const asked = new Set<string>();
  const madeUp = new Map<string, string>();
  const absent = new Set<string>();
  const unknown: string[] = [];

  async function answer(request: Request): Promise<Response> {
    const { pathname, host } = new URL(request.url);
    await request.body?.cancel();
    const description = await described();
    const match = description.find(request.method, pathname);
    if (match === undefined) unknown.push(`${request.method} ${pathname}`);
    else asked.add(match.route);
    if (match === undefined || absent.has(match.route)) {
      return Response.json({ message: "Not Found" }, { status: 404 });
    }
    const { status, body, madeUp: why } = description.example(match, form);
    if (why !== undefined) madeUp.set(match.route, why);
    if (body === undefined) return new Response(null, { status });
    const plain = /vnd\.github\.(?:raw|diff|patch)\b/.test(request.headers.get("accept") ?? "");
    if (plain) return new Response("diff --git a/a b/a\n", { status });
    // Addresses in an answer lead to who gave it.
    const said = JSON.stringify(body);
    const allowed = running.writable ? said.replaceAll('"push":false', '"push":true') : said;
    const text = host === new URL(url).host
      ? allowed.replaceAll("https://api.github.com", url)
      : allowed;
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  }

  const answers = { answer, failed: (error: unknown) => void unknown.push(`${error}`) };
  const front = stack.use(await listen(answers));
  const url = `http://127.0.0.1:${front.port}`;
  const rest = stack.move();
  const running: ExampleHost = {
    url,
    asked,
    madeUp,
    unknown,
    absent,
    writable: false,
    gh: async () => rest.use(await startGhSocket("ghp_example", answers)),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
  return running;
}
