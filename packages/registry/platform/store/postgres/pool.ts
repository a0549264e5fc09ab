import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Socket } from "node:net";
import pg from "pg";
import type { QueryWatch } from "../../queries/mod.ts";
import { connectionString } from "./address.ts";
import { isBroken, postgresFailure } from "./failure.ts";
import { LIFT_LIMITS } from "../lift_limits.ts";
import { readers, writable } from "./values.ts";

/** How long things may take before Postgres or the pool gives up, in milliseconds. */
export const LIMITS = {
  /** To connect, or to get one of the connections that are all in use. */
  connection: 10_000,
  statement: 60_000,
  /** For an answer: when Postgres has not given up by itself, the way there is cut. */
  answer: 65_000,
  /** For the answer to a question that takes no time. */
  proof: 5_000,
  /** Until a connection that was said goodbye to is closed. */
  close: 2_000,
  lock: 10_000,
  idleInTransaction: 60_000,
  /** How long a connection is kept, so that a changed address of the host is noticed, in seconds. */
  lifetimeSeconds: 1_800,
} as const;

/** How the client introduces itself, as `pg_stat_activity` shows it. */
const NAME = "svc-registry";

/** Limits that Postgres keeps itself. A pooler may refuse to pass them on. */
export const SERVER_LIMITS = {
  statement_timeout: LIMITS.statement,
  lock_timeout: LIMITS.lock,
  idle_in_transaction_session_timeout: LIMITS.idleInTransaction,
} as const;

/** The settings of one connection to `url`. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: connectionString(url),
    application_name: NAME,
    keepAlive: true,
    connectionTimeoutMillis: LIMITS.connection,
    query_timeout: LIMITS.answer,
    types: readers,
  };
}

/** What a pool may be given. */
export interface PoolOptions {
  /** How many connections there are at most. */
  connections: number;
  /** How long an answer may take, in milliseconds. */
  answerMs?: number | undefined;
  /** True while the way to Postgres may be cut: a connection proves itself before it is used. */
  doubtful?: (() => boolean) | undefined;
  /** Told of each statement that has ended. */
  queries?: QueryWatch | undefined;
  /** Given once what tells how much of the pool is in use. */
  use?: ((read: () => PoolUse) => void) | undefined;
}

/** How much of a pool is in use. */
export interface PoolUse {
  /** Connections with a transaction or a statement on its way. */
  used: number;
  idle: number;
  /** What waits for a connection. */
  waiting: number;
}

/**
 * A pool of connections for kysely, to a Postgres that takes writes. Failures of the connection come as
 * `unavailable`, and such a connection is not used again.
 */
export function guardedPool(config: pg.ClientConfig, options: PoolOptions): PostgresPool {
  const { connections, answerMs = LIMITS.answer, doubtful = () => false, queries, use } = options;
  const pool = new pg.Pool({
    ...config,
    onConnect: assertPrimary,
    // Each query has its own limit.
    query_timeout: 0,
    max: connections,
    maxLifetimeSeconds: LIMITS.lifetimeSeconds,
  });
  use?.(() => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  // An idle connection that breaks is removed by the pool; in use, its next query fails.
  pool.on("error", () => undefined);
  const open = new Map<pg.PoolClient, Promise<void>>();
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    open.set(client, ended);
    void ended.then(() => open.delete(client));
  });
  return {
    options: pool.options,
    async end() {
      await pool.end();
      // The pool does not wait until its connections are closed. Over a line that is cut they never
      // are.
      const timer = setTimeout(() => [...open.keys()].forEach(destroy), LIMITS.close);
      await Promise.all(open.values());
      clearTimeout(timer);
    },
    async connect() {
      try {
        const client = await pool.connect();
        if (doubtful()) await prove(client);
        return guarded(client, answerMs, queries);
      } catch (error) {
        throw postgresFailure(error) ?? error;
      }
    },
  };
}

/** Refuses a connection to a standby, as Postgres would refuse to write there. */
async function assertPrimary(client: pg.ClientBase): Promise<void> {
  if (await isStandby(client)) throw Object.assign(new Error("a standby"), { code: "25006" });
}

/** Gives a connection up that brings no answer. A query would wait for one for a minute. */
async function prove(client: pg.PoolClient): Promise<void> {
  try {
    await isStandby(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function isStandby(client: pg.ClientBase): Promise<boolean> {
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: "select pg_is_in_recovery() as standby",
    query_timeout: LIMITS.proof,
  };
  const { rows } = await client.query<{ standby: number }>(question);
  return rows[0]!.standby === 1;
}

/** Closes a connection without a goodbye. */
function destroy(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

function guarded(
  client: pg.PoolClient,
  answerMs: number,
  queries: QueryWatch | undefined,
): PostgresPoolClient {
  let broken = false;
  let limited = true;
  async function query(text: string, values: readonly unknown[]) {
    // Such a connection would not answer a rollback either.
    if (broken) throw postgresFailure(new Error("Connection terminated"));
    if (text === LIFT_LIMITS) limited = false;
    const config: pg.QueryConfig & { query_timeout: number } = {
      text,
      values: values.map(writable),
      query_timeout: limited ? answerMs : 0,
    };
    const began = performance.now();
    let failed = true;
    try {
      const answer = await client.query(config);
      failed = false;
      return answer;
    } catch (error) {
      broken ||= isBroken(error);
      throw postgresFailure(error) ?? error;
    } finally {
      queries?.(text, performance.now() - began, failed);
    }
  }
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (discard) => client.release(broken || discard === true),
  };
}
