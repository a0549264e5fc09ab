import type { Server } from "node:net";

/** How a server accepts connections. */
export interface Accepting {
  /** Connections at the same time; more are closed as they come. */
  most: number;
  /** Milliseconds between two looks. */
  check: number;
  /** Told of the connections once they are as many as there may be, and again after there were fewer. */
  full?: ((connections: number) => void) | undefined;
}

/** Connections that may wait to be accepted: as many as Node says where nothing is given. */
const BACKLOG = 511;

/** More would take half a gigabyte of memory while they do nothing. */
const MOST = 16_384;

/**
 * Connections that a process may have: half of the files it may open, as each is one of them, and
 * what is sent over it may be another.
 *
 * @param limits the text of `/proc/self/limits`; empty where there is none
 */
export function mostConnections(limits: string): number {
  const [, files] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  return files === undefined ? MOST : Math.min(MOST, Math.floor(Number(files) / 2));
}

/** The limits of this process, as {@link mostConnections} reads them. */
export function ownLimits(): string {
  try {
    return Deno.readTextFileSync("/proc/self/limits");
  } catch {
    return "";
  }
}

/**
 * Settles once a server listens.
 *
 * @throws the system's error when the address cannot be listened on
 */
export function listening(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, BACKLOG, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

/**
 * Limits the connections of a server that listens, and has it accept again after a time in which it
 * could not. Without a file left to open, Deno 2.9 never accepts again and tells nobody. Told to listen
 * where it listens already, it goes on, and what waits to be accepted waits on.
 *
 * @returns false where this Deno cannot be told so; only the limit holds then
 */
export function keepAccepting(
  server: Server & { _handle?: { listen(backlog: number): number } | null },
  { most, check, full }: Accepting,
): boolean {
  server.maxConnections = most;
  const again = canListenAgain(server._handle);
  let told = false;
  const timer = setInterval(() => {
    if (again) server._handle?.listen(BACKLOG);
    server.getConnections((_, open) => {
      if (open >= most && !told) full?.(open);
      told = open >= most;
    });
  }, check);
  server.once("close", () => clearInterval(timer));
  return again;
}

function canListenAgain(handle: { listen?(backlog: number): number } | null | undefined): boolean {
  try {
    return handle?.listen?.(BACKLOG) === 0;
  } catch {
    return false;
  }
}
