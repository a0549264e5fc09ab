export * from "./gitignores.ts";
export * from "./licenses.ts";
