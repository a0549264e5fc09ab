export * from "./answer.ts";
export * from "./call.ts";
export * from "./repository.ts";
