export * from "./edge.ts";
export * from "./environment.ts";
export * from "./error_response.ts";
export * from "./method_not_allowed.ts";
export * from "./not_found.ts";
export * from "./prepared_refusal.ts";
export * from "./redirect.ts";
export { currentRequest } from "./current_request.ts";
