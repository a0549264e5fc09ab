import { sql } from "kysely";
import { Socket } from "node:net";
import pg from "pg";
import type { Events } from "../../events/events.ts";
import { CHANNEL, relay } from "../../events/relay.ts";
import type { Following } from "../following.ts";
import type { Db } from "../schema.ts";
import { clientConfig } from "./pool.ts";

/** How things are timed, in milliseconds. */
const TIMES = {
  /** Between two proofs that the connection still carries notices. */
  pulse: 250,
  /** Without a proof for so long, what is kept in memory does not count. */
  deaf: 1_000,
  /** To connect, and for each answer. */
  answer: 3_000,
  /** The longest wait before the next connection. */
  again: 1_000,
} as const;

/** What following Postgres takes. */
export interface FollowOptions {
  /** A server itself, or a pooler in session mode: `LISTEN` needs a connection of its own. */
  url: string;
  db: Db;
  events: Events;
  /** Called once for each time that following breaks off, and when it has to do without `LISTEN`. */
  failed(error: unknown): void;
}

/**
 * Follows Postgres by its notices, which triggers send in the transaction that changes something
 * (`access/store/migration_notice.ts`), over a connection beside the pool. Each time it connects,
 * everything is doubtful, as notices may have been missed.
 *
 * A pooler in transaction mode swallows notices. That is found out by sending one. Then it looks four
 * times a second whether any transaction has ended meanwhile, and takes everything for doubtful if so.
 */
export function followPostgres({ url, db, events, failed }: FollowOptions): Following {
  let heardAt: number | undefined;
  let socket: Socket | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let wake = () => {};
  let waiting: { since: number; resolve: () => void }[] = [];

  /** Every change that was committed before `at` has been told. */
  const heard = (at: number) => {
    heardAt = at;
    const [done, rest] = [
      waiting.filter((one) => one.since <= at),
      waiting.filter((one) => one.since > at),
    ];
    waiting = rest;
    for (const { resolve } of done) resolve();
  };
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (stopped) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Asks again and again, until stopped or something fails. */
  async function pulse(ask: () => Promise<void>): Promise<void> {
    while (!stopped) {
      const at = performance.now();
      await ask();
      heard(at);
      if (waiting.length === 0) await pause(TIMES.pulse);
    }
  }

  async function byNotices(client: pg.Client): Promise<void> {
    events.emit("store.changed", {});
    await pulse(async () => {
      // Postgres sends the notices of earlier commits before it answers.
      await client.query("select 1");
    });
  }

  async function bySnapshots(): Promise<void> {
    let known: string | undefined;
    await pulse(async () => {
      const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`
        .execute(db);
      // A transaction that wrote and ended in between changes it (documentation of pg_snapshot).
      if (rows[0]!.seen !== known) events.emit("store.changed", {});
      known = rows[0]!.seen;
    });
  }

  async function connected(): Promise<void> {
    const own = socket = new Socket();
    const client = new pg.Client({
      ...clientConfig(url),
      connectionTimeoutMillis: TIMES.answer,
      query_timeout: TIMES.answer,
      stream: () => own,
    });
    client.on("error", () => undefined);
    try {
      const proven = proof(client);
      client.on("notification", ({ channel, payload }) => {
        if (channel === CHANNEL) relay(events, payload ?? "");
      });
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${proven.channel}`);
      if (await proven.arrives(db)) return await byNotices(client);
    } finally {
      own.destroy();
    }
    failed(new Error("notices do not arrive; set SVC_DATABASE_LISTEN_URL to Postgres itself"));
    await bySnapshots();
  }

  async function follow(): Promise<void> {
    for (let told = false; !stopped;) {
      const before = heardAt;
      try {
        await connected();
      } catch (error) {
        if (stopped) return;
        if (heardAt !== before) told = false;
        if (!told) failed(error);
        told = true;
        await pause(Math.random() * TIMES.again);
      }
    }
  }

  return {
    current: () =>
      running === undefined ||
      heardAt !== undefined && performance.now() - heardAt < TIMES.deaf,
    look: () =>
      new Promise((resolve) => {
        waiting.push({ since: performance.now(), resolve });
        wake();
      }),
    start() {
      running ??= follow();
    },
    async stop() {
      stopped = true;
      wake();
      socket?.destroy();
      await running;
      for (const { resolve } of waiting) resolve();
    },
  };
}

/** Proves that a notice from another connection arrives at this one. */
function proof(client: pg.Client) {
  const channel = `${CHANNEL}_${crypto.randomUUID().replaceAll("-", "")}`;
  const arrived = Promise.withResolvers<boolean>();
  client.on("notification", (notice) => {
    if (notice.channel === channel) arrived.resolve(true);
  });
  client.on("end", () => arrived.reject(new Error("the connection ended")));
  arrived.promise.catch(() => undefined);
  return {
    channel,
    async arrives(db: Db): Promise<boolean> {
      await sql`select pg_notify(${channel}, '')`.execute(db);
      const timer = setTimeout(() => arrived.resolve(false), TIMES.answer);
      try {
        return await arrived.promise;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
