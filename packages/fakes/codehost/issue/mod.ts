export * from "./change.ts";
export * from "./find.ts";
export * from "./list.ts";
export * from "./shape.ts";
