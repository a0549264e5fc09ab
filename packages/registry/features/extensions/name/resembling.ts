import { collectiveOf, slugSkeleton } from "@svc/core/name";
import type { ExpressionBuilder } from "kysely";
import { extensionSkeleton } from "../../../access/name/reserved.ts";
import { storedSkeleton } from "../../../access/name/stored_skeleton.ts";
import type { Db, Schema } from "../../../access/store/schema.ts";
import type {} from "../dependents/tables.ts";
import { distance } from "@svc/core/text";
import { CURRENT_VERSION } from "../record/current_version.ts";

/** A public extension of a known collective that people may take a new one for. */
export interface Resembled {
  id: string;
  name: string;
  /** How the collectives' slugs differ: by one error of typing, or by words that say nothing. */
  by: "edit" | "words";
}

/** From which pulls of all its extensions, and from how many dependents, a collective is known. */
export const KNOWN = { pulls: 1_000, dependents: 20 };

/** Slugs shorter than this are one edit apart by chance. */
const SHORTEST = 5;

/** Words that people add to a name to look like its owner. */
const IDLE_WORDS: ReadonlySet<string> = new Set(
  ["official", "real", "the", "team", "tool", "hq", "inc", "org", "labs", "io"].map(slugSkeleton),
);

/**
 * The extension of the same name, but for what people confuse, in a collective whose slug nearly is
 * that of the new one. It counts only where the other is known (`KNOWN`, or the Verified badge),
 * public, at least as old, and has no owner in common with the new one's: so nobody holds up the
 * next extension of a collective by taking a name near to it.
 *
 * @param collectiveId whose the new extension is
 * @param extensionId the new one, where it exists and gets another name
 */
export async function findResembling(
  db: Db,
  firstParty: string,
  { name, collectiveId, extensionId = "" }: {
    name: string;
    collectiveId: string;
    extensionId?: string;
  },
): Promise<Resembled | undefined> {
  const own = await db.selectFrom("collective").select(["slug", "created_at"])
    .where("id", "=", collectiveId).executeTakeFirstOrThrow();
  const like = await db.selectFrom("extension")
    .innerJoin("collective", "collective.id", "extension.collective_id")
    .select(["extension.id", "extension.name", "extension.collective_id"])
    .where(storedSkeleton(db, "extension.name"), "=", extensionSkeleton(name))
    .where("extension.collective_id", "!=", collectiveId)
    .where("extension.id", "!=", extensionId)
    .where("extension.taken_down_at", "is", null)
    .where("collective.private", "=", 0).where("collective.deleted_at", "is", null)
    .where("collective.created_at", "<=", own.created_at)
    .where((row) =>
      row.or(
        [own.slug, slugSkeleton(own.slug)].flatMap((text, n) =>
          patterns(text, own.slug).map((pattern) =>
            row(n === 0 ? "collective.slug" : "collective.slug_skeleton", "like", pattern)
          )
        ),
      )
    )
    .execute();
  const near = like
    .flatMap((one) => {
      const by = resemblance(own.slug, collectiveOf(one.name));
      return by === undefined ? [] : [{ ...one, by }];
    })
    .sort((one, other) => one.by.localeCompare(other.by));
  for (const { id, name, by, collective_id } of near) {
    if (await haveOwnerInCommon(db, collectiveId, collective_id)) continue;
    const known = collectiveOf(name) === firstParty || await isKnown(db, collective_id);
    if (known) return { id, name, by };
  }
  return undefined;
}

/** How two slugs are nearly one; undefined when nobody takes one for the other. */
export function resemblance(one: string, other: string): Resembled["by"] | undefined {
  const long = Math.min(one.length, other.length) >= SHORTEST;
  const edits = Math.min(
    distance(one, other, 1),
    distance(slugSkeleton(one), slugSkeleton(other), 1),
  );
  if (bareWords(one) === bareWords(other)) return "words";
  return long && edits <= 1 ? "edit" : undefined;
}

/**
 * What each slug matches that is nearly this one, and few others: all before an error of typing is as
 * it was, or all behind it; and the longest word that says something is in both.
 */
function patterns(text: string, slug: string): string[] {
  const half = Math.floor(text.length / 2);
  const word = bareWords(slug).split(" ").reduce((one, other) =>
    other.length > one.length ? other : one
  );
  return [`${text.slice(0, half)}%`, `%${text.slice(half + 1)}`, `%${word}%`];
}

/** A slug's words without idle ones and plurals, in one order. */
function bareWords(slug: string): string {
  const words = slug.split(/[-_]/).map(slugSkeleton)
    .map((word) => word.length > 3 ? word.replace(/s$/, "") : word);
  const telling = words.filter((word) => !IDLE_WORDS.has(word));
  return (telling.length > 0 ? telling : words).sort().join(" ");
}

async function haveOwnerInCommon(db: Db, one: string, other: string): Promise<boolean> {
  const found = await db.selectFrom("collective_member as one")
    .innerJoin("collective_member as other", "other.user_id", "one.user_id")
    .select("one.user_id")
    .where("one.collective_id", "=", one).where("one.role", "=", "owner")
    .where("other.collective_id", "=", other).where("other.role", "=", "owner")
    .limit(1).executeTakeFirst();
  return found !== undefined;
}

async function isKnown(db: Db, collectiveId: string): Promise<boolean> {
  const of = (row: ExpressionBuilder<Schema, "extension">) =>
    row("extension.collective_id", "=", collectiveId);
  const { pulls } = await db.selectFrom("extension").where(of)
    .select((row) => row.fn.sum<number | null>("pull_count").as("pulls"))
    .executeTakeFirstOrThrow();
  if (Number(pulls ?? 0) >= KNOWN.pulls) return true;
  const verified = await db.selectFrom("extension")
    .innerJoin(
      "extension_version as version",
      (join) =>
        join.onRef("version.extension_id", "=", "extension.id")
          .on("version.version", "=", CURRENT_VERSION),
    )
    .where(of).where("version.verified_by_svc", "=", 1).select("extension.id")
    .limit(1).executeTakeFirst();
  if (verified !== undefined) return true;
  // Those of others that anybody may see.
  const dependents = await db.selectFrom("extension")
    .innerJoin("extension_dependency as dependency", "dependency.name", "extension.name")
    .innerJoin("extension as dependent", "dependent.id", "dependency.extension_id")
    .innerJoin("collective", "collective.id", "dependent.collective_id")
    .where(of).where("dependent.collective_id", "!=", collectiveId)
    .where("collective.private", "=", 0).where("collective.deleted_at", "is", null)
    .select("dependent.id").distinct().limit(KNOWN.dependents).execute();
  return dependents.length >= KNOWN.dependents;
}
