import { freePort } from "../../packages/fakes/port/mod.ts";

/** A registry in a process of its own, on a store of its own. */
export interface ServerProcess extends AsyncDisposable {
  /** Its public address, without a trailing slash. */
  url: string;
  /** Its data folder. */
  data: string;
  /** Of the process that runs now. */
  pid(): number;
  /** Everything it has written so far. */
  output(): string;
  /** Waits until what it writes since it was started last has this; rejects when it ends before. */
  says(what: RegExp): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
  /** Starts it again on the same store and address, after `kill` or `stop`. */
  restart(): Promise<void>;
}

/** How to start a registry. */
export interface ServerOptions {
  /** Variables on top of the defaults. */
  env?: Readonly<Record<string, string>>;
  /** Arguments of `npm start`. */
  args?: readonly string[];
}

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/**
 * Starts the registry as `npm start` does, in a fresh temporary folder on a free loopback port, and
 * waits until it says that it serves.
 *
 * @throws Error with what it wrote when it ends instead.
 */
export async function startServer(
  { env = {}, args = [] }: ServerOptions = {},
): Promise<ServerProcess> {
  const folder = await Deno.makeTempDir({ prefix: "svc-server-" });
  const data = `${folder}/data`;
  // What a killed server leaves behind goes with its folder.
  const temporary = `${folder}/tmp`;
  await Deno.mkdir(temporary);
  await Deno.mkdir(data);
  const port = freePort();
  const url = `http://localhost:${port}`;
  let text = "";
  let child: Deno.ChildProcess | undefined;
  let read: Promise<unknown> = Promise.resolve();
  let from = 0;
  const listeners = new Set<() => void>();

  async function says(what: RegExp): Promise<void> {
    const heard = Promise.withResolvers<void>();
    const listen = () => what.test(text.slice(from)) && heard.resolve();
    listeners.add(listen);
    listen();
    try {
      await Promise.race([heard.promise, ended()]);
    } finally {
      listeners.delete(listen);
    }
  }

  /** Rejects with what the process wrote once it has ended. */
  async function ended(): Promise<never> {
    await child?.status;
    await read;
    throw new Error(`the registry ended before that:\n${text.slice(from)}`);
  }

  async function start(): Promise<void> {
    child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", `${root}/packages/registry/main.ts`, ...args],
      cwd: root,
      env: {
        TMPDIR: temporary,
        SVC_PORT: String(port),
        SVC_BASE_URL: url,
        SVC_DATA: data,
        SVC_LOG: "text",
        ...env,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    from = text.length;
    const follow = async (stream: ReadableStream<Uint8Array>) => {
      for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never)) {
        text += chunk as unknown as string;
        for (const listener of listeners) listener();
      }
    };
    read = Promise.all([follow(child.stdout), follow(child.stderr)]);
    await says(/svc registry at/);
  }

  async function end(signal: Deno.Signal): Promise<void> {
    if (child === undefined) return;
    try {
      child.kill(signal);
    } catch (error) {
      // It has ended already.
      if (!(error instanceof TypeError)) throw error;
    }
    await child.status;
    await read;
    child = undefined;
  }

  try {
    await start();
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
  return {
    url,
    data,
    pid: () => child!.pid,
    output: () => text,
    says,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    restart: start,
    async [Symbol.asyncDispose]() {
      await end("SIGTERM");
      await Deno.remove(folder, { recursive: true });
    },
  };
}
