declare module "../../../platform/store/schema.ts" {
  interface Schema {
    extension_transfer: ExtensionTransferTable;
  }
}

/** An offer of an extension that is open; an extension has one at most. Times are ISO 8601. */
export interface ExtensionTransferTable {
  extension_id: string;
  /** The collective that had it when it was offered. */
  from_collective_id: string;
  to_collective_id: string;
  /** The owner who offered it: the offer ends with their role. */
  offered_by: string;
  /** 1 when it was agreed that everybody may read it then, whom only members may now. */
  makes_public: number;
  at: string;
  expires_at: string;
}
