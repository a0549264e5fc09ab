export * from "./document.ts";
export * from "./endpoint.ts";
export * from "./example.ts";
export * from "./operation.ts";
export * from "./schemas.ts";
