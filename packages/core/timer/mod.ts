export * from "./timer.ts";
