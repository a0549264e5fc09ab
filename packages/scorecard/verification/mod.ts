export * from "./verification.ts";
