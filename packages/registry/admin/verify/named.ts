import type { Db } from "../../platform/store/schema.ts";
import type { BesideServer } from "../beside/open.ts";
import type { Copies } from "./copies.ts";
import { namedArchives } from "../../features/extensions/archive/named.ts";

/** An archive of a version that is not as it was published. */
export interface Loss {
  checksum: string;
  state: "damaged" | "missing";
  /** The versions that name it. */
  versions: string[];
  /** True once it was put back from a copy. */
  repaired: boolean;
}

/** How far a verification has come. */
export interface Progress {
  archives: number;
  /** The last one that was read. */
  checksum: string;
}

/** Archives that one look at the database names. */
const AT_ONCE = 500;

/**
 * Reads the archive of every version whole, in the order of the checksums, and puts back what is
 * damaged or missing where there are `copies`.
 *
 * @param after the checksum to go on behind
 */
export async function* verifyNamed(
  { db, blobs }: Pick<BesideServer, "db" | "blobs">,
  { after, copies, read }: {
    after: string;
    copies: Copies | undefined;
    read: (progress: Progress) => void;
  },
): AsyncGenerator<Loss> {
  let archives = 0;
  for await (const checksum of namedAfter(db, after)) {
    const state = await blobs.check(checksum);
    read({ archives: ++archives, checksum });
    if (state === "whole") continue;
    const bytes = await copies?.find(checksum);
    if (bytes) await blobs.put(checksum, bytes);
    yield {
      checksum,
      state,
      versions: await versionsOf(db, checksum),
      repaired: bytes !== undefined,
    };
  }
}

async function* namedAfter(db: Db, after: string): AsyncGenerator<string> {
  for (let last = after;;) {
    const rows = await namedArchives(db).where("named.checksum", ">", last)
      .orderBy("named.checksum").limit(AT_ONCE).execute();
    for (const { checksum } of rows) yield last = checksum;
    if (rows.length < AT_ONCE) return;
  }
}

async function versionsOf(db: Db, checksum: string): Promise<string[]> {
  const rows = await db.selectFrom("extension_version as version")
    .innerJoin("extension", "extension.id", "version.extension_id")
    .select(["extension.name", "version.version"])
    .where("version.checksum", "=", checksum).orderBy("version.sort_key").execute();
  const staged = await db.selectFrom("staged_version").select(["extension_name", "version"])
    .where("checksum", "=", checksum).where("state", "=", "staged").orderBy("sort_key").execute();
  return [
    ...rows.map(({ name, version }) => `${name}@${version}`),
    ...staged.map(({ extension_name, version }) => `${extension_name}@${version}, staged`),
  ];
}
