export * from "./lazily.ts";
export * from "./sibling.ts";
