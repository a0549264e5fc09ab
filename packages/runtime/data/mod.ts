export * from "./item.ts";
export * from "./query.ts";
