export * from "./behavior.ts";
export * from "./line.ts";
export * from "./repository.ts";
export * from "./vault.ts";
