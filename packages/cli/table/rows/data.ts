import type { CommandRow } from "./row.ts";

/** What behaviors wrote. */
export const DATA_ROWS = {
  "data list": {
    summary: "List the data of behaviors",
    module: "data/list",
  },
  "data get": {
    summary: "Print data",
    module: "data/get",
  },
  "data versions": {
    summary: "List the versions of data",
    module: "data/versions",
  },
  "data verify": {
    summary: "Verify where data comes from",
    module: "data/verify",
  },
  "data query": {
    summary: "Query data with a CEL expression",
    module: "data/query",
  },
  "data search": {
    summary: "Search data by name, kind, time or tag",
    module: "data/search",
  },
  "data delete": {
    summary: "Delete data or one version of it",
    module: "data/delete",
  },
  "data rename": {
    summary: "Rename data; the old name redirects to the new one",
    module: "data/rename",
  },
  "data tag": {
    summary: "List, set and remove the tags of data",
    module: "data/tag",
  },
  "data gc": {
    summary: "Delete expired data",
    module: "data/gc",
  },
  "data prune": {
    summary: "Delete the data of deleted behaviors",
    module: "data/prune",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
