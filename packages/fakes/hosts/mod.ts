export * from "./hosts.ts";
