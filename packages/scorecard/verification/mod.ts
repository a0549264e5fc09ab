export * from "./repository.ts";
export * from "./verification.ts";
export * from "./verify.ts";
