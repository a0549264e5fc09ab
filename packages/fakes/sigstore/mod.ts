export * from "./instance.ts";
export * from "./server.ts";
