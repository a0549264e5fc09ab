export * from "./app.ts";
export * from "./config/mod.ts";
export * from "./open.ts";
export * from "./server.ts";
export type * from "./services.ts";
