import { openHost } from "./host.ts";
import type { CodeHost, CodeHostSeed } from "./host_shape.ts";

export type { CodeHost, CodeHostSeed, ReceivedRequest } from "./host_shape.ts";

/**
 * Starts a stateful code host on a free loopback port. The `emulate` package's emulator answers what
 * it knows rightly, `routes/` the rest, and every request and answer is held to the platform's
 * published description.
 */
export const startCodeHost = async (seed: CodeHostSeed): Promise<CodeHost> =>
  (await openHost(seed)).host;
