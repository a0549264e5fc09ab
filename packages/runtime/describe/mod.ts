export * from "./describe.ts";
