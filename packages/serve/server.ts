import { lazily } from "@svc/core/module";
import { listen, type Listener } from "@svc/http/listener";
import type { Log } from "@svc/http/log";
import { isSendingMetrics } from "@svc/http/tracing";
import type { Repository } from "@svc/runtime/repository";
import type { Serving } from "./http/endpoint.ts";
import { cannotListen } from "./cannot_listen.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { openReads } from "./reading/open.ts";
import { oneServer } from "./one_server.ts";
import { type Ground, openServeState, openServing, type Running } from "./open.ts";
import { ownOrigins, type Place } from "./router/host.ts";
import { isEveryAddress, isLoopback, urlHost } from "./settings/network.ts";
import type { Settings } from "./settings/settings.ts";

export { createLog } from "@svc/http/log";
export { readSettingsFile } from "./settings/file.ts";
export { type Settings, settingsOf } from "./settings/settings.ts";

/** How a server is started. */
export interface ServeOptions {
  repository: Repository;
  settings: Settings;
  /** How the operator's process does runs; their limits win over those of the settings. */
  running?: Running | undefined;
  log: Log;
  /** Of svc. */
  version: string;
  now?: () => Date;
  /** Opens the parts; tests give their own. */
  open?: (ground: Ground, running: Running) => Promise<Serving>;
}

/** A listening server. */
export interface RunningServe {
  /** Where it listens; for all addresses of the machine, this machine's own. */
  url: string;
  /** Where callers reach it. */
  publicUrl: string;
  /** Settles when it has stopped. */
  finished: Promise<void>;
  /** Begins no more runs, lets those in progress end within the grace, and closes everything. */
  stop(): Promise<void>;
}

/** How long requests may go on after the last run has ended, in milliseconds. */
const GRACE_MS = 5_000;

/** How long a caller may not read what is sent to them, in milliseconds. */
const SILENCE_MS = 60_000;

/**
 * Serves a repository until `stop`.
 *
 * @throws SvcError `unavailable` when the address cannot be listened on; `conflict` when another
 *   server is running on the repository; `validation_failed` for an invalid certificate; what
 *   opening the state and the parts raises
 */
export async function startServer(options: ServeOptions): Promise<RunningServe> {
  const { repository, settings, log } = options;
  const now = options.now ?? (() => new Date());
  await using opening = new AsyncDisposableStack();
  const tls = await tlsOf(settings, log, now);
  const state = opening.use(await openServeState(repository));
  const one = opening.use(await oneServer(state.folder));
  const closing = opening.use(new AsyncDisposableStack());
  const sendMetrics = await sendingOf(options);
  const opened = Promise.withResolvers<() => Promise<Answer>>();
  // Requests wait for it. When there are none, its failure is not unheard of: it is thrown here.
  opened.promise.catch(() => {});
  const answering = async () => await (await opened.promise)();
  const listener = await listen(async (...asked) => (await answering())(...asked), {
    host: settings.host,
    port: settings.port,
    tls,
    patience: { silence: SILENCE_MS },
    failed: (error) => log.error("request.failed", { error: String(error) }),
    full: (connections) => log.warn("connections.full", { connections }),
    unproven: (what) => log.warn("listener.unproven", { what, deno: Deno.version.deno }),
  }).catch((cause) => {
    throw cannotListen(settings, cause);
  });
  opening.defer(() => endListening(listener));
  const url = urlOf(settings, listener.port);
  const place = { loopback: isLoopback(settings.host), publicUrl: settings.publicUrl };
  const stopping = new AbortController();
  const limits = { ...given(settings.limits), ...options.running?.limits };
  const ground: Ground = {
    repository,
    state,
    log,
    metrics: createMetrics(),
    version: options.version,
    publicUrl: settings.publicUrl ?? url,
    origins: ownOrigins(url, place),
    trustedProxies: settings.trustedProxies,
    now,
    stopping: stopping.signal,
    closing,
    reads: closing.use(openReads(repository)),
  };
  const serving = await (options.open ?? openServing)(ground, { ...options.running, limits });
  await sendMetrics?.(serving);
  await one.note(url);
  await warnWhereReadOnly(repository, log);
  let loading: Promise<Answer> | undefined;
  const load = () => loading ??= applicationOf(serving, place);
  opened.resolve(load);
  const held = opening.move();
  const finished = Promise.withResolvers<void>();
  let stopped: Promise<void> | undefined;
  const failed = (error: unknown) => {
    log.error("server.failed", { error: String(error) });
    finished.reject(error);
    void stop();
  };
  // Whoever started the server first says that it listens.
  const soon = setTimeout(() => void load().catch(failed));
  const stop = () => {
    clearTimeout(soon);
    stopped ??= Promise.allSettled([loading])
      .then(() => shutDown(serving, listener, stopping, settings.drainMs))
      .finally(() => held.disposeAsync());
    finished.resolve(stopped);
    return stopped;
  };
  return {
    url,
    publicUrl: serving.publicUrl,
    finished: finished.promise,
    stop,
  };
}

/** Where nothing can be written no method runs: the operator learns that before a caller does. */
async function warnWhereReadOnly({ state }: Repository, log: Log): Promise<void> {
  try {
    const dir = `${state}/locks`;
    await Deno.mkdir(dir, { recursive: true });
    await Deno.remove(await Deno.makeTempFile({ dir }));
  } catch (error) {
    log.warn("repository.read_only", {
      path: state,
      error: String(error),
      means: "no method can run",
    });
  }
}

type Answer = Parameters<typeof listen>[0];

/** What answers requests: loaded when the server already listens, as it takes a third of its start. */
async function applicationOf(serving: Serving, place: Place): Promise<Answer> {
  const [{ createApplication }, { ENDPOINTS }] = await Promise.all([
    lazily<typeof import("./router/application.ts")>(import.meta, "./router/application.ts"),
    lazily<typeof import("./endpoints/endpoints.ts")>(import.meta, "./endpoints/endpoints.ts"),
  ]);
  return createApplication(serving, place, ENDPOINTS);
}

/** Sends the metrics of a server where the process is configured to; call it before any are made. */
async function sendingOf(
  { running, version, log }: ServeOptions,
): Promise<((serving: Serving) => Promise<void>) | undefined> {
  if (!isSendingMetrics(running?.env ?? ((name) => Deno.env.get(name)))) return undefined;
  const [{ startSending }, { metricsOf }] = await Promise.all([
    lazily<typeof import("./metrics/sending.ts")>(import.meta, "./metrics/sending.ts"),
    lazily<typeof import("./endpoints/service/exposition.ts")>(
      import.meta,
      "./endpoints/service/exposition.ts",
    ),
  ]);
  const send = startSending(version);
  return (serving) =>
    send(
      () => Promise.resolve(metricsOf(serving)),
      (error) => log.warn("metrics.unsent", { error: String(error) }),
    );
}

async function tlsOf({ tls }: Settings, log: Log, now: () => Date) {
  if (tls === undefined) return undefined;
  const { readTlsPair } = await lazily<typeof import("./tls/pair.ts")>(
    import.meta,
    "./tls/pair.ts",
  );
  const pair = await readTlsPair(tls);
  if (pair.expires <= now()) {
    log.warn("tls.expired", { file: tls.certFile, expired: pair.expires.toISOString() });
  }
  return { cert: pair.cert, key: pair.key };
}

/** Ends it with all that is open: what still listens would keep the process of a failed start alive. */
async function endListening(listener: Listener): Promise<void> {
  const closed = listener.close();
  listener.abort();
  await closed;
}

async function shutDown(
  serving: Serving,
  listener: Listener,
  stopping: AbortController,
  drainMs: number,
): Promise<void> {
  stopping.abort();
  await serving.runs.close(drainMs);
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, GRACE_MS);
  await Promise.race([listener.close(), patience.promise]);
  clearTimeout(timer);
}

function urlOf({ host, tls }: Settings, port: number): string {
  const name = isEveryAddress(host) ? Deno.hostname() : urlHost(host);
  return `${tls === undefined ? "http" : "https"}://${name}:${port}`;
}

/** Without what is undefined, which would take the place of what is usual. */
function given<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
