export * from "./definition.ts";
export * from "./extension.ts";
export * from "./no_name.ts";
export * from "./slug.ts";
export * from "./vault.ts";
export * from "./uuid.ts";
