declare module "../../../platform/store/schema.ts" {
  interface Schema {
    extension_dependency: ExtensionDependencyTable;
  }
}

/** Which extension's record names which other one among its dependencies. */
export interface ExtensionDependencyTable {
  extension_id: string;
  /** Name of the other one, which need not exist here. */
  name: string;
}
