import { createPerson, type Person } from "./svc.ts";

/** `svc serve` in a process of its own. */
export interface Serving {
  url: string;
  pid: number;
  /** Sends a signal. */
  kill(signal: Deno.Signal): void;
  /** Waits until a line of stdout, one JSON object, says this status. */
  says(status: string): Promise<void>;
  /** Waits for its end. */
  ended(): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** A registry as far as `svc serve` asks one: it knows one key. */
export interface KnowingRegistry extends AsyncDisposable {
  url: string;
}

/** A personal key that the registry of {@linkcode knowingRegistry} knows. */
export const KEY = `svc_${"0123456789abcdef".repeat(2)}`;

/** Starts a registry that knows {@linkcode KEY} as ada's. */
export function knowingRegistry(): KnowingRegistry {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    ({ headers }) =>
      headers.get("authorization") === `Bearer ${KEY}`
        ? Response.json({ authenticated: true, id: "1", username: "ada", email: "a@example.org" })
        : Response.json({ error: "no", code: "invalid_api_key" }, { status: 401 }),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A person with a repository, in which `deploy` runs a command of the shell. */
export async function operator(registry: { url: string }): Promise<Person> {
  const ada = await createPerson(registry.url, { SVC_API_KEY: KEY });
  await ada.ok(["init"]);
  await ada.ok(["behavior", "create", "command/shell", "deploy"]);
  return ada;
}

/** Starts `svc serve --json` on a free port and waits until it listens. */
export async function serving(
  person: Person,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const child = person.start(["serve", "--port", "0", "--json", ...args], { env });
  const [stdout, stderr] = [heard(child.stdout), heard(child.stderr)];
  const said = async (pattern: RegExp) => {
    const line = await stdout.until(pattern);
    if (line === undefined) throw new Error(`svc serve ended: ${await stderr.all}`);
    return line;
  };
  const { url } = JSON.parse(await said(/^\{"status":"listening".*$/m)) as { url: string };
  return {
    url,
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    says: async (status) => void await said(new RegExp(`^\\{"status":"${status}".*$`, "m")),
    async ended() {
      const { code } = await child.status;
      return { code, stdout: await stdout.all, stderr: await stderr.all };
    },
  };
}

/** Listens to a stream to its end. */
function heard(stream: ReadableStream<Uint8Array>) {
  let text = "";
  let over = false;
  const waiting = new Set<() => void>();
  const all = (async () => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (const look of waiting) look();
    }
    over = true;
    for (const look of waiting) look();
    return text;
  })();
  return {
    all,
    /** The first whole line that matches; undefined when the stream ends before. */
    until(pattern: RegExp): Promise<string | undefined> {
      return new Promise((resolve) => {
        const look = () => {
          const [line] = pattern.exec(text.slice(0, text.lastIndexOf("\n") + 1)) ?? [];
          if (line === undefined && !over) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        look();
      });
    },
  };
}
