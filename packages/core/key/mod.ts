export * from "./checksum.ts";
export * from "./generate.ts";
export * from "./key.ts";
