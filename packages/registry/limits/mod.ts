export * from "./bucket.ts";
export * from "./limits.ts";
