import { SvcError } from "@svc/core/error";
import { createApp } from "./app.ts";
import { startWorker, type Worker } from "./platform/jobs/worker.ts";
import { closeServices } from "./open.ts";
import type { Config } from "./platform/config/mod.ts";
import type { Services } from "./access/services.ts";

/** A listening registry. */
export interface RunningServer {
  /** Where it listens. */
  url: string;
  /** Settles when it has stopped. */
  finished: Promise<void>;
  /** Stops taking requests, lets the running ones finish, closes the store. */
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
  const probe = listening(config, () => Deno.listen({ hostname: config.host, port: 0 }));
  const { port } = probe.addr as Deno.NetAddr;
  probe.close();
  return { ...config, port };
}

/** How long running requests may go on after a stop was asked for, in milliseconds. */
const GRACE = 10_000;

/**
 * Serves the registry until SIGINT or SIGTERM, or `stop`.
 *
 * @throws SvcError `unavailable` when the address cannot be listened on.
 */
export function serve(services: Services): RunningServer {
  const { host: hostname, port } = services.config;
  const app = createApp(services);
  const server = listening(services.config, () =>
    Deno.serve(
      { hostname, port, onListen: () => {} },
      (request, info) => app.fetch(request, { remoteAddress: info.remoteAddr.hostname }),
    ));
  const worker = startWorker(services);
  let stopping: Promise<void> | undefined;
  const stop = () => stopping ??= shutDown(services, server, worker);
  const onSignal = () => void stop();
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, onSignal);
  const finished = server.finished.then(async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.removeSignalListener(signal, onSignal);
    }
    await stop();
  });
  const shown = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${shown}:${server.addr.port}`, finished, stop };
}

function listening<Listener>({ host, port }: Config, listen: () => Listener): Listener {
  try {
    return listen();
  } catch (error) {
    throw new SvcError("unavailable", `Cannot listen on ${host}:${port}`, {
      hint: error instanceof Deno.errors.AddrInUse
        ? "Another program uses the port; set SVC_PORT to another one."
        : "Set SVC_HOST to an address of this machine, and SVC_PORT to a port this user may take.",
      cause: error,
    });
  }
}

async function shutDown(
  services: Services,
  server: Deno.HttpServer,
  worker: Worker,
): Promise<void> {
  services.log.info("server.stopping");
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, GRACE);
  await Promise.race([Promise.all([server.shutdown(), worker.stop()]), patience.promise]);
  clearTimeout(timer);
  await closeServices(services);
  services.log.info("server.stopped");
}
