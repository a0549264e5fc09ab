export * from "./wide_reason.ts";
