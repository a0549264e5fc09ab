// The read that a client makes first, of ours and of other registries, in turns: what a name stands
// for now. Ours is asked for a thousand extensions, the others for the one thing that they have.
import { startDockerRegistry } from "./peers/docker.ts";
import type { Peer } from "./peers/peer.ts";
import { startVerdaccio } from "./peers/verdaccio.ts";
import { load } from "./registry/load.ts";
import { machine, quantile, say } from "./registry/numbers.ts";
import { type ServerProcess, startServer } from "./registry/process.ts";
import { nameOf, seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

const MAIN = `${import.meta.dirname}/../packages/registry/main.ts`;
const EXTENSIONS = 1_000;
const ROUNDS = 5;
const ROUND_MS = 1_000;

const latest = (n: number) =>
  `/api/v1/extensions/${encodeURIComponent(nameOf(n * 7919 % EXTENSIONS))}/latest`;

say(machine());
const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
try {
  await withStore(`${folder}/data`, async (services) => {
    await seedPeople(services);
    await seedExtensions(services, 0, EXTENSIONS);
  });
  const quiet = { SVC_PORT: "0", SVC_LOG: "off", SVC_RATE_LIMIT: "off" };
  const ours = await startServer(MAIN, [], { ...quiet, SVC_DATA: `${folder}/data` });
  try {
    await load(ours.port, latest, 0, { atLeast: 2 * EXTENSIONS });
    await compare(ours, "docker-registry", await startDockerRegistry(folder));
    await compare(ours, "Verdaccio", await startVerdaccio(folder));
  } finally {
    await ours.stop();
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function compare(ours: ServerProcess, what: string, started: Peer | undefined) {
  if (started === undefined) return say(`${what} is not to be had here: left out`);
  await using peer = started;
  const { path, headers = {} } = peer;
  await load(peer.port, () => path, ROUND_MS, { headers });
  const rounds: { ours: Measured; theirs: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      ours: await measured(ours, latest, {}),
      theirs: await measured(peer, () => path, headers),
    });
  }
  const middle = (of: (round: { ours: Measured; theirs: Measured }) => number) =>
    quantile(rounds.map(of));
  say(
    `${peer.what}: ours, latest, answers ${
      middle(({ ours, theirs }) => ours.rate / theirs.rate).toFixed(1)
    }x as many, for 1/${
      middle(({ ours, theirs }) => theirs.time / ours.time).toFixed(1)
    } of the processor time (${middle(({ ours }) => ours.time * 1000).toFixed(0)} and ${
      middle(({ theirs }) => theirs.time * 1000).toFixed(0)
    } µs an answer)`,
  );
}

/** Answers a second, and milliseconds of processor time an answer. */
interface Measured {
  rate: number;
  time: number;
}

async function measured(
  { port, processorTime }: Pick<ServerProcess, "port" | "processorTime">,
  path: (n: number) => string,
  headers: Record<string, string>,
): Promise<Measured> {
  const before = processorTime();
  const { rate, requests } = await load(port, path, ROUND_MS, { headers });
  return { rate, time: Math.max(1, processorTime() - before) / requests };
}
