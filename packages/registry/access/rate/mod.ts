export * from "@svc/http/rate";
export * from "./counts.ts";
export * from "./limits.ts";
export * from "./shared_counts.ts";
