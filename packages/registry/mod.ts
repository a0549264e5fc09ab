export * from "./app.ts";
export * from "./platform/config/mod.ts";
export * from "./open.ts";
export * from "./server.ts";
export type * from "./access/services.ts";
