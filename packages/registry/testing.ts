import { createApp } from "./app.ts";
import type { App } from "./platform/http/environment.ts";
import { type Config, readConfig } from "./platform/config/mod.ts";
import { analystInThread } from "./features/extensions/analysis/mod.ts";
import { closeServices, type OpenOptions, openServices } from "./open.ts";
import { jobWork } from "./jobs.ts";
import { workDueJobs } from "./platform/jobs/work.ts";
import { createLog } from "./platform/log/mod.ts";
import { rendererInThread } from "./platform/web/markdown/renderer.ts";
import type { Services } from "./access/services.ts";

export { listen, type Listener } from "./platform/http/listener.ts";

/** A registry of its own for one test, in process. */
export interface TestRegistry extends AsyncDisposable {
  app: App;
  services: Services;
  /** Sends a request to the app; a path is completed with the base URL. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Does every job that is due; returns how many were done or put back. */
  work(): Promise<number>;
  /** The clock all parts read; assign to move it. */
  clock: { now: Date };
  /** Lines written to the log. */
  logged: string[];
}

/** What a test may set. */
export interface TestOptions extends Omit<OpenOptions, "now" | "log"> {
  environment?: Record<string, string>;
  now?: Date;
}

/**
 * A fresh registry on the embedded store in a temporary folder, removed on disposal.
 * Outgoing requests are refused unless `fetch` is given.
 */
export async function testRegistry(options: TestOptions = {}): Promise<TestRegistry> {
  const data = await Deno.makeTempDir({ prefix: "svc-registry-" });
  const clock = { now: options.now ?? new Date() };
  const logged: string[] = [];
  const config: Config = readConfig({
    SVC_DATA: data,
    SVC_BASE_URL: "http://registry.test",
    SVC_SECRET: "a test's secret, thirty-two characters or more",
    SVC_RATE_LIMIT: "off",
    ...options.environment,
  });
  const now = () => new Date(clock.now);
  const services = await openServices(config, {
    now,
    fetch: options.fetch ?? (() => Promise.reject(new TypeError("no network in this test"))),
    analyst: options.analyst ?? analystInThread(Deno.execPath()),
    markdown: options.markdown ?? rendererInThread(),
    log: createLog("json", now, (line) => logged.push(line)),
  });
  const app = createApp(services);
  return {
    app,
    services,
    clock,
    logged,
    request: async (path, init) => {
      const url = new URL(path, config.baseUrl).href;
      // The raw path is kept as written: URL parsing would fold `..` but leaves percent signs alone.
      return await app.request(url, init, { remoteAddress: "127.0.0.1" });
    },
    work: () => workDueJobs(services, jobWork(services)),
    async [Symbol.asyncDispose]() {
      await closeServices(services);
      await Deno.remove(data, { recursive: true });
    },
  };
}
