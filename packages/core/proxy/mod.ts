export * from "./environment.ts";
export * from "./loopback.ts";
export * from "./unreached.ts";
