export * from "./json_schema.ts";
export * from "./parse.ts";
export * from "./schema.ts";
export * from "./stored.ts";
