export * from "./coerce.ts";
export * from "./merge.ts";
export * from "./parse.ts";
export { holdsExpression } from "./template.ts";
