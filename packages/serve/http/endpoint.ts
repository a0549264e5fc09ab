import type { Asked, Endpoint as OneEndpoint, Input } from "@svc/http/endpoint";
import type { Log } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import type { z } from "zod";
import { ANSWERS } from "../answers/answers.ts";
import type { OperationKey } from "../api/table.ts";
import type { Caller, Credentials } from "../caller/caller.ts";
import type { Reads } from "../reading/reads.ts";
import type { RunView } from "../answers/run.ts";
import type { Runs } from "../runs/run.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { State } from "../state/open.ts";
import type { Triggers } from "../triggers/open.ts";

/**
 * Answers requests that are no operation of the table: signing in, pages, tools for agents. Undefined
 * for a path that is not its own.
 *
 * @param address the client's address, after trusted proxies
 * @throws SvcError whatever is to be answered
 */
export type Mount = (request: Request, address: string) => Promise<Response | undefined>;

/** Everything that handlers work with. */
export interface Serving {
  repository: Repository;
  state: State;
  credentials: Credentials;
  runs: Runs;
  reads: Reads;
  triggers: Triggers;
  /** Of browsers; absent where a test gives the credentials. */
  sessions?: Sessions;
  /** Asked in order for paths that are no operation's. */
  mounts?: readonly Mount[];
  /** The `WWW-Authenticate` header of answers without a good credential, where it says more than usual. */
  challenge?: string | undefined;
  log: Log;
  metrics: Metrics;
  /** Of svc. */
  version: string;
  /** Where callers reach the server, without a slash at the end. */
  publicUrl: string;
  /** Of pages that may send requests which change something. */
  origins: ReadonlySet<string>;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  now(): Date;
  /** Aborted when the server begins to stop: from then on nothing new begins. */
  stopping: AbortSignal;
  /** Disposed of last, when all requests have ended: for what a part has open or still to write. */
  closing: AsyncDisposableStack;
}

/** What a handler receives beside the request and its checked input. */
export interface Admitted {
  serving: Serving;
  /** May do what the operation's row needs; absent on open rows. */
  caller: Caller;
  /** The run of the path, for rows about one. */
  run: RunView;
  /** True when a form of a page asks, not a request. */
  fromPage?: boolean;
}

/** What a handler receives. */
export type Call<Params = unknown, Query = unknown, Body = unknown> =
  & Admitted
  & Asked
  & Input<Params, Query, Body>;

/** One operation; its row is the one of the table. */
export type Endpoint = OneEndpoint<OperationKey, Admitted>;

/** An endpoint whose parts are typed by its schemas, and its answer by its key. */
export function defineEndpoint<
  Key extends OperationKey,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
>(
  endpoint: Omit<
    OneEndpoint<Key, Admitted, Params, Query, Body, (typeof ANSWERS)[Key]>,
    "response"
  >,
): Endpoint {
  return { ...endpoint, response: ANSWERS[endpoint.key] } as unknown as Endpoint;
}
