export * from "./expression.ts";
export * from "./reader.ts";
export * from "./schema.ts";
export * from "./unreadable.ts";
