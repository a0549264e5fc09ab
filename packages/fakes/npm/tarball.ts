import { packTar } from "modern-tar";

/** What is in a package beside its `package.json`. */
export interface NpmContent {
  /** Fields of `package.json` beside name and version. */
  manifest?: Record<string, unknown>;
  /** Text by path inside the package. */
  files?: Record<string, string>;
  /** Entries under their literal names, as an npm that packs no such thing would refuse them. */
  entries?: readonly TarballEntry[];
}

/** A literal entry of a tarball: a file, or a link to a path. */
export type TarballEntry =
  | { name: string; text: string; executable?: true }
  | { name: string; type: "symlink" | "link"; target: string };

/** The tarball of a package version, as `npm pack` makes it: everything under `package/`. */
export async function tarballOf(
  name: string,
  version: string,
  { manifest = {}, files = {}, entries = [] }: NpmContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const own = { "package.json": JSON.stringify({ name, version, ...manifest }), ...files };
  const plain = Object.entries(own).map(([path, text]): TarballEntry => (
    { name: `package/${path}`, text }
  ));
  const tar = await packTar([...plain, ...entries].map(tarEntry));
  const zipped = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(zipped).arrayBuffer());
}

/** The time that `npm pack` gives every entry, so that the same content is the same bytes. */
const PACKED_AT = new Date("1985-10-26T08:15:00Z");

/** A tarball's digest as a registry names it. */
export async function integrityOf(tarball: Uint8Array<ArrayBuffer>): Promise<string> {
  return `sha512-${new Uint8Array(await crypto.subtle.digest("SHA-512", tarball)).toBase64()}`;
}

function tarEntry(entry: TarballEntry) {
  if ("text" in entry) {
    const body = new TextEncoder().encode(entry.text);
    return {
      header: {
        name: entry.name,
        size: body.length,
        mode: entry.executable ? 0o755 : 0o644,
        mtime: PACKED_AT,
      },
      body,
    };
  }
  const { name, type, target: linkname } = entry;
  return { header: { name, type, linkname, size: 0, mtime: PACKED_AT } };
}
