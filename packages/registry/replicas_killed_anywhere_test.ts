import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { startS3rver } from "@svc/fakes/s3";
import { keyFile } from "./features/registry_log/testing.ts";
import { s3World } from "./platform/store/blobs/s3/testing/world.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { openLink } from "./testing/link.ts";
import { assertOneHistory, followHead, LOG_BASE_URL } from "./testing/one_history.ts";
import { type ServerProcess, startProcess } from "./testing/process.ts";
import { publishing } from "./testing/publishing.ts";
import { type Fleet, startFleet } from "./testing/replicas.ts";
import { seeded } from "./testing/seeded.ts";
import { assertWhole } from "./testing/whole.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

const SEED = 20_261_123;
const KILLS = 6;

/** At least what a server and Postgres say to each other for one publication, in bytes. */
const PUBLICATION = 60_000;

/** A server in a process and a folder of its own. */
interface Replica extends AsyncDisposable {
  process: ServerProcess;
  /** Sends a signal, unless one was sent, and waits for the end. */
  end(signal: Deno.Signal): Promise<Deno.CommandStatus>;
  /** Kills it once it and Postgres have said so much more to each other. */
  killAfter(bytes: number): Promise<void>;
}

async function startReplica(fleet: Fleet, environment: Record<string, string>): Promise<Replica> {
  const data = await Deno.makeTempDir({ prefix: "svc-replica-" });
  let carried = (_bytes: number) => {};
  const link = openLink(fleet.postgres.port, (bytes) => carried(bytes));
  const process = await startProcess(data, {
    ...fleet.environment,
    ...environment,
    SVC_DATA: data,
    SVC_DATABASE_URL: fleet.through(link.port),
  });
  let ended: Promise<Deno.CommandStatus> | undefined;
  const end = (signal: Deno.Signal) => ended ??= process.end(signal);
  return {
    process,
    end,
    async killAfter(left) {
      const due = Promise.withResolvers<void>();
      carried = (bytes) => {
        if ((left -= bytes) <= 0) due.resolve(void end("SIGKILL"));
      };
      await due.promise;
      await end("SIGKILL");
    },
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
      await link[Symbol.asyncDispose]();
      await Deno.remove(data, { recursive: true });
    },
  };
}

Deno.test({
  name:
    `three servers on one Postgres and one bucket, killed and replaced ${KILLS} times anywhere in a ` +
    "publication, and Postgres once, keep every acknowledged version and no half of another, and show " +
    "one history of the log" +
    (missing ? " (skipped: Postgres is not installed)" : ""),
  ignore: missing,
  async fn() {
    await using fleet = await startFleet();
    await using backend = await startS3rver();
    await using world = await s3World(backend);
    const folder = await Deno.makeTempDir({ prefix: "svc-log-key-" });
    const path = await keyFile(folder);
    const environment = {
      SVC_BLOBS_URL: world.urlOf(),
      SVC_BLOBS_PROXY: "on",
      SVC_LOG_KEY: path,
      SVC_BASE_URL: LOG_BASE_URL,
    };
    await using watching = await fleet.open(environment);
    await addCollective(watching.services, "acme");
    const key = await addPerson(watching.services, "ada", { acme: "member" });

    const random = seeded(SEED);
    await using stack = new AsyncDisposableStack();
    const start = async () => stack.use(await startReplica(fleet, environment));
    const replicas = await Promise.all([start(), start(), start()]);
    const servers = replicas.map(({ process }) => process);
    const following = followHead(servers, await Deno.readFile(path));
    const publisher = publishing(servers, key, 3);
    let acknowledged: string[];
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const at = Math.floor(random() * replicas.length);
        await replicas[at]!.killAfter(random() * PUBLICATION);
        replicas[at] = await start();
        servers[at] = replicas[at].process;
      }
      // They go on, with new connections for those that broke.
      await fleet.postgres.restart();
      await publisher.acknowledges(3);
    } finally {
      acknowledged = await publisher.stop();
    }
    for (const { end } of replicas) assert.equal((await end("SIGTERM")).code, 0);
    await assertOneHistory(watching.services, await following.stop(), acknowledged);
    await assertWhole(watching.services, acknowledged);
    await Deno.remove(folder, { recursive: true });
  },
});
