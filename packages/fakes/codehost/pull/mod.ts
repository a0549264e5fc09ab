export * from "./heads.ts";
export * from "./merge.ts";
export * from "./open.ts";
export * from "./shape.ts";
