export * from "../inputs/parse.ts";
export * from "./definition.ts";
export * from "./edit.ts";
export { definitionEntries } from "./entries.ts";
export * from "./find.ts";
export { readYaml } from "./yaml.ts";
