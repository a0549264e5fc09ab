import type { Store } from "../../../platform/services/platform.ts";
import { fts5Search } from "./search_fts5.ts";
import type { SearchIndex } from "./search_index.ts";

/** Full-text search as the store's engine does it. */
export function searchIndex(dialect: Store["dialect"]): SearchIndex {
  if (dialect === "sqlite") return fts5Search;
  throw new Error(`no search for ${dialect}`);
}
