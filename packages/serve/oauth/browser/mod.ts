export * from "./callback.ts";
export * from "./pending.ts";
export * from "./sign_out.ts";
export * from "./start.ts";
