import type { Client } from "./client/client.ts";
import { StoreFailure } from "./client/failure.ts";
import { prove } from "./client/proof.ts";

/** How well a store works. */
export interface Health {
  healthy: boolean;
  message: string;
  /** Milliseconds of the whole check. */
  latencyMs: number;
  datastoreType: string;
  details?: Record<string, string>;
}

/** Finds out whether the store can be used: writes, reads, conditions and removal of one small object. */
export async function verify(client: Client, datastoreType: string): Promise<Health> {
  const startedAt = performance.now();
  const health = (healthy: boolean, message: string): Health => ({
    healthy,
    message,
    latencyMs: Math.round(performance.now() - startedAt),
    datastoreType,
    details: { place: client.target.shown },
  });
  try {
    await prove(client);
    await client.list("locks/");
    return health(true, `${client.target.shown} can be used`);
  } catch (error) {
    if (error instanceof StoreFailure) return health(false, error.message);
    throw error;
  }
}
