/** What is known of the client's npm package: its build writes it, and the registry tells it. */
export interface ClientPackageFacts {
  /** Of svc. */
  version: string;
  /** Of the package's file, in hexadecimal digits. */
  sha256: string;
  /** What runs it, the packages `@deno/<system>`. */
  deno: PinnedProgram;
  /** What Deno bundles with, the packages `@esbuild/<system>`. */
  bundler: PinnedProgram;
}

/** A program that the package depends on, which npm has a package of for each system. */
export interface PinnedProgram {
  version: string;
  /**
   * SHA-512 of these packages in hexadecimal digits, by system (`linux-x64-glibc`), as far as the lock
   * file of svc pins them.
   */
  sha512: Readonly<Record<string, string>>;
}
