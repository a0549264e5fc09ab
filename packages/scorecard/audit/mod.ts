export * from "./audit.ts";
export * from "./evidence.ts";
export * from "./options.ts";
