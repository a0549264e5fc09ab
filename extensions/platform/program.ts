import { PlatformFailure } from "./failure.ts";

/** What a program printed, and how it ended. */
export interface ProgramOutput {
  code: number;
  stdout: Uint8Array;
  stderr: Uint8Array;
}

/** How a program is run. */
export interface ProgramOptions {
  args: readonly string[];
  /** Everything it finds in its environment; nothing else is handed on. */
  env: Readonly<Record<string, string>>;
  /** Folder it runs in. */
  cwd?: string | undefined;
  /** Goes to its standard input. */
  input?: string | Uint8Array | undefined;
  /** The run's signal; the program is ended when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Longest time, in milliseconds. */
  timeoutMs: number;
  /** Bytes of each of its outputs at most. */
  maxBytes?: number;
  /** What to install when the program is missing. */
  install: string;
}

/** Bytes of output unless a caller allows more: more than any answer of the API. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Runs a program to its end, whatever it ends with.
 *
 * @throws PlatformFailure `no_program`, `too_large` when it prints too much, or `unavailable` when it
 *   takes too long; the signal's reason when the run is aborted.
 */
export async function runProgram(
  program: string,
  options: ProgramOptions,
): Promise<ProgramOutput> {
  const { signal, timeoutMs, maxBytes = MAX_BYTES } = options;
  signal?.throwIfAborted();
  const stop = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  const reasons = [stop.signal, timeout, ...(signal === undefined ? [] : [signal])];
  const end = AbortSignal.any(reasons);
  const child = start(program, options, end);
  const over = () => stop.abort();
  const [stdout, stderr, { code }] = await Promise.all([
    gather(child.stdout, maxBytes, end, over),
    gather(child.stderr, maxBytes, end, over),
    child.status,
    feed(child.stdin, options.input ?? "", end),
  ]);
  signal?.throwIfAborted();
  if (stop.signal.aborted) {
    throw new PlatformFailure("too_large", {
      reason: `${program} printed more than ${maxBytes} bytes`,
      hint: "Request less at once",
    });
  }
  if (timeout.aborted) {
    const reason = `${program} did not end within ${timeoutMs / 1000} s`;
    throw new PlatformFailure("unavailable", { reason });
  }
  return { code, stdout, stderr };
}

function start(
  program: string,
  { args, env, cwd, install }: ProgramOptions,
  signal: AbortSignal,
): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args: [...args],
      env,
      clearEnv: true,
      ...(cwd === undefined ? {} : { cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      signal,
    }).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const where = cwd === undefined ? "" : `, or the folder ${cwd} is`;
    throw new PlatformFailure("no_program", {
      reason: `the program '${program}' is missing${where}`,
      hint: `Install ${install}, and check that it is in PATH`,
    });
  }
}

/** What comes until the end. A program that this one has started may hold the output for longer. */
async function gather(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  end: AbortSignal,
  over: () => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const write = (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxBytes) over();
    else chunks.push(chunk);
  };
  await stream.pipeTo(new WritableStream({ write }), { signal: end }).catch(unlessEnded(end));
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

async function feed(
  stdin: WritableStream<Uint8Array>,
  input: string | Uint8Array,
  end: AbortSignal,
): Promise<void> {
  // It may end without having read its input; what it printed then says why.
  await new Response(input as BodyInit).body?.pipeTo(stdin, { signal: end }).catch(() => {});
}

function unlessEnded(end: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!end.aborted) throw error;
  };
}
