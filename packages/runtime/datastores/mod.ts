export { filesystemDatastore, type FilesystemOptions } from "./filesystem/datastore.ts";
export type { SyncResult } from "./sync_result.ts";
export { synchronize, type SyncOptions, type SyncProgress } from "./synchronize.ts";
