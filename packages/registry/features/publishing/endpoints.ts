import { audience } from "./audience.ts";
import { exchange } from "./exchange.ts";
import { revoke } from "./revoke.ts";
import { set } from "./setting.ts";

/** Publishing from CI without a stored key. */
export const PUBLISHING_ENDPOINTS = [audience, exchange, revoke, set] as const;
