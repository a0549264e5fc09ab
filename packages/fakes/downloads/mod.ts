export * from "./downloads.ts";
