export * from "./admit.ts";
export * from "./rule.ts";
