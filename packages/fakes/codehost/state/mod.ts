export * from "./actions.ts";
export * from "./checks.ts";
export * from "./project.ts";
export * from "./state.ts";
