export * from "../../repository/definitions/mod.ts";
export * from "./create.ts";
export * from "./delete.ts";
export * from "./get.ts";
export * from "./text.ts";
