export * from "./plain_entry.ts";
export * from "./skill_name.ts";
