export type * from "./client_package.ts";
export * from "./version.ts";
