export * from "./heads.ts";
export * from "./issue.ts";
export * from "./merge.ts";
export * from "./open.ts";
export * from "./review.ts";
export * from "./shape.ts";
export * from "./update.ts";
