export * from "./compressor.ts";
export * from "./prepared.ts";
