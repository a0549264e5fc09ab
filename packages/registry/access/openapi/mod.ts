export * from "./document.ts";
export * from "../../features/description/openapi.ts";
export * from "./example.ts";
export * from "./operation.ts";
export * from "./schemas.ts";
