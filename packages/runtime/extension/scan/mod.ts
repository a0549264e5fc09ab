export * from "./scan.ts";
