export * from "./actions.ts";
export * from "./project.ts";
export * from "./state.ts";
