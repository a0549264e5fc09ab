import { messageOf } from "@svc/core/error";
import { boundedText } from "../stream/text.ts";
import type { Workspace } from "./workspace.ts";

/** Where the documentation tool is and how long it may take. */
export interface ToolOptions {
  /** Path of the Deno executable. */
  deno: string;
  signal: AbortSignal;
  /** Memory the tool may allocate, in bytes. */
  memoryLimit: number;
  /** Processor time of one run, in seconds: where the kernel cannot, it ends what outlived its starter. */
  processorSeconds: number;
}

/** How a run of the tool ended. */
export type ToolRun =
  | { ended: true; code: number; stdout: string; stderr: string }
  | { ended: false; outcome: "error" | "notRun"; problem: string };

/** More output than any archive within the limits gives rise to. */
const OUTPUT_BYTES = 256_000_000;

/** What the documentation tool says of some modules: their symbols, and what its linter finds. */
export interface DocRuns {
  json: ToolRun;
  lint: ToolRun;
}

/**
 * Documents and lints entry points in a workspace. One run does both when the linter finds nothing;
 * else the tool leaves the symbols out, and a second run lists them.
 */
export async function runDoc(
  entries: readonly string[],
  workspace: Workspace,
  options: ToolOptions,
): Promise<DocRuns> {
  const both = await runOnce(["--json", "--lint"], entries, workspace, options);
  if (!both.ended || both.code === 0) return { json: both, lint: both };
  return { json: await runOnce(["--json"], entries, workspace, options), lint: both };
}

/**
 * Runs `deno doc` over entry points in a workspace, without network, configuration, dependencies or
 * any of this process's environment. It parses and never executes.
 */
export async function runOnce(
  flags: readonly string[],
  entries: readonly string[],
  workspace: Workspace,
  { deno, signal, memoryLimit, processorSeconds }: ToolOptions,
): Promise<ToolRun> {
  if (signal.aborted) return stopped();
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command("/bin/sh", {
      args: [
        "-c",
        LIMITED,
        "sh",
        String(Math.ceil(memoryLimit / 1024)),
        String(processorSeconds),
        deno,
        "doc",
        ...flags,
        "--no-config",
        "--no-lock",
        "--no-npm",
        "--no-remote",
        "--import-map",
        workspace.importMap,
        ...entries.map((entry) => `${workspace.sources}/${entry}`),
      ],
      cwd: workspace.root,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: workspace.root,
        // No folder can stand below a file: the tool keeps its caches in memory, which is quicker.
        DENO_DIR: `${workspace.importMap}/none`,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
        // Should the tool ever try a connection in spite of its flags, it finds a closed door.
        HTTP_PROXY: CLOSED,
        HTTPS_PROXY: CLOSED,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    return {
      ended: false,
      outcome: "error",
      problem: `the documentation tool could not be started: ${messageOf(error)}`,
    };
  }
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It ended in the meantime.
    }
  };
  signal.addEventListener("abort", kill);
  try {
    const [stdout, stderr, status] = await Promise.all([
      read(child.stdout, kill),
      read(child.stderr, kill),
      child.status,
    ]);
    if (signal.aborted) return stopped();
    if (stdout === undefined || stderr === undefined) {
      return { ended: false, outcome: "error", problem: "the documentation tool printed too much" };
    }
    if (status.signal) {
      return { ended: false, outcome: "error", problem: `the tool was ended by ${status.signal}` };
    }
    return { ended: true, code: status.code, stdout, stderr };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

/**
 * The shell gives its place to the tool, so that a signal to the child reaches the tool itself. On
 * Linux the kernel kills the tool when its starter dies, however busy it is; the program of BusyBox
 * that has the same name cannot ask for that.
 */
const LIMITED = 'ulimit -d "$1" && ulimit -t "$2" && ulimit -c 0 && shift 2 && ' +
  "case $(readlink -f /usr/bin/setpriv 2>/dev/null) in " +
  '*/setpriv) exec /usr/bin/setpriv --pdeathsig KILL "$@";; *) exec "$@";; esac';

const CLOSED = "http://127.0.0.1:9";

function stopped(): ToolRun {
  return {
    ended: false,
    outcome: "notRun",
    problem: "the documentation tool did not finish in the time allowed",
  };
}

/** As the shared reader does, and ends the tool when it says too much. */
async function read(stream: ReadableStream<Uint8Array<ArrayBuffer>>, tooMuch: () => void) {
  const text = await boundedText(stream, OUTPUT_BYTES);
  if (text === undefined) tooMuch();
  return text;
}
