export * from "./claims.ts";
export * from "./issuer.ts";
