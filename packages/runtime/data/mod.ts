export * from "./item.ts";
export * from "./query.ts";
export * from "./record.ts";
export * from "./search.ts";
