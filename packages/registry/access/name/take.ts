import { SvcError } from "@svc/core/error";
import { assertSlug, isNoName, parseExtensionName, slugSkeleton } from "@svc/core/name";
import type {} from "../store/alias_table.ts";
import type { Db } from "../store/schema.ts";
import { storedSkeleton } from "./stored_skeleton.ts";
import {
  extensionSkeleton,
  type NameKind,
  type OperatorNames,
  reservedReason,
  segmentsOf,
} from "./reserved.ts";

/** Who wants a name, and of what. */
export interface WantedName {
  kind: NameKind;
  name: string;
  /** Username of who asks; their own for an account, undefined for a token. */
  by: string | undefined;
}

/** Who wants a name for an extension, and in which collective. */
export interface WantedExtension extends Omit<WantedName, "kind"> {
  collectiveId: string;
  /** The extension that gets it, where it exists: it may take back a name that it had. */
  extensionId?: string;
  /** False for a token that may push and not read: it is not told what else there is. */
  reads: boolean;
}

/**
 * Decides whether somebody may take the name of an account or a collective: one that nobody has, that
 * is not reserved, and that people do not confuse with such a one. Names of deleted collectives stay
 * taken, so that no stranger publishes under them. Only what is taken and the grammar bind the
 * operator, and whoever takes a name that the operator freed.
 *
 * @returns what to store as the skeleton: its own when a name like it had been given before
 * @throws SvcError `invalid_name`, `name_reserved`, `name_taken`
 */
export async function takeSlug(
  db: Db,
  operator: OperatorNames,
  wanted: WantedName & { kind: "username" | "slug" },
): Promise<string> {
  const { name, kind } = wanted;
  assertSlug(name, kind);
  const skeleton = slugSkeleton(name);
  const open = isOperator(operator, wanted.by) ||
    await decidedFree(db, operator, wanted, skeleton);
  const like = await db.selectFrom("collective").select("slug")
    .where((row) => row.or([row("slug", "=", name), row("slug_skeleton", "=", skeleton)]))
    .execute();
  if (like.some(({ slug }) => slug === name)) throw nameTaken(name);
  if (like.length === 0) return skeleton;
  if (!open) throw nameTaken(name, like[0]!.slug);
  return `=${name}`;
}

/**
 * Decides whether an extension that does not exist yet may get its name within its collective. Must
 * run in the transaction that makes it, so that of two names that people confuse only one is given.
 *
 * @returns true when it is given whatever other collectives have: the operator's, or freed by them
 * @throws SvcError `invalid_name`, `extension_moved`, `name_reserved`, `name_too_close`
 */
export async function takeExtensionName(
  db: Db,
  operator: OperatorNames,
  wanted: WantedExtension,
): Promise<boolean> {
  const { name, collectiveId } = wanted;
  const { collective } = parseExtensionName(name);
  if (segmentsOf(name).some(isNoName)) {
    throw new SvcError("invalid_name", `${name} is not available as an extension name`, {
      hint: "Choose another name, for example one that says what it does.",
    });
  }
  const gone = await db.selectFrom("extension_alias").select("name")
    .where("collective_id", "=", collectiveId)
    .where("extension_id", "!=", wanted.extensionId ?? "").execute();
  if (gone.some((alias) => alias.name === name)) throw extensionMoved(name);
  if (collective === operator.firstParty || isOperator(operator, wanted.by)) return true;
  const skeleton = extensionSkeleton(name);
  const asked = { ...wanted, kind: "extension" } as const;
  if (await decidedFree(db, operator, asked, `@${collective}/${skeleton}`)) return true;
  const like = gone.find((alias) => extensionSkeleton(alias.name) === skeleton) ??
    await db.selectFrom("extension").select("name").where("collective_id", "=", collectiveId)
      // The name itself: another first version of it was published since the caller looked.
      .where("name", "!=", name)
      .where(storedSkeleton(db, "name"), "=", skeleton).limit(1).executeTakeFirst();
  if (like !== undefined) {
    const other = wanted.reads ? `'${like.name}'` : "another extension of its collective";
    throw new SvcError("name_too_close", `The name '${name}' is too close to ${other}`, {
      hint: "Push a new version of that one, or choose a name that differs in more.",
    });
  }
  return false;
}

/** The refusal to publish, or change anything, by a name that an extension had before. */
export function extensionMoved(name: string): SvcError {
  return new SvcError("extension_moved", `${name} was transferred to another collective`, {
    hint: `Its page says where it is now: /extensions/${name}. The name is not given again.`,
  });
}

/** The refusal of a taken name; `by` is the name it equals or resembles. */
export function nameTaken(name: string, by = name): SvcError {
  return new SvcError(
    "name_taken",
    by === name ? `The name '${name}' is taken` : `The name '${name}' is too close to '${by}'`,
    { hint: "Choose another name." },
  );
}

/** True when the operator freed the name, or granted it to who asks; false when no rule keeps it. */
async function decidedFree(
  db: Db,
  operator: OperatorNames,
  { kind, name, by }: WantedName,
  skeleton: string,
): Promise<boolean> {
  const decisions = await db.selectFrom("name_decision as decision")
    .leftJoin("name_claim as claim", "claim.number", "decision.claim_number")
    .leftJoin("user as claimant", "claimant.id", "claim.claimant_user_id")
    .select(["decision.name", "decision.standing", "claimant.username as claimant"])
    .where("decision.skeleton", "=", skeleton).execute();
  const own = decisions.find((one) => one.name === name);
  if (own?.standing === "free" || own?.claimant != null && own.claimant === by) return true;
  const kept = decisions.find(({ standing }) => standing === "reserved");
  const why = kept === undefined
    ? reservedReason(kind, name, operator)
    : kept.name === name
    ? "is reserved"
    : `is too close to '${kept.name}', which is reserved`;
  if (why === undefined) return false;
  throw new SvcError("name_reserved", `The ${WORDS[kind]} '${name}' ${why}`, {
    hint: kind === "username"
      ? "Choose another name. With an account you can claim it for a collective, at /claim."
      : `Choose another name, or say why it is yours: /claim?name=${encodeURIComponent(name)}`,
    details: [{ path: kind === "extension" ? "name" : kind, message: why }],
  });
}

const WORDS: Readonly<Record<NameKind, string>> = {
  username: "username",
  slug: "slug",
  extension: "extension name",
};

function isOperator({ admins }: OperatorNames, by: string | undefined): boolean {
  return by !== undefined && admins.includes(by);
}
