export * from "./files.ts";
export * from "./hosts.ts";
export * from "./rubric.ts";
export * from "./unchecked.ts";
