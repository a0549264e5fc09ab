export * from "./endpoint.ts";
export * from "./mount.ts";
