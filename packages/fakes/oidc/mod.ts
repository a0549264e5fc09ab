export * from "./claims.ts";
export * from "./issuer.ts";
export * from "./runner.ts";
