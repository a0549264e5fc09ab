/** Files of an extension by their path relative to `extension/`. */
export type Files = ReadonlyMap<string, { bytes: Uint8Array }>;
