export * from "./answer.ts";
export * from "./call.ts";
export * from "./page.ts";
export * from "./repository.ts";
