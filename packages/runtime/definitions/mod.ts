export * from "../inputs/parse.ts";
export * from "./create.ts";
export * from "./definition.ts";
export * from "./delete.ts";
export * from "./edit.ts";
export * from "./find.ts";
export * from "./get.ts";
export { type DefinitionChange, rewriteDefinition } from "./rewrite.ts";
export * from "./text.ts";
