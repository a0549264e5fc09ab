export * from "./coerce.ts";
export * from "./merge.ts";
export * from "./parse.ts";
export { BLANK } from "./sensitive.ts";
export { holdsExpression } from "./template.ts";
