import type { Archive } from "@svc/scorecard/archive";

/** A file of an archive, as its tree shows it. */
export interface ListedFile {
  /** Relative to `extension/`. */
  path: string;
  bytes: number;
  executable: boolean;
}

/** The files of an archive, by path. */
export function listFiles({ files }: Pick<Archive, "files">): ListedFile[] {
  return [...files].map(([path, { bytes, executable }]) => ({
    path,
    bytes: bytes.length,
    executable,
  }));
}
