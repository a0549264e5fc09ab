export * from "./entry.ts";
export * from "./host.ts";
export * from "./permission.ts";
export * from "./shown.ts";
export * from "./found.ts";
