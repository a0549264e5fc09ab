export * from "./code_scanning.ts";
export * from "./dependabot.ts";
export * from "./secret_scanning.ts";
