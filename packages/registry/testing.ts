import { createApp } from "./app.ts";
import type { App } from "@svc/http/edge";
import { type Config, readConfig } from "./platform/config/mod.ts";
import {
  analystInThread,
  indexInThread,
  rendererInThread,
  sourcesInThread,
} from "./testing/in_thread.ts";
import { compressorInThread } from "../http/testing/compressor_in_thread.ts";
import { closeServices, type OpenOptions, openServices } from "./open.ts";
import { jobWork } from "./jobs.ts";
import { workDueJobs } from "./testing/work_due.ts";
import { createLog } from "@svc/http/log";
import type { Services } from "./access/services.ts";
import { hashCheaply } from "./testing/cheap_hash.ts";
import { testBucket } from "./testing/bucket.ts";
import { layMigrated } from "./testing/migrated.ts";
import { testDatabase } from "./testing/database.ts";

export { listen, type Listener } from "@svc/http/listener";

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
 * A fresh registry on the embedded store in a temporary folder, removed on disposal; its tables are
 * in a database of its own where `SVC_TEST_DATABASE_URL` names a server.
 * Outgoing requests are refused unless `fetch` is given.
 */
export async function testRegistry(options: TestOptions = {}): Promise<TestRegistry> {
  const data = await Deno.makeTempDir({ prefix: "svc-registry-" });
  const { SVC_DATA, SVC_DATABASE_URL, SVC_BLOBS_URL } = options.environment ?? {};
  const isOwn = SVC_DATA === undefined && SVC_DATABASE_URL === undefined;
  const database = isOwn ? await testDatabase() : undefined;
  const bucket = isOwn && SVC_BLOBS_URL === undefined ? testBucket() : undefined;
  if (isOwn && database === undefined) await layMigrated(`${data}/svc.db`);
  const clock = { now: options.now ?? new Date() };
  const logged: string[] = [];
  const config: Config = readConfig({
    SVC_DATA: data,
    ...(database && { SVC_DATABASE_URL: database.url, SVC_DATABASE_POOL: "6" }),
    ...(bucket && { SVC_BLOBS_URL: bucket }),
    SVC_BASE_URL: "http://registry.test",
    SVC_SECRET: "a test's secret, thirty-two characters or more",
    SVC_RATE_LIMIT: "off",
    // A look-up that a busy machine makes late is not what a test is about.
    SVC_LOOKUP_MS: "60000",
    ...options.environment,
  });
  const now = () => new Date(clock.now);
  const services = await openServices(config, {
    now,
    fetch: options.fetch ?? (() => Promise.reject(new TypeError("no network in this test"))),
    compressor: options.compressor ?? compressorInThread(),
    analyst: options.analyst ?? analystInThread(Deno.execPath()),
    search: options.search ?? indexInThread,
    hashPassword: options.hashPassword ?? hashCheaply,
    sources: options.sources ?? sourcesInThread(),
    markdown: options.markdown ?? rendererInThread(),
    // What this exact checkout has built is not for tests to depend on.
    clientPackage: options.clientPackage,
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
      // An archive that is kept in a bucket is sent there and fetched from there.
      if (bucket && !url.startsWith(config.baseUrl)) return await fetch(url, init);
      // The raw path is kept as written: URL parsing would fold `..` but leaves percent signs alone.
      return await app.request(url, init, { remoteAddress: "127.0.0.1" });
    },
    work: () => workDueJobs(services, jobWork(services)),
    async [Symbol.asyncDispose]() {
      await closeServices(services);
      await database?.[Symbol.asyncDispose]();
      await Deno.remove(data, { recursive: true });
    },
  };
}
