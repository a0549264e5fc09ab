export type * from "./blob_store.ts";
export * from "./damaged.ts";
export * from "./folder.ts";
export * from "./folder_mark.ts";
export * from "./folder_uploads.ts";
export type * from "./log_mark.ts";
export * from "./long_upload.ts";
export * from "./older_files.ts";
export type * from "./upload_store.ts";
