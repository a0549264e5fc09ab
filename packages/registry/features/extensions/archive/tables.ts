import type { Fixed } from "../../../platform/store/schema.ts";

declare module "../../../platform/store/schema.ts" {
  interface Schema {
    archive: ArchiveTable;
  }
}

/**
 * The archives that the blob store has, or is about to have. A row is committed before the first
 * byte is written, so that every archive which a killed process left is found without a listing.
 */
export interface ArchiveTable {
  checksum: Fixed<string>;
  /** Another one after each removal: who names an archive knows that it is the one they stored. */
  storing: Fixed<string>;
  bytes: number;
  /**
   * `pending` until a version or a staged one names it, `named` from then on; `pending` again when a
   * staged one is not published. `removing` while a sweep takes its
   * bytes away: they are not stored again before the row is gone.
   */
  state: "pending" | "named" | "removing";
  /** When it was last stored, or its removal began. ISO 8601 UTC. */
  changed_at: string;
}
