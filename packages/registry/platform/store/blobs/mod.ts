export type * from "./blob_store.ts";
export * from "./folder.ts";
