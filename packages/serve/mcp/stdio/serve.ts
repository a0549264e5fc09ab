import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { LocalHost } from "../local/mod.ts";
import { mcpServer } from "../protocol/server.ts";
import { lineTransport, type Streams } from "./transport.ts";
import type { Repository } from "@svc/runtime/repository";

/** Milliseconds in which changes count as one. */
const TOGETHER_MS = 300;

/**
 * Calls `changed` after behaviors or types have changed on the disk, once for changes that come
 * together. Where the system cannot tell, it never does.
 */
function watchBehaviors({ root, state }: Repository, changed: () => void): Disposable {
  const folders = [`${root}/behaviors`, `${root}/extensions`, `${state}/types`];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = open(folders.filter(isFolder));
  const follow = async () => {
    for await (const { kind } of watcher ?? []) {
      if (kind === "access") continue;
      clearTimeout(timer);
      timer = setTimeout(changed, TOGETHER_MS);
    }
  };
  follow().catch(() => {
    // A client that asks still gets the current tools; it is only not notified.
  });
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

function open(folders: string[]): Deno.FsWatcher | undefined {
  try {
    return folders.length === 0 ? undefined : Deno.watchFs(folders);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** How a repository is served over two streams. */
export interface StdioOptions {
  version: string;
  /** Ends the service, as the end of the input does. */
  signal: AbortSignal;
}

/**
 * Serves a repository to the agent at the other end of two streams, until the input ends. Runs in progress
 * are cancelled then, and waited for.
 */
export async function serveLines(
  host: LocalHost,
  streams: Streams,
  { version, signal }: StdioOptions,
): Promise<void> {
  await using _runs = host.runs;
  const ended = Promise.withResolvers<void>();
  const wire = lineTransport(streams);
  let latest: Server | undefined;
  using _watch = watchBehaviors(host.repository, () => {
    // A client that has not said hello yet, or is gone, asks by itself.
    latest?.sendToolListChanged().catch(() => {});
  });
  const handle = serveStdio(() => latest = mcpServer(host, { version, tellsChanges: true }), {
    transport: wire,
  });
  // The library has put its own listener there.
  const { onclose } = wire;
  wire.onclose = () => {
    onclose?.();
    ended.resolve();
  };
  if (signal.aborted) ended.resolve();
  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  await ended.promise;
  await handle.close();
}
