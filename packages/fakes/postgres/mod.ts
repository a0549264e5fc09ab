export * from "./pgbouncer.ts";
export * from "./programs.ts";
export * from "./server.ts";
export * from "./standby.ts";
