export * from "./osv.ts";
