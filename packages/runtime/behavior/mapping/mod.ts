export * from "./mapper.ts";
export * from "./mapping.ts";
