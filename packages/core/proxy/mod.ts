export * from "./loopback.ts";
