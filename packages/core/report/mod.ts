export * from "./category.ts";
