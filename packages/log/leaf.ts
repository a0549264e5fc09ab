import { RESTRICTION_CATEGORY_NAMES } from "@svc/core/report";
import { ChannelName, Instant, NameField, RoleName, ScopeName, VersionField } from "@svc/core/wire";
import { z } from "zod";
import { commitmentOf, LEAF_BYTES, readEntry, sortedJson } from "./entry.ts";

export { commitmentOf, LEAF_BYTES, SALT_BYTES } from "./entry.ts";

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Line = z.string().min(1).max(300);
const Change = z.enum(["added", "changed", "removed"]);

/** A collective, as people write it. */
const Collective = z.string().regex(/^@[a-z0-9_-]+$/).max(200);

/** What did it, never who: the leaves are for ever, and people may leave. */
const By = z.strictObject({
  /** Kind of credential: `session`, `personal`, `collective` or `publish`. */
  credential: Line,
  /** Id of the trusted publisher. */
  publisher: Line.optional(),
  /** Address of the run that it published from. */
  run: Line.optional(),
});

/** Of a whole extension, or of one version or channel. */
const Life = {
  version: VersionField.optional(),
  channel: ChannelName.optional(),
  by: By.optional(),
};

/**
 * What the leaf of each kind says beside `v`, `at`, `kind` and `subject` (trust, 4.2). What is not
 * known is left out, never null. Digests are SHA-256 in hexadecimal, other bytes base64.
 */
const KINDS = {
  published: {
    subject: NameField,
    version: VersionField,
    channel: ChannelName,
    /** Of the archive. */
    checksum: Digest,
    /** Of the manifest in it. */
    manifest: Digest.optional(),
    /** Of the bundle that says where it was built. */
    provenance: Digest.optional(),
    by: By,
  },
  "staged-approved": {
    subject: NameField,
    version: VersionField,
    checksum: Digest,
    /** Of the assertions by which it was approved. */
    assertions: z.array(Digest).max(2),
  },
  yanked: { subject: NameField, ...Life },
  unyanked: { subject: NameField, ...Life },
  deprecated: { subject: NameField, ...Life, successor: NameField.optional() },
  undeprecated: { subject: NameField, ...Life },
  promoted: {
    subject: NameField,
    version: VersionField,
    from: ChannelName,
    to: ChannelName,
    by: By.optional(),
  },
  "taken-down": {
    subject: NameField,
    version: VersionField.optional(),
    category: z.enum(RESTRICTION_CATEGORY_NAMES).optional(),
  },
  reinstated: {
    subject: NameField,
    version: VersionField.optional(),
    category: z.enum(RESTRICTION_CATEGORY_NAMES).optional(),
  },
  /** An extension went from one collective to another. */
  owner: { subject: NameField, from: Collective, to: Collective },
  member: {
    subject: Collective,
    /** Missing where there is none: of who joins, and of who leaves. */
    from: RoleName.optional(),
    to: RoleName.optional(),
    /** A code that only this collective's leaves share; 16 bytes. */
    person: z.base64().length(24),
  },
  token: {
    subject: Collective,
    change: Change,
    /** `collective` or `publish`. */
    credential: Line,
    scopes: z.array(ScopeName),
  },
  publisher: {
    subject: z.union([NameField, Collective]),
    change: Change,
    issuer: Line,
    ids: z.record(Line, Line).optional(),
    /** Of the workflow's name. */
    workflow: Digest.optional(),
  },
  /** A key that signs: the log's own, whose origin the subject is, or a collective's. */
  key: { subject: Line, change: Change, hint: Line, vkey: Line.optional() },
  /** The first leaf of a log that carries on from another, which lost entries or its key. */
  epoch: {
    /** The new origin. */
    subject: Line,
    previous: Line,
    size: z.int().min(0),
    root: z.base64().length(44),
    reason: Line,
  },
} as const;

const shape = <Kind extends keyof typeof KINDS>(kind: Kind) =>
  z.strictObject({ v: z.literal(1), at: Instant, kind: z.literal(kind), ...KINDS[kind] });

/** A leaf of the log that anybody may read. */
export const Leaf = z.discriminatedUnion("kind", [
  shape("published"),
  shape("staged-approved"),
  shape("yanked"),
  shape("unyanked"),
  shape("deprecated"),
  shape("undeprecated"),
  shape("promoted"),
  shape("taken-down"),
  shape("reinstated"),
  shape("owner"),
  shape("member"),
  shape("token"),
  shape("publisher"),
  shape("key"),
  shape("epoch"),
]);
export type Leaf = z.output<typeof Leaf>;

/** A kind of event. */
export type LeafKind = Leaf["kind"];

/** Every kind of event, in table order. */
export const LEAF_KINDS = Object.keys(KINDS) as readonly LeafKind[];

/** What stands in the log in place of a private collective's leaf. */
const SealedLeaf = z.strictObject({
  v: z.literal(1),
  /** Begin of the hour or the day. */
  at: Instant,
  kind: z.literal("sealed"),
  /** SHA-256(salt ‖ leaf). */
  commit: Digest,
});
export type SealedLeaf = z.output<typeof SealedLeaf>;

/**
 * The bytes of a leaf: JSON with sorted keys and no white space.
 *
 * @throws RangeError when they are more than 2,048, or the leaf is not of its kind's shape
 */
export function leafBytes(leaf: Leaf | SealedLeaf): Uint8Array<ArrayBuffer> {
  const read = leaf.kind === "sealed" ? SealedLeaf.safeParse(leaf) : Leaf.safeParse(leaf);
  if (!read.success) throw new RangeError(`not a leaf: ${z.prettifyError(read.error)}`);
  const bytes = new TextEncoder().encode(sortedJson(read.data));
  if (bytes.length > LEAF_BYTES) throw new RangeError(`a leaf of ${bytes.length} bytes`);
  return bytes;
}

/**
 * The leaf that an entry of the log is; undefined when it is none of those that this release knows, or
 * is written in another way than {@linkcode leafBytes} does.
 */
export function parseLeaf(bytes: Uint8Array): Leaf | SealedLeaf | undefined {
  const value = readEntry(bytes);
  return Leaf.safeParse(value).data ?? SealedLeaf.safeParse(value).data;
}

/**
 * The sealed leaf for a leaf of a private collective.
 *
 * @param at begin of the hour or the day of the event: the moment itself would tell
 */
export function sealLeaf(leaf: Uint8Array, salt: Uint8Array, at: string): SealedLeaf {
  return { v: 1, at, kind: "sealed", commit: commitmentOf(salt, leaf) };
}
