import { answerMissing } from "../../extension/bundle/missing_module.ts";
import type { ChildHello } from "../protocol.ts";
import type { Channel } from "./channel.ts";

/** Refusals and names told to svc, at most, and the length of one. */
const MOST = 100;
const LENGTH = 1000;

/**
 * Tells svc what the sandbox refuses to a method, also where the method or a library swallows it, and
 * which variables it looks for that were not granted. Called before the extension is loaded.
 *
 * @returns tells svc which hosts no request has reached: called where the method has failed
 */
export function watchSandbox(channel: Watched): () => void {
  answerUmask(channel.hello);
  answerAccess(channel.hello);
  passVariables(channel.hello);
  watchRefusals(channel);
  watchVariables(channel);
  return watchRequests(channel);
}

/** What is watched for. */
type Watched = Pick<Channel<ChildHello>, "hello" | "send">;

/** Deno grants this to nobody by itself, but libraries ask for it while they load. It cannot be set. */
function answerUmask({ umask }: ChildHello): void {
  if (umask === undefined) return;
  const own = Deno.umask.bind(Deno);
  const answer = (mask = umask) => mask === umask ? umask : own(mask);
  Object.assign(Deno, { umask: answer });
  Object.assign(globalThis.process, { umask: answer });
}

/**
 * Where `node:fs` is asked whether a file is there or may be read, Deno asks for the permission to know
 * who the run's user is: what may be read is told without. So is whether there is a home folder, as the
 * client of Kubernetes looks for it before it reads `~/.kube/config`, which may be granted alone: whoever
 * knows its name learns nothing else from that.
 */
function answerAccess({ home }: ChildHello): void {
  if (home === undefined) return;
  const fs = globalThis.process.getBuiltinModule("node:fs");
  const { accessSync, constants: { R_OK } } = fs;
  const access: typeof accessSync = (path, mode = 0) => {
    if (mode === 0 && path === home) return;
    if (mode === 0) fs.statSync(path);
    else if (mode === R_OK) fs.closeSync(fs.openSync(path, "r"));
    else accessSync(path, mode);
  };
  const later: typeof fs.promises.access = (...given) => Promise.try(access, ...given);
  const called = (path: Parameters<typeof later>[0], ...more: unknown[]) => {
    const [done, mode] = more.toReversed() as [(error: unknown) => void, number?];
    later(path, mode).then(() => done(null), done);
  };
  Object.assign(fs, { accessSync: access, access: called });
  Object.assign(fs.promises, { access: later });
}

/**
 * Programs that `node:child_process` starts get the variables that the code sees, unlike those of
 * `Deno.Command`: they would have no PATH and no home, and would not be known as the run's.
 */
function passVariables({ inherited }: ChildHello): void {
  if (inherited === undefined) return;
  const { ChildProcess } = globalThis.process.getBuiltinModule("node:child_process");
  const { prototype } = ChildProcess as unknown as { prototype: { spawn: Spawn } };
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    const given = options?.envPairs ?? [];
    const names = new Set(given.map((pair) => pair.slice(0, pair.indexOf("="))));
    const others = Object.entries(inherited).filter(([name]) => !names.has(name));
    const envPairs = [...given, ...others.map(([name, value]) => `${name}=${value}`)];
    return spawn.call(this, { ...options, envPairs });
  };
}

type Spawn = (this: unknown, options?: { envPairs?: readonly string[] }) => unknown;

/** A refusal of Deno is made by one class; its parent sees each as it is made. */
function watchRefusals({ hello, send }: Watched): void {
  const told = new Set<string>();
  let silent = false;
  const tell = (message: unknown) => {
    const text = String(message).slice(0, LENGTH);
    if (silent || told.size >= MOST || told.has(text)) return;
    told.add(text);
    send({ t: "denied", text });
  };
  class Refusal extends Error {
    constructor(message?: string, options?: ErrorOptions) {
      super(message, options);
      tell(message);
    }
  }
  Object.setPrototypeOf(Deno.errors.NotCapable, Refusal);
  // But of a name that leads to where nothing was granted, a request tells in its cause; without what
  // its address may hold beside the host.
  const { fetch } = globalThis;
  globalThis.fetch = (...request) =>
    fetch(...request).catch((error) => {
      const { message = "" } = error?.cause ?? {};
      if (String(message).includes("Requires net access")) {
        tell(String(message).replace(/(for url \(\w+:\/\/[^/?#)]*)[^)]*/, "$1/"));
      }
      throw error;
    });
  const silently = (look: () => string) => {
    silent = true;
    try {
      return look();
    } finally {
      silent = false;
    }
  };
  // Where the method works it is told anyway, so nobody has to grant it the whole folder for that.
  const cwd = Deno.cwd;
  Deno.cwd = () => {
    try {
      return silently(cwd);
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) return hello.repoDir;
      throw error;
    }
  };
  if (hello.requires) answerMissing(silently);
}

/** A request that failed may be swallowed, and what fails after it says less. */
function watchRequests({ send }: Watched): () => void {
  const failed = new Map<string, string>();
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const host = hostOf(request[0]);
    try {
      const response = await fetch(...request);
      failed.delete(host);
      return response;
    } catch (error) {
      // Without what its address may hold beside the host.
      const { message = "" } = (error as { cause?: { message?: string } } | null)?.cause ?? {};
      const text = String(message).replace(/(for url \(\w+:\/\/[^/?#)]*)[^)]*/, "$1/");
      if (failed.size < MOST && text !== "") failed.set(host, text.slice(0, LENGTH));
      throw error;
    }
  };
  return () => {
    if (failed.size > 0) send({ t: "unreachable", texts: [...failed.values()] });
  };
}

function hostOf(request: RequestInfo | URL): string {
  return URL.parse(request instanceof Request ? request.url : String(request))?.host ?? "";
}

/**
 * A variable that was not granted reads as unset. One that the method sets itself keeps its value, in
 * this process: libraries are configured so.
 */
function watchVariables({ hello, send }: Watched): void {
  const granted = new Set(hello.variables);
  // Libraries make their temporary files where this says, and else in `/tmp`.
  const own = new Map([["TMPDIR", hello.scratch]]);
  const told = new Set<string>();
  let waiting: string[] = [];
  const missed = (name: string) => {
    if (told.size >= MOST || told.has(name) || name.length > LENGTH) return;
    told.add(name);
    waiting.push(name);
    // Libraries look at many at once, which is one line then.
    if (waiting.length === 1) {
      queueMicrotask(() => {
        send({ t: "unset", names: waiting });
        waiting = [];
      });
    }
  };
  const { env } = Deno;
  const get = env.get.bind(env);
  const has = env.has.bind(env);
  const set = env.set.bind(env);
  const remove = env.delete.bind(env);
  const toObject = env.toObject.bind(env);
  Object.assign(env, {
    get(name: string) {
      if (granted.has(name)) return get(name);
      if (!own.has(name)) missed(name);
      return own.get(name);
    },
    has(name: string) {
      if (granted.has(name)) return has(name);
      if (!own.has(name)) missed(name);
      return own.has(name);
    },
    set(name: string, value: string) {
      // Deno checks what it is given; what was not granted it then forgets.
      set(name, value);
      if (!granted.has(name)) own.set(name, String(value));
    },
    delete(name: string) {
      remove(name);
      own.delete(name);
    },
    toObject: () => ({ ...toObject(), ...Object.fromEntries(own) }),
  });
}
