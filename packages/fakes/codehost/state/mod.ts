export * from "./actions.ts";
export * from "./alerts.ts";
export * from "./checks.ts";
export * from "./clock.ts";
export * from "./limits.ts";
export * from "./project.ts";
export * from "./state.ts";
export * from "./token.ts";
