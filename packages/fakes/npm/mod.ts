export * from "./installed.ts";
export * from "./npm.ts";
export * from "./tarball.ts";
