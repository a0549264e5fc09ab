/** A name that an extension had before it changed hands: nobody takes it, and what it had is read by it. */
export interface ExtensionAliasTable {
  name: string;
  extension_id: string;
  /** The collective whose name it is. It is seen as that collective is. */
  collective_id: string;
  /** When the extension moved away from it (ISO 8601). */
  at: string;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    extension_alias: ExtensionAliasTable;
  }
}
