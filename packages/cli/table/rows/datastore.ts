import type { CommandRow } from "./row.ts";

/** Datastores. */
export const DATASTORE_ROWS = {
  "datastore status": {
    summary: "Show where data is shared, and its state",
    module: "datastore/status",
  },
  "datastore setup filesystem": {
    summary: "Share data through a shared folder",
    module: "datastore/setup_filesystem",
  },
  "datastore setup extension": {
    summary: "Share data through a store of an extension",
    module: "datastore/setup_extension",
  },
  "datastore sync": {
    summary: "Exchange data with the datastore",
    module: "datastore/sync",
  },
  "datastore lock": {
    summary: "List the locks of the datastore",
    aliases: ["datastore lock status"],
    module: "datastore/lock",
  },
  "datastore unlock": {
    summary: "Release a lock of the datastore",
    aliases: ["datastore lock release"],
    module: "datastore/unlock",
  },
  "datastore remove": {
    summary: "Fetch all data and stop sharing it",
    aliases: ["datastore rm"],
    module: "datastore/remove",
  },
  "datastore type search": {
    summary: "Find types of datastores in the repository",
    aliases: ["datastore type list"],
    module: "datastore/type_search",
  },
  "datastore type describe": {
    summary: "Show a type of datastore and its settings",
    aliases: ["datastore type get"],
    module: "datastore/type_describe",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
