export * from "./polling.ts";
