interface ShellArguments {
  run: string;
  workingDir?: string;
  timeout?: number;
  env?: Record<string, string>;
  ignoreExitCode?: boolean;
}

interface ShellContext {
  signal: AbortSignal;
  repoDir: string;
  logger: { info(text: string): void };
  writeResource(spec: string, name: string, data: unknown): Promise<{ name: string }>;
  createFileWriter(
    spec: string,
    name: string,
  ): Promise<{ writeText(text: string): Promise<{ name: string }> }>;
}

/** The built-in type `command/shell`, as it runs in the sandbox. Its schemas are those of its descriptor. */
export const model = {
  methods: {
    execute: { execute },
  },
};

/**
 * Reads the command from its input: in the arguments of a program, others would see the secrets in it.
 * The command itself gets an empty input.
 */
const SCRIPT = 'command=$(cat); exec </dev/null; eval "$command"';

async function execute(
  args: ShellArguments,
  context: ShellContext,
): Promise<{ dataHandles: { name: string }[] }> {
  const started = performance.now();
  const executedAt = new Date().toISOString();
  const limit = args.timeout === undefined ? [] : [AbortSignal.timeout(args.timeout)];
  const signal = AbortSignal.any([context.signal, ...limit]);
  const child = new Deno.Command("sh", {
    args: ["-c", SCRIPT],
    cwd: args.workingDir ?? context.repoDir,
    ...(args.env === undefined ? {} : { env: args.env }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal,
  }).spawn();
  const [, status, stdout, stderr] = await Promise.all([
    give(child.stdin, args.run),
    child.status,
    collect(child.stdout, context, signal),
    collect(child.stderr, context, signal),
  ]);
  const durationMs = Math.round(performance.now() - started);
  if (context.signal.aborted) throw context.signal.reason;
  if (signal.aborted) throw new Error(`Command ran longer than ${args.timeout} ms`);
  if (!status.success && !args.ignoreExitCode) {
    throw new Error(`Command exited with code ${status.code}`);
  }
  const result = await context.writeResource("result", "result", {
    exitCode: status.code,
    executedAt,
    command: args.run,
    durationMs,
    stdout,
    stderr,
  });
  const writer = await context.createFileWriter("log", "log");
  const log = await writer.writeText(`[stdout]\n${stdout}\n[stderr]\n${stderr}\n`);
  return { dataHandles: [result, log] };
}

/** Writes the command; one that was ended before takes no more. */
async function give(input: WritableStream<Uint8Array>, command: string): Promise<void> {
  const writer = input.getWriter();
  try {
    await writer.write(new TextEncoder().encode(command));
    await writer.close();
  } catch {
    // How it ended is told by its status.
  }
}

/** What the command prints, without its last line end. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  context: ShellContext,
  signal: AbortSignal,
): Promise<string> {
  const reader = stream.getReader();
  // What the command has started may hold the pipe open after the command itself was ended.
  signal.addEventListener("abort", () => void reader.cancel(), { once: true });
  const decoder = new TextDecoder();
  let text = "";
  let line = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const chunk = decoder.decode(value, { stream: true });
    text += chunk;
    const parts = (line + chunk).split("\n");
    line = parts.pop()!;
    for (const part of parts) context.logger.info(part);
  }
  if (line !== "") context.logger.info(line);
  return text.replace(/\r?\n$/, "");
}
