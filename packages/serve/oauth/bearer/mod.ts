export * from "./credentials.ts";
export * from "./metadata.ts";
