export * from "./parse.ts";
export * from "./plain_entry.ts";
export * from "./schema.ts";
export * from "./skill_name.ts";
