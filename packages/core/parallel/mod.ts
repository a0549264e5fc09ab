export * from "./side_by_side.ts";
