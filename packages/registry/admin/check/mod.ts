export * from "./archives.ts";
export * from "./database.ts";
export type * from "./finding.ts";
export * from "./folder.ts";
export * from "./log.ts";
export * from "./passkeys.ts";
export * from "./search.ts";
