export * from "./smtp.ts";
