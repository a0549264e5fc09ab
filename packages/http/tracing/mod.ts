export * from "./is_tracing.ts";
