export * from "./archive.ts";
export * from "./pack.ts";
export * from "./read.ts";
