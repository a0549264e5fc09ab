export { checkTypes, type TypeCheck } from "./type_check.ts";
