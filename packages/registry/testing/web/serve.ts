import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";

/** A test's registry that listens on a port of its own. */
export interface ServedRegistry extends AsyncDisposable {
  registry: TestRegistry;
  /** Where it listens, without a slash at the end. */
  url: string;
}

/** Serves a fresh registry on a free loopback port, with that address as its base URL. */
export async function serveRegistry(options: TestOptions = {}): Promise<ServedRegistry> {
  const ready = Promise.withResolvers<TestRegistry>();
  const server = Deno.serve(
    { hostname: "localhost", port: 0, onListen: () => {} },
    async (request, info) =>
      await (await ready.promise).app.fetch(request, { remoteAddress: info.remoteAddr.hostname }),
  );
  const url = `http://localhost:${server.addr.port}`;
  const registry = await testRegistry({
    ...options,
    environment: { SVC_BASE_URL: url, ...options.environment },
  });
  ready.resolve(registry);
  return {
    registry,
    url,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await registry[Symbol.asyncDispose]();
    },
  };
}
