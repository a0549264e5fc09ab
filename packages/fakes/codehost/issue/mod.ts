export * from "./change.ts";
export * from "./find.ts";
export * from "./happening.ts";
export * from "./list.ts";
export * from "./mention.ts";
export * from "./shape.ts";
