export * from "./codehost/mod.ts";
