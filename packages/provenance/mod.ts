export * from "./identity.ts";
export * from "./kind.ts";
export * from "./root.ts";
export * from "./signing_key.ts";
export * from "./statement.ts";
export * from "./verify.ts";
