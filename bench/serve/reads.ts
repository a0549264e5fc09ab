// Reads over HTTP at 100,000 documents: requests a second against a bare Deno.serve that answers the
// same bytes, side by side; and how long heavy readings hold up the server's other requests.
import { parseRunnable } from "@svc/serve/rights";
import { createToken } from "../../packages/serve/tokens/mod.ts";
import { openServeState } from "../../packages/serve/open.ts";
import { createDefinition } from "../../packages/runtime/behavior/definitions/create.ts";
import { followChanges } from "../../packages/runtime/data/catalog/follow.ts";
import type { DataOwner } from "../../packages/runtime/data/store/folder.ts";
import { openRunData } from "../../packages/runtime/data/store/run_data.ts";
import { initRepository, type Repository, repositoryAt } from "@svc/runtime/repository";
import { load } from "../registry/load.ts";
import { machine, quantile, say, verdict } from "../registry/numbers.ts";
import { startServer } from "../registry/process.ts";
import { type WatchedServer, watchedServer } from "./watched.ts";
import { resourceVersion } from "../documents/resource.ts";

const DOCUMENTS = Number(Deno.env.get("BENCH_DOCUMENTS") ?? 100_000);
const BEHAVIORS = 50;
const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 5);
const ROUND_MS = 800;
const BATCH = 500;
const FLOOR = `${import.meta.dirname}/../registry/floor.ts`;
const AIM = 0.5;
const nameOf = (n: number) => `item-${String(n).padStart(6, "0")}`;

/** What is measured. */
interface Scene {
  folder: string;
  repository: Repository;
  server: WatchedServer;
  headers: Record<string, string>;
}

/** Measures and prints. */
export async function benchReads(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "svc-bench-serve-" });
  try {
    say(`reads, ${DOCUMENTS} documents in one of ${BEHAVIORS} behaviors; ${machine()}`);
    await initRepository(`${folder}/repository`);
    const repository = repositoryAt(`${folder}/repository`, `${folder}/config`);
    await fill(repository);
    const headers = { authorization: `Bearer ${await tokenFor(repository)}` };
    await using server = await watchedServer(repository);
    const scene = { folder, repository, server, headers };
    const data = "/api/v1/behaviors/big/data";
    const one = (n: number) => `${data}/${nameOf((n * 7919) % DOCUMENTS)}`;
    await compare(scene, "list of behaviors", () => "/api/v1/behaviors");
    await compare(scene, "data list, first page", () => data);
    await compare(scene, "data list, first 10", () => `${data}?limit=10`);
    await compare(scene, "data get, one", () => one(1));
    await compare(scene, "data get, 1,000 in turn", (n) => one(n % 1000));
    const first = await load(server.port, one, 2000, { headers });
    say(`data get, each for the first time: ${Math.round(first.rate)}/s`);
    await stalls(scene);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** One kind of read against the floor, in turns so that both meet the same machine. */
async function compare(
  { folder, server, headers }: Scene,
  what: string,
  path: (n: number) => string,
): Promise<void> {
  const answer = await fetch(server.url + path(0), { headers });
  const bytes = await answer.bytes();
  await Deno.writeFile(`${folder}/body`, bytes);
  const floor = await startServer(FLOOR, [`${folder}/body`], {});
  try {
    await load(server.port, path, 0, { headers, atLeast: 1000 });
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { rate: bare } = await load(floor.port, path, ROUND_MS, { headers });
      rounds.push({ bare, ours: (await load(server.port, path, ROUND_MS, { headers })).rate });
    }
    const ratio = quantile(rounds.map(({ ours, bare }) => ours / bare));
    const middle = (of: "ours" | "bare") => Math.round(quantile(rounds.map((one) => one[of])));
    say(
      `${what}, ${bytes.length} bytes: ${verdict(ratio, AIM, "at least")} of bare ` +
        `Deno.serve, ${middle("ours")}/s of ${middle("bare")}/s`,
    );
  } finally {
    await floor.stop();
  }
}

/** Heavy readings, and for how long each of them held up everything else. */
async function stalls({ server, headers, repository }: Scene): Promise<void> {
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    await response.body?.pipeTo(new WritableStream());
    return response.status;
  };
  const query = (predicate: string) => ask("/data/query", { predicate });
  const indexAnew = async () => {
    for (const end of ["", "-wal", "-shm"]) {
      await Deno.remove(`${repository.state}/data/_catalog.db${end}`).catch(() => {});
    }
    return await ask("/data?limit=5");
  };
  const all: [string, () => Promise<number>][] = [
    ["a page at the end", () => ask(`/data?offset=${DOCUMENTS - 100}`)],
    ["10,000 lines", () => ask("/data?limit=10000")],
    ["a search", () => ask("/data/search?query=99")],
    ["a query by name", () => query('name.endsWith("999")')],
    ["a query of contents", () => query('attributes.text.startsWith("y")')],
    ["reports", () => ask("/reports")],
    ["the index again", indexAnew],
  ];
  await server.stall();
  for (const [what, work] of all) {
    const began = performance.now();
    const status = await work();
    const took = performance.now() - began;
    say(
      `${what}: ${took.toFixed(0)} ms (${status}), others held up for ` +
        `${(await server.stall()).toFixed(0)} ms at most`,
    );
  }
}

async function tokenFor(repository: Repository): Promise<string> {
  using state = await openServeState(repository);
  const rights = { run: [parseRunnable("*")], read: [] };
  const order = { name: "bench", rights, expiresAt: null, by: "bench" };
  return createToken(state, order, new Date()).text;
}

async function fill(repository: Repository): Promise<void> {
  for (let n = 1; n < BEHAVIORS; n++) {
    await createDefinition(repository, { type: "command/shell", name: `behavior-${n}` });
  }
  const { id } = await createDefinition(repository, { type: "command/shell", name: "big" });
  const owner: DataOwner = { type: "command/shell", id };
  const index = followChanges(repository, owner);
  const changed = new Set<string>();
  const data = await openRunData(repository, owner);
  data.watchChanges(changed);
  for (let at = 0; at < DOCUMENTS; at += BATCH) {
    const length = Math.min(BATCH, DOCUMENTS - at);
    await data.write(Array.from({ length }, (_, n) => versionOf(owner, nameOf(at + n))));
  }
  await index.bringIn(changed);
}

function versionOf(owner: DataOwner, name: string) {
  return resourceVersion(owner, name, { specName: "result", modelName: "big" });
}
