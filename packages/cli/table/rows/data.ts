import type { CommandRow } from "./row.ts";

/** What behaviors wrote. */
export const DATA_ROWS = {
  "data list": {
    summary: "List what a behavior wrote",
    module: "data/list",
  },
  "data get": {
    summary: "Print one piece of data",
    module: "data/get",
  },
  "data versions": {
    summary: "List the versions of one piece of data",
    module: "data/versions",
  },
  "data query": {
    summary: "Find data by an expression over its fields and content",
    module: "data/query",
  },
  "data search": {
    summary: "Find data by name, kind, time or tag",
    module: "data/search",
  },
  "data delete": {
    summary: "Delete data or one version of it",
    module: "data/delete",
  },
  "data rename": {
    summary: "Give data another name; the old one leads to it",
    module: "data/rename",
  },
  "data tag": {
    summary: "List, set and remove the tags of data",
    module: "data/tag",
  },
  "data gc": {
    summary: "Delete data whose time is over",
    module: "data/gc",
  },
  "data prune": {
    summary: "Delete the data of behaviors that are gone",
    module: "data/prune",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
