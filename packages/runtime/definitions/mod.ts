export * from "../inputs/parse.ts";
export * from "./create.ts";
export * from "./definition.ts";
export * from "./delete.ts";
export * from "./find.ts";
export * from "./get.ts";
export * from "./text.ts";
