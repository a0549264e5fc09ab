import type { Platform } from "../platform/services/platform.ts";
import type { Auth } from "./auth.ts";
import type { TelemetrySink } from "./telemetry/telemetry.ts";

/**
 * What handlers work with. A feature adds what its own handlers need beside its code, with
 * `declare module`; `open.ts` makes all of it.
 */
export interface Services extends Platform {
  auth: Auth;
  /** Where requests are counted; absent unless it is switched on. */
  telemetry?: TelemetrySink | undefined;
}
