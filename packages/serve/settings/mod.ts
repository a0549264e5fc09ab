export * from "./file.ts";
export * from "./network.ts";
export * from "./settings.ts";
export * from "./table.ts";
