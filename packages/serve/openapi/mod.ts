export * from "./document.ts";
export * from "./tags.ts";
export * from "./endpoint.ts";
