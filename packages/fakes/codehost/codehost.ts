import { openHost } from "./host.ts";
import type { CodeHost, CodeHostSeed } from "./host_shape.ts";

export type { CodeHost, CodeHostSeed, ReceivedRequest, RepositorySeed } from "./host_shape.ts";

/**
 * Starts a stateful code host on a free loopback port. What an answer lacks is filled in from the
 * platform's published description, and every request and answer is held to that.
 */
export const startCodeHost = async (seed: CodeHostSeed): Promise<CodeHost> =>
  (await openHost(seed)).host;
