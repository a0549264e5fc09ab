export * from "./mount.ts";
