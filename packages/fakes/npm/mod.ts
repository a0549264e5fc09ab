export * from "./installed.ts";
export * from "./npm.ts";
