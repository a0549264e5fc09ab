import { type ServerProcess, startServer } from "../registry/process.ts";
import type { Figures } from "./figures.ts";
import { commandOf, familyOf, familyTime, memoryOf } from "./process_tree.ts";

const MAIN = `${import.meta.dirname}/../../packages/registry/main.ts`;

const MB = 2 ** 20;

/** What a server of a benchmark does without. */
const QUIET = { SVC_PORT: "0", SVC_LOG: "off", SVC_RATE_LIMIT: "off" };

/** Starts a server: how long that takes, its search index too, and what both hold in memory. */
export async function measureStart(
  figures: Figures,
  size: number,
  environment: Record<string, string>,
  postgres: number | undefined,
): Promise<ServerProcess> {
  const before = postgres === undefined ? 0 : familyTime(postgres);
  const began = performance.now();
  const server = await startServer(MAIN, [], { ...QUIET, ...environment });
  await answered(`${server.url}/healthz`);
  figures.note(size, "start until it answers, by the clock", "ms", performance.now() - began);
  figures.note(size, "memory of the server, before it loads", "MB", memoryOf(server.pid) / MB);
  // A search waits until the index is loaded.
  await answered(`${server.url}/api/v1/extensions/search?q=warm`);
  const index = familyOf(server.pid).find((pid) => commandOf(pid).includes("/index/child.ts"))!;
  const own = server.processorTime();
  figures.note(size, "start until it searches: server", "ms", own);
  figures.note(size, "start until it searches: index process", "ms", familyTime(index));
  if (postgres !== undefined) {
    figures.note(size, "start until it searches: Postgres", "ms", familyTime(postgres) - before);
  }
  figures.note(size, "start until it searches, by the clock", "ms", performance.now() - began);
  figures.note(size, "memory of the server, loaded", "MB", memoryOf(server.pid) / MB);
  figures.note(size, "memory of the index process", "MB", memoryOf(index) / MB);
  return server;
}

async function answered(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}
