import { packTar } from "modern-tar";

/** One file of a tarball. */
export interface TarballFile {
  path: string;
  bytes: Uint8Array;
  executable?: boolean | undefined;
}

/**
 * Packs files into a `.tar.gz`. The same files give the same bytes, whatever their order, owner or
 * age.
 */
export async function tarball(files: Iterable<TarballFile>): Promise<Uint8Array<ArrayBuffer>> {
  const sorted = [...files].sort((a, b) => a.path < b.path ? -1 : 1);
  const tar = await packTar(sorted.map(({ path, bytes, executable }) => ({
    header: {
      name: path,
      size: bytes.length,
      type: "file",
      mode: executable ? 0o755 : 0o644,
      mtime: new Date(0),
      uid: 0,
      gid: 0,
    },
    body: bytes,
  })));
  const gzip = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(gzip).arrayBuffer());
}
