export * from "./apply_rules.ts";
export * from "./refresh.ts";
