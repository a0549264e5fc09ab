import { siblingPath } from "@svc/core/module";
import { shellWord } from "@svc/core/text";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { parentOf } from "../../base/files/path.ts";
import { commaEscaped } from "../../base/process/flag.ts";
import { permissionFile, permissionsFrom } from "../../base/process/permission_set.ts";
import { linesOf } from "../../base/process/lines.ts";
import { answeredTool } from "../../repository/other_tool.ts";
import { answerTool, type ToolInput } from "./answer.ts";

const PROGRAM = siblingPath(import.meta, "program.ts");

/** A program that stands in for the other tool's in one run. */
export interface StandIn extends AsyncDisposable {
  /** PATH of the sandbox, with its folder behind all others: it hides no program. */
  withPath(path: string | undefined): string;
}

/** Command lines that are answered at once. */
const AT_ONCE = 64;

/** Bytes of a command line. */
const LONGEST = 1024 * 1024;

/**
 * Puts a program on the sandbox's PATH that answers as the other tool's would: the commands that read
 * data, with what the run may read. Only where the repository names that tool, the extension may start
 * it, and no program here has its name. Deno asks for the grant only where there is a program, so it is
 * there before it was granted, too.
 *
 * @param scratch the run's own folder: the program is beside it, where the run cannot write
 * @returns undefined where there is nothing to stand in for
 */
export async function standIn(
  input: Omit<ToolInput, "tool">,
  record: Pick<ModuleRecord, "permissions" | "found">,
  scratch: string,
): Promise<StandIn | undefined> {
  const tool = await answeredTool(input.repository);
  if (tool === undefined || !mayStart(record, tool)) return undefined;
  const folder = `${parentOf(scratch)}/tool`;
  const socket = `${folder}/.svc`;
  await Deno.mkdir(folder, { mode: 0o700 });
  const listener = Deno.listen({ transport: "unix", path: socket });
  const over = new AbortController();
  const signal = AbortSignal.any([
    over.signal,
    ...(input.signal === undefined ? [] : [input.signal]),
  ]);
  const permissions = `${folder}/.permissions.json`;
  await Deno.writeTextFile(permissions, mayReach(socket), { mode: 0o600 });
  await Deno.writeTextFile(`${folder}/${tool}`, scriptFor(socket, permissions), { mode: 0o700 });
  const served = serve(listener, { ...input, tool, signal });
  return {
    withPath: (path) => path ? `${path}:${folder}` : folder,
    async [Symbol.asyncDispose]() {
      over.abort();
      listener.close();
      await served;
    },
  };
}

/** True for a module that was granted to start it, or whose code does, or starts what it computes. */
function mayStart(
  { permissions: { run = [] }, found = [] }: Pick<ModuleRecord, "permissions" | "found">,
  name: string,
): boolean {
  return run.some((entry) => entry === name || entry.includes("*")) ||
    found.some(({ kind, entry }) =>
      kind === "run" && (entry === name || entry === undefined ||
        entry.startsWith("${"))
    );
}

/** The program's permissions, as a file: its folder may have a comma in its path. */
function mayReach(socket: string): string {
  const path = commaEscaped([socket]);
  return permissionFile([
    `--allow-read=${path}`,
    `--allow-write=${path}`,
    `--allow-net=unix:${path}`,
  ]);
}

/** Nothing of the environment that the extension gives it reaches the program. */
function scriptFor(socket: string, permissions: string): string {
  const words = [
    "NO_COLOR=1",
    "DENO_NO_PACKAGE_JSON=1",
    "DENO_NO_UPDATE_CHECK=1",
    ...["HOME", "DENO_DIR", "XDG_CACHE_HOME"].flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [`${name}=${value}`];
    }),
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-lock",
    "--no-prompt",
    "--no-remote",
    "--no-npm",
    "--no-check",
    ...permissionsFrom(permissions),
    PROGRAM,
    socket,
  ];
  return `#!/bin/sh\nexec /usr/bin/env -i ${words.map(shellWord).join(" ")} "$@"\n`;
}

async function serve(listener: Deno.UnixListener, input: ToolInput): Promise<void> {
  const open = new Set<Deno.UnixConn>();
  const working = new Set<Promise<void>>();
  try {
    for await (const connection of listener) {
      if (open.size >= AT_ONCE) {
        connection.close();
        continue;
      }
      open.add(connection);
      const work = answered(connection, input).finally(() => {
        open.delete(connection);
        working.delete(work);
      });
      working.add(work);
    }
  } catch {
    // Closed: the run has ended.
  }
  for (const connection of open) {
    try {
      connection.close();
    } catch {
      // It has closed itself meanwhile.
    }
  }
  await Promise.all(working);
}

async function answered(connection: Deno.UnixConn, input: ToolInput): Promise<void> {
  try {
    const ended = new Promise<void>(() => {});
    for await (
      const line of linesOf(connection.readable, { writerEnded: ended, longest: LONGEST })
    ) {
      const args: unknown = JSON.parse(line);
      if (!Array.isArray(args) || !args.every((one) => typeof one === "string")) break;
      const answer = new Blob([JSON.stringify(await answerTool(input, args))]);
      await answer.stream().pipeTo(connection.writable);
      break;
    }
  } catch {
    // Whoever asked is gone, or is none that svc has started.
  } finally {
    try {
      connection.close();
    } catch {
      // It is closed.
    }
  }
}
