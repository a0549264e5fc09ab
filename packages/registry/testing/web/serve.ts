import { listen } from "@svc/http/listener";
import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";

/** A test's registry that listens on a port of its own. */
export interface ServedRegistry extends AsyncDisposable {
  registry: TestRegistry;
  /** Where it listens, without a slash at the end. */
  url: string;
}

/** Serves a fresh registry on a free loopback port, with that address as its base URL. */
export async function serveRegistry(
  { host = "localhost", ...options }: TestOptions & { host?: string } = {},
): Promise<ServedRegistry> {
  const ready = Promise.withResolvers<TestRegistry>();
  const listener = await listen(
    async (request, bindings) => await (await ready.promise).app.fetch(request, bindings),
    { host, port: 0 },
  );
  const url = `http://${host}:${listener.port}`;
  const registry = await testRegistry({
    ...options,
    environment: { SVC_BASE_URL: url, ...options.environment },
  });
  ready.resolve(registry);
  return {
    registry,
    url,
    async [Symbol.asyncDispose]() {
      await listener.close();
      await registry[Symbol.asyncDispose]();
    },
  };
}
