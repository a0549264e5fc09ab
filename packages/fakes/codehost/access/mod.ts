export * from "./admission.ts";
export * from "./caller.ts";
export * from "./limited.ts";
