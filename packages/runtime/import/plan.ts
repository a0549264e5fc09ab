import type { DataMetadata } from "../data/store/item.ts";

/** A file that is taken as it is. */
export interface TakenFile {
  /** Relative to the old repository. */
  from: string;
  /** Relative to the new one. */
  to: string;
}

/** A behavior that is taken. */
export interface TakenBehavior extends TakenFile {
  name: string;
  /** As it is written. */
  type: string;
  normalized: string;
  id: string;
}

/** A vault's configuration that is taken. */
export interface TakenVault extends TakenFile {
  name: string;
  type: string;
}

/** A file of a vault's secrets that is taken, readable by its owner only. */
interface TakenSecret extends TakenFile {
  /** The folder of the vault's secrets in the new repository. */
  vault: string;
  /** True for the key file. */
  isKey: boolean;
}

/** A version of a data item that is taken when its content is what was written. */
export interface TakenVersion extends TakenFile {
  behavior: string;
  metadata: DataMetadata;
}

/** Something that is not taken. */
export interface LeftOut {
  /** Relative to the old repository; with the line, where one is at fault. */
  path: string;
  why: string;
  /** What to do about it. */
  fix: string;
}

/** What to take from an old repository. */
export interface ImportPlan {
  /** The program of the tool that the repository was made with, unless it has the name of another. */
  otherTool?: string;
  behaviors: TakenBehavior[];
  vaults: TakenVault[];
  secrets: TakenSecret[];
  /** Records and logs of earlier runs. */
  runs: TakenFile[];
  sources: TakenFile[];
  versions: TakenVersion[];
  /** Extensions that the old lockfile names, as they are pulled: `@acme/scan@2026.01.01.1`. */
  pull: string[];
  leftOut: LeftOut[];
}
