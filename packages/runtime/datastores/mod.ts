export { filesystemDatastore, type FilesystemOptions } from "./filesystem/datastore.ts";
export {
  synchronize,
  type SyncOptions,
  type SyncProgress,
  type SyncResult,
} from "./synchronize.ts";
