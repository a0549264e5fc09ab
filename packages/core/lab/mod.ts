export * from "./issue.ts";
