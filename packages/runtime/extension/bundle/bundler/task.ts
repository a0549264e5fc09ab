/** What the bundler's process is to do. */
export interface BundlerTask {
  /** Absolute paths of the entry points. */
  roots: readonly string[];
  /** Absolute path that the outputs are named below; nothing is written there. */
  folder: string;
  /** Absolute path of the folder that all packages are in. */
  packages: string;
  /**
   * True to leave out what packages `require` without having it, as Node does until the line is
   * reached: an add-on that was never built, a package that is optional.
   */
  lenient?: boolean;
  /** True when all that this system can have is there: what is not is for another one. */
  whole?: boolean;
}

/** What it answers: the files that it made, or why it made none, and whether leniency may help. */
export type BundlerAnswer =
  | { files: { path: string; text: string }[]; errors?: never }
  | { errors: BundlerError[]; optional?: boolean; files?: never };

/** A problem in the bundler's words. */
export interface BundlerError {
  text: string;
  /** The module it is in, relative to the working folder. */
  file?: string;
  /** 1-based. */
  line?: number;
}

/** What Deno says when the modules and the lock do not go together; it tells no more than that. */
export const UNPREPARED = "Prepare module load error";
