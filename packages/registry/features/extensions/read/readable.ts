import { parseContents } from "@svc/core/descriptor";
import { isSvcError } from "@svc/core/error";
import { readManifest } from "@svc/core/manifest";
import type { ExpressionBuilder } from "kysely";
import type { Principal } from "../../../access/credential/principal.ts";
import {
  findVisible,
  noSuchExtension,
  type VisibleExtension,
} from "../../../access/extension/visible.ts";
import type { Db, Schema } from "../../../access/store/schema.ts";
import { compareRank, latestColumns } from "../publish/version_rank.ts";
import { metadataColumns } from "../publish/record.ts";
import type {} from "../record/tables.ts";

/** An extension as it is read by one of its names. */
export interface ReadableExtension extends VisibleExtension {
  /** True of a name that it had before: what it had then is read by it, and nothing since. */
  earlier: boolean;
}

/**
 * The extension that has the name, or had it before it was transferred. By an earlier name it is as
 * when it was given away: its versions of that name, as what is deprecated and superseded. So whoever
 * wrote that name down gets nothing that its new owner publishes, unless they ask by the new name.
 *
 * Who sees it depends on the name's collective: a name is seen as the collective is whose it is. The
 * new name is told to who may see that.
 *
 * @throws SvcError as `findVisible`
 */
export async function findReadable(
  db: Db,
  principal: Principal,
  name: string,
  options: Parameters<typeof findVisible>[3] = {},
): Promise<ReadableExtension> {
  try {
    return { ...await findVisible(db, principal, name, options), earlier: false };
  } catch (error) {
    // What is called so now and was taken down is told as that.
    if (!isSvcError(error) || error.message !== noSuchExtension(name).message) throw error;
    const found = await findVisible(db, principal, name, { ...options, earlier: true });
    return { ...await asGivenAway(db, principal, name, found), earlier: true };
  }
}

/** Of the versions of an extension, those that are read by the name that was asked for. */
export function readBy({ earlier, extension: { name } }: ReadableExtension) {
  return (row: ExpressionBuilder<Schema, "extension_version">) =>
    earlier ? row("published_as", "=", name) : row.lit(true);
}

async function asGivenAway(
  db: Db,
  principal: Principal,
  name: string,
  { extension, ...found }: VisibleExtension,
): Promise<VisibleExtension> {
  const [{ at }, versions, moved] = await Promise.all([
    db.selectFrom("extension_alias").select("at").where("name", "=", name)
      .executeTakeFirstOrThrow(),
    db.selectFrom("extension_version")
      .select(["id", "version", "channel", "sort_key", "yanked_at", "manifest", "descriptor"])
      .where("extension_id", "=", extension.id).where("published_as", "=", name)
      .where("taken_down_at", "is", null).execute(),
    findVisible(db, principal, extension.name).catch(() => undefined),
  ]);
  const first = versions.sort(compareRank)[0];
  const manifest = first && readManifest(first.manifest);
  const contents = first && parseContents(first.descriptor, name);
  return {
    ...found,
    extension: {
      ...extension,
      // Nothing of what is published since, which may be private.
      ...(manifest && contents ? metadataColumns(manifest, contents) : {}),
      ...latestColumns(versions),
      name,
      collective_id: found.collective.id,
      record_version_id: first?.id ?? null,
      updated_at: at,
      deprecated_at: at,
      deprecated_by_user_id: null,
      deprecation_reason: moved
        ? `It was transferred to another collective and is now ${extension.name}`
        : "It was transferred to another collective",
      superseded_by: moved ? extension.name : null,
      repository_verified: null,
      repository_verified_at: null,
      repository_verified_url: null,
      verification: null,
      score: null,
      score_unchecked: null,
      pull_count: moved ? extension.pull_count : 0,
    },
  };
}
