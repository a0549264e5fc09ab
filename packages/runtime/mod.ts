export * from "./data/mod.ts";
export * from "./definitions/mod.ts";
export * from "./describe/mod.ts";
export * from "./installed/mod.ts";
export * from "./repository/mod.ts";
export * from "./run/mod.ts";
export * from "./sources/mod.ts";
export * from "./types/mod.ts";
