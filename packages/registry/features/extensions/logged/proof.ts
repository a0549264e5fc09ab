import { SvcError } from "@svc/core/error";
import { LogProof, NameField, VersionField } from "@svc/core/wire";
import { LEAF_KINDS } from "@svc/log/leaf";
import { formatProof } from "@svc/log/proof_text";
import { hashReader } from "@svc/log/tiles";
import { proveConsistency, proveInclusion } from "@svc/log/tree";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import type { Db } from "../../../access/store/schema.ts";
import { tileReader } from "../../registry_log/head.ts";
import { logOf } from "../../registry_log/served.ts";
import { findReadable } from "../read/readable.ts";
import type {} from "../provenance/tables.ts";
import { currentEntries, openEntries } from "./open.ts";

/** `GET /api/v1/log/proof`: that the log has an event of an extension. */
export const proof = defineEndpoint({
  key: "log.proof",
  query: z.strictObject({
    name: NameField,
    version: VersionField.optional(),
    kind: z.enum(LEAF_KINDS as [string, ...string[]]).default("published"),
    from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()
      .describe("Size of the tree that the caller knows: proves that this one begins with it"),
  }),
  response: LogProof,
  errors: [
    "not_found",
    ...RESTRICTION_CODES,
    "log_disabled",
    "log_left_out",
    "log_lost",
    "unavailable",
  ],
  description:
    "The latest event of that kind, of the version where one is named; of the kind `key` that of the " +
    "key which signed the version. Entries of private " +
    "collectives are sealed: who may read the extension gets the leaf and the salt, and compares " +
    "SHA-256(salt ‖ leaf) with the `commit` of the entry.",
  async handle({ services, principal, query: { name, version, kind, from } }) {
    const { db } = services;
    const log = logOf(services);
    const found = await findReadable(db, principal, name, { deletedToo: true });
    const head = await log.served();
    const { size, epoch } = head.row;
    if (from !== undefined && from > size) {
      throw new SvcError("validation_failed", `The log has ${size} entries, not ${from}`, {
        hint: "Who was shown a larger one has the proof that the log was changed: keep it.",
      });
    }
    const signer = kind === "key" && version !== undefined
      ? await signerOf(db, found.extension.id, version)
      : undefined;
    let rows = currentEntries(db).where("kind", "=", kind).where("idx", "<", size);
    if (signer !== undefined) rows = aboutKey(rows, signer);
    else {
      rows = rows.where("extension_id", "=", found.extension.id)
        // One that everybody reads before a sealed one.
        .orderBy((row) => row.case().when("salt", "is", null).then(0).else(1).end());
      if (version !== undefined) rows = rows.where("version", "=", version);
    }
    const row = await rows.orderBy("idx", "desc").limit(1).executeTakeFirst();
    const [entry] = await openEntries(db, principal, row === undefined ? [] : [row]);
    if (row === undefined || entry === undefined) {
      const isLeftOut = found.collective.private && services.config.logPrivate === "off";
      throw isLeftOut ? leftOut(name) : notLogged(name, version, kind);
    }
    const read = hashReader(tileReader(db, epoch), size);
    const consistency = from === undefined ? [] : await proveConsistency(read, from, size);
    return {
      proof: formatProof({
        extra: new TextEncoder().encode(row.entry),
        index: row.idx,
        proof: await proveInclusion(read, size, row.idx),
        checkpoint: head.note,
      }),
      consistency: consistency.map((hash) => hash.toBase64()),
      leaf: entry.leaf,
      salt: entry.salt,
    };
  },
});

/** The registered key that signed a version; undefined when none did. */
async function signerOf(db: Db, extensionId: string, version: string) {
  return await db.selectFrom("extension_version")
    .innerJoin("provenance", "provenance.version_id", "extension_version.id")
    .innerJoin("signing_key", "signing_key.id", "provenance.signing_key_id")
    .select(["signing_key.collective_id", "signing_key.hint"])
    .where("extension_id", "=", extensionId).where("version", "=", version).executeTakeFirst();
}

/** The events of a collective's key: a leaf has no other member that holds its hint. */
function aboutKey(
  rows: ReturnType<typeof currentEntries>,
  { collective_id, hint }: { collective_id: string; hint: string },
) {
  return rows.where("collective_id", "=", collective_id)
    .where((row) => row(row.fn.coalesce("body", "entry"), "like", `%"hint":"${hint}"%`));
}

function leftOut(name: string): SvcError {
  return new SvcError("log_left_out", `The log leaves ${name} out, as its collective is private`, {
    hint: "The registry's operator decides so, with SVC_LOG_PRIVATE.",
  });
}

function notLogged(name: string, version: string | undefined, kind: string): SvcError {
  const what = version === undefined ? name : `${name}@${version}`;
  return new SvcError("not_found", `The log has nothing '${kind}' of ${what}`, {
    hint: "An event is in the log a few seconds after it happened, at most a day.",
  });
}
