export * from "./identity.ts";
export * from "./job.ts";
export * from "./publisher.ts";
export { invalid } from "./refusal.ts";
export * from "./root.ts";
export * from "./signing_key.ts";
export * from "./statement.ts";
export * from "./statement_kinds.ts";
export * from "./verify.ts";
