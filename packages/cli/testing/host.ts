import { candidates } from "../completions/candidates.ts";
import { run } from "../dispatch/run.ts";
import type { Host } from "../frame/host.ts";

/** What one command line did. */
export interface Outcome {
  exit: number;
  stdout: string;
  stderr: string;
}

/** Settings of a host made for a test. */
export interface TestHost {
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  cwd?: string;
  terminal?: boolean;
  /** Columns of the terminal; 80 when not given. */
  columns?: number;
  /** Told of each piece of stderr as it is written. */
  onStderr?: (text: string) => void;
}

/** Runs a command line in this process, with its own environment and captured output. */
export async function svc(argv: readonly string[], settings: TestHost = {}): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  const terminal = settings.terminal ?? false;
  const host: Host = {
    stdout: (text) => void (stdout += text),
    stderr: (text) => {
      stderr += text;
      settings.onStderr?.(text);
    },
    stdin: () => new Response(settings.stdin as BodyInit ?? "").text(),
    stdinBytes: async (longest) =>
      (await new Response(settings.stdin as BodyInit ?? "").bytes()).subarray(0, longest + 1),
    env: (name) => settings.env?.[name],
    stdinIsTerminal: terminal,
    stdoutIsTerminal: terminal,
    stderrIsTerminal: terminal,
    columns: settings.columns ?? 80,
    rows: 0,
    cwd: settings.cwd ?? Deno.cwd(),
    hostname: () => "builder-number-seven",
  };
  const exit = await run(argv, host);
  return { exit, stdout, stderr };
}

/** What a shell is offered after `words`. */
export async function offeredAfter(
  words: readonly string[],
  { env = {}, cwd = Deno.cwd() }: Pick<TestHost, "env" | "cwd"> = {},
): Promise<string[]> {
  const found = await candidates(words, { cwd, env: (name: string) => env[name] } as Host);
  return found?.names.map(({ name }) => name) ?? [];
}

/** A configuration folder of its own, removed when disposed of. */
export async function temporaryConfig(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "svc-config-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
