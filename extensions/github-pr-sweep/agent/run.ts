import { PlatformFailure } from "../../platform/failure.ts";
import { terminalLine } from "../../platform/terminal.ts";

/** How an agent is run. */
export interface AgentOptions {
  /** Name of a program that the person has granted. */
  program: string;
  cwd: string;
  input: string;
  /** Further variables. */
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
  timeoutMs: number;
  /** How long it may take to end once it is told to, in milliseconds. */
  graceMs?: number;
}

/** Time that an agent has for one pull request. */
export const AGENT_TIMEOUT_MS = 15 * 60_000;

/** Variables that let a program act for the person at the code host. */
const CREDENTIALS: readonly string[] = [
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
  "SSH_AUTH_SOCK",
];

/** Bytes of its last words that are kept for the message. */
const LAST_WORDS = 4_096;

/** How long its last words may be on their way after it has ended, in milliseconds. */
const LATE_MS = 1_000;

/**
 * Runs an agent to its end. It gets the variables that the extension was granted, without the
 * token. When it takes too long it is told to end, and made to.
 *
 * @throws PlatformFailure `agent_failed`, `no_program`; the signal's reason when the run is aborted.
 */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { program, input, signal, timeoutMs, graceMs = 10_000 } = options;
  signal.throwIfAborted();
  const child = start(options);
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = child.status;
  using _end = endWhen(AbortSignal.any([signal, timeout]), child, graceMs);
  const [, said] = await Promise.all([
    feed(child.stdin, input),
    lastWords(child.stderr, ended),
    ended,
  ]);
  signal.throwIfAborted();
  const { code } = await ended;
  if (timeout.aborted) {
    throw failed(`'${program}' did not end within ${timeoutMs / 60_000} minutes`);
  }
  if (code !== 0) throw failed(`'${program}' ended with ${code}${said && `: ${said}`}`);
}

function start({ program, cwd, env }: AgentOptions): Deno.ChildProcess {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !CREDENTIALS.includes(name));
  try {
    return new Deno.Command(program, {
      cwd,
      env: { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: "0", ...env },
      clearEnv: true,
      stdin: "piped",
      stdout: "null",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      throw new PlatformFailure("no_program", {
        reason: `the program '${program}' is not granted`,
        hint: `Grant it: svc extension grant @svc/github-pr-sweep run:${program}`,
      });
    }
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new PlatformFailure("no_program", {
      reason: `the program '${program}' is missing`,
      hint: "Install it, and see that PATH finds it",
    });
  }
}

function endWhen(signal: AbortSignal, child: Deno.ChildProcess, graceMs: number): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kill = (name: Deno.Signal) => {
    try {
      child.kill(name);
    } catch { /* it has ended */ }
  };
  const end = () => {
    kill("SIGTERM");
    timer = setTimeout(() => kill("SIGKILL"), graceMs);
  };
  signal.addEventListener("abort", end);
  return {
    [Symbol.dispose]() {
      signal.removeEventListener("abort", end);
      clearTimeout(timer);
    },
  };
}

async function feed(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  // It may end without having read its input; how it ended then says why.
  await new Response(input).body?.pipeTo(stdin).catch(() => {});
}

/** The last line it wrote. A program that it has started may hold the stream for longer. */
async function lastWords(
  stream: ReadableStream<Uint8Array>,
  ended: Promise<unknown>,
): Promise<string> {
  let kept: Uint8Array = new Uint8Array();
  const stop = new AbortController();
  const write = (piece: Uint8Array) => {
    const joined = new Uint8Array(kept.length + piece.length);
    joined.set(kept);
    joined.set(piece, kept.length);
    kept = joined.slice(-LAST_WORDS);
  };
  const read = stream.pipeTo(new WritableStream({ write }), { signal: stop.signal }).catch(
    () => {},
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = ended.then(() => new Promise((resolve) => timer = setTimeout(resolve, LATE_MS)));
  await Promise.race([read, late]);
  clearTimeout(timer);
  stop.abort();
  const lines = new TextDecoder().decode(kept).split("\n").map(terminalLine);
  return (lines.findLast((line) => line !== "") ?? "").slice(0, 200);
}

function failed(reason: string): PlatformFailure {
  return new PlatformFailure("agent_failed", {
    reason,
    hint: "Its commits stay on its branch. Run it by hand in its worktree to see more",
  });
}
