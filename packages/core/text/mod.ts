export * from "./distance.ts";
export * from "./fold.ts";
export * from "./instant.ts";
export * from "./nearest.ts";
export * from "./ordinary.ts";
export * from "./plain.ts";
export * from "./visible.ts";
export * from "./shell.ts";
