export * from "./application.ts";
export * from "./ready.ts";
