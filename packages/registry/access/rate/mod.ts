export * from "@svc/http/rate";
export * from "./counted_caller.ts";
export * from "./counts.ts";
export * from "./limits.ts";
export * from "./shared_counts.ts";
