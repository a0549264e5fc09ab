export * from "./parse.ts";
export * from "./schema.ts";
export * from "./stored.ts";
