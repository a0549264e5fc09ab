declare module "../../../platform/store/schema.ts" {
  interface Schema {
    index_change: IndexChangeTable;
    index_pending: IndexPendingTable;
    index_serial: IndexSerialTable;
  }
}

/** Every extension that was public once, with the number of its last change. */
export interface IndexChangeTable {
  name: string;
  /** Greater than that of every change before it, whatever the clock said. */
  serial: number;
  /** 1 when strangers do not see it any more. */
  removed: number;
}

/** Extensions that changed and have no number for it yet; one may be there several times. */
export interface IndexPendingTable {
  extension_id: string;
}

/** One row: the last number that was given. */
export interface IndexSerialTable {
  id: number;
  value: number;
}
