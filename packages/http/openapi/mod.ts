export * from "./document.ts";
export * from "./errors.ts";
export * from "./example.ts";
export * from "./parts.ts";
export * from "./schemas.ts";
