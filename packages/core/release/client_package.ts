/** What is known of the client's npm package: its build writes it, and the registry tells it. */
export interface ClientPackageFacts {
  /** Of svc. */
  version: string;
  /** Of the package's file, in hexadecimal digits. */
  sha256: string;
  /** The program that the package depends on. */
  deno: {
    version: string;
    /**
     * SHA-512 of Deno's npm package in hexadecimal digits, by system (`linux-x64-glibc`), as far as the
     * lock file of svc pins it.
     */
    sha512: Readonly<Record<string, string>>;
  };
}
