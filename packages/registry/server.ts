import { SvcError } from "@svc/core/error";
import { createApp } from "./app.ts";
import { cachedAnswers } from "./access/response_cache/mod.ts";
import { metricsOf } from "./features/operating/exposition.ts";
import { inTime } from "./features/operating/in_time.ts";
import { followRequests } from "./features/operating/requests.ts";
import { createLog } from "@svc/http/log";
import { listen, type Listener } from "@svc/http/listener";
import { followLoop } from "@svc/http/metrics";
import type { SendMetrics } from "@svc/http/send-metrics";
import { startWorker, type Worker } from "./platform/jobs/worker.ts";
import { jobWork, sweep } from "./jobs.ts";
import type { Answering } from "./platform/tracing/requests.ts";
import type { Tracing } from "./platform/tracing/start.ts";
import { backfillLog } from "./features/extensions/logged/backfill.ts";
import { refreshScores } from "./features/extensions/score/stored_score.ts";
import { closeServices } from "./open.ts";
import type { Config } from "./platform/config/mod.ts";
import type { Services } from "./access/services.ts";

/** A listening registry. */
export interface RunningServer {
  /** Where it listens. */
  url: string;
  /** Settles when it has stopped. */
  finished: Promise<void>;
  /**
   * Says that it is not ready any more and goes on answering for `SVC_DRAIN`. Then it takes no more
   * requests, lets the running ones finish and closes the store. Asked again, it waits no longer.
   */
  stop(): Promise<void>;
}

/**
 * The configuration with a port that is free now, when port 0 asks for one: the base URL, which
 * sign-in and uploads depend on, has to be known before the server listens.
 *
 * @throws SvcError `unavailable` when the address cannot be listened on.
 */
export function withFreePort(config: Config): Config {
  if (config.port !== 0) return config;
  try {
    const probe = Deno.listen({ hostname: config.host, port: 0 });
    const { port } = probe.addr as Deno.NetAddr;
    probe.close();
    return { ...config, port };
  } catch (cause) {
    throw cannotListen(config, cause);
  }
}

/** How long running requests and jobs may go on after the drain, in milliseconds. */
const GRACE = 10_000;

/** How long the store may take for what is written last, in milliseconds. */
const CLOSING = 10_000;

/** Where a server tells what it does. */
export interface Telemetry {
  /** Where requests have spans. */
  tracing?: Tracing | undefined;
  /** Where its metrics are sent as well. */
  sendMetrics?: SendMetrics | undefined;
}

/**
 * Serves the registry until SIGINT or SIGTERM, or `stop`.
 *
 * @throws SvcError `unavailable` when the address cannot be listened on.
 */
export async function serve(
  services: Services,
  { tracing, sendMetrics }: Telemetry = {},
): Promise<RunningServer> {
  const { host, port } = services.config;
  await sendMetrics?.(
    () => inTime(metricsOf(services)),
    (error) => services.log.warn("metrics.unsent", { error: String(error) }),
  );
  const app = createApp(services);
  const answering: Answering = {
    answer: (request, bindings) => app.fetch(request, bindings),
    prepared: cachedAnswers(services),
    ended: followRequests(services),
  };
  const { answer, prepared, ended } = tracing?.requests(services.config, answering) ??
    answering;
  const listener = await listen(answer, {
    host,
    port,
    prepared,
    ended,
    failed: (error) => services.log.error("request.failed", { error: String(error) }),
    full: (connections) => services.log.warn("connections.full", { connections }),
    unproven: (what) => services.log.warn("listener.unproven", { what, deno: Deno.version.deno }),
  }).catch((cause) => {
    throw cannotListen(services.config, cause);
  });
  const worker = startWorker(services, jobWork(services), () => sweep(services));
  services.following.start();
  services.registryLog?.start();
  noteEarlier(services);
  const forgetLoop = followLoop(services.loop);
  // In the background: what is asked meanwhile and does not search need not wait for it.
  services.search.load().catch((error) =>
    services.log.error("search.unloaded", { error: String(error) })
  );
  const scored = composeScores(services);
  const finished = Promise.withResolvers<void>();
  const drain = drainOf(services, listener);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    if (stopping !== undefined) drain.end();
    stopping ??= shutDown(services, { listener, worker, scored, drained: drain.begin() })
      .finally(forgetSignals).finally(forgetLoop);
    finished.resolve(stopping);
    return stopping;
  };
  const onSignal = () => void stop();
  const forgetSignals = () =>
    SIGNALS.forEach((signal) => Deno.removeSignalListener(signal, onSignal));
  SIGNALS.forEach((signal) => Deno.addSignalListener(signal, onSignal));
  const shown = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${shown}:${listener.port}`, finished: finished.promise, stop };
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

function cannotListen({ host, port }: Config, cause: unknown): SvcError {
  const taken = cause instanceof Deno.errors.AddrInUse ||
    (cause as { code?: string }).code === "EADDRINUSE";
  return new SvcError("unavailable", `Cannot listen on ${host}:${port}`, {
    hint: taken
      ? "Another program uses the port; set SVC_PORT to another one."
      : "Set SVC_HOST to an address of this machine, and SVC_PORT to a port this user may take.",
    cause,
  });
}

/** The time in which a proxy notices that this server is leaving. */
function drainOf({ config, leaving }: Services, listener: Listener) {
  const over = Promise.withResolvers<void>();
  return {
    begin(): Promise<void> {
      leaving.abort();
      listener.leave();
      const timer = setTimeout(over.resolve, config.drain * 1000);
      return over.promise.finally(() => clearTimeout(timer));
    },
    end: over.resolve,
  };
}

/** In the background, as it takes minutes where there are millions. */
async function composeScores(
  { db, config, log, leaving, trustRoot }: Services,
): Promise<void> {
  try {
    const composed = await refreshScores(
      db,
      { ...config, rootDigest: trustRoot.digest },
      leaving.signal,
    );
    if (composed > 0) log.info("scores.composed", { extensions: composed });
  } catch (error) {
    log.error("scores.failed", { error: String(error) });
  }
}

/** In the background: the versions from before there was a log. What is left is done with the next sweep. */
async function noteEarlier(services: Services): Promise<void> {
  try {
    await backfillLog(services);
  } catch (error) {
    services.log.error("log.unfilled", { error: String(error) });
  }
}

/** What runs until the server stops. */
interface Running {
  listener: Listener;
  worker: Worker;
  scored: Promise<void>;
  drained: Promise<void>;
}

async function shutDown(
  services: Services,
  { listener, worker, scored, drained }: Running,
): Promise<void> {
  services.log.info("server.stopping", { drain: services.config.drain });
  const worked = worker.stop();
  await drained;
  await within(GRACE, Promise.all([listener.close(), worked, scored]));
  listener.abort();
  const closed = async () => {
    await worker.leave(`the server stopped and had waited ${GRACE / 1000} seconds for it`);
    await closeServices(services);
  };
  if (!await within(CLOSING, closed())) {
    services.log.warn("server.unclosed", { seconds: CLOSING / 1000 });
  }
  services.log.info("server.stopped");
  // What was not waited for may fail yet. That is the last line all the same.
  Object.assign(services.log, createLog("off", services.now));
}

/** Waits for `work`, but no longer than so many milliseconds. @returns whether it has ended */
async function within(limit: number, work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, limit, false);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
