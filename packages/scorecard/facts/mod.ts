export * from "./analyse.ts";
export * from "./entry_points.ts";
export * from "./facts.ts";
export { readmeText } from "./readme.ts";
