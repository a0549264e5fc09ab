export * from "./consent.ts";
export * from "./store.ts";
