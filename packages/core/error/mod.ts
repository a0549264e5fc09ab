export * from "./codes.ts";
export * from "./error.ts";
