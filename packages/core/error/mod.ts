export * from "./codes.ts";
export * from "./error.ts";
export * from "./message_of.ts";
export * from "./reason.ts";
export * from "./system_refusal.ts";
