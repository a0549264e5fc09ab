export * from "./change.ts";
export * from "./listing.ts";
