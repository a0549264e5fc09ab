export * from "./project.ts";
export * from "./upstream.ts";
