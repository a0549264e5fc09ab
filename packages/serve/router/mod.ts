export * from "./answer.ts";
export * from "./ready.ts";
