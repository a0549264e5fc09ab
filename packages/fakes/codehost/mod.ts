export * from "./actions.ts";
export * from "./codehost.ts";
export * from "./story.ts";
