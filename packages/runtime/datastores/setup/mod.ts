// A store that several machines share, and how the data of a repository gets there and back.
export * from "../configuration/agreement.ts";
export * from "../configuration/configuration.ts";
export * from "../configuration/configured.ts";
export { readingsIn } from "../configuration/expressions.ts";
export type { Env } from "../configuration/named.ts";
export * from "../session/opened.ts";
export * from "../session/share.ts";
export * from "../session/sync_text.ts";
export * from "../session/tools.ts";
export * from "./check.ts";
export * from "./locks.ts";
export * from "./setup.ts";
export * from "./status.ts";
export * from "./sync.ts";
export type { SyncResult } from "../sync_result.ts";
