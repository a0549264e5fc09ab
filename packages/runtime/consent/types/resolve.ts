import type { TypeSearch } from "@svc/core/answer";
import { isSvcError, SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { meaning, ranked } from "@svc/core/text";
import { normalizeType, parseType } from "@svc/core/type";
import type { TypeRecord } from "../../extension/describe/record.ts";
import { parentOf } from "../../base/files/path.ts";
import { notPulledHint } from "../installed/not_pulled.ts";
import { listRecords, readRecord } from "../installed/records.ts";
import { settled } from "../installed/settle.ts";
import type { Repository } from "../../repository/repository.ts";
import { COMMAND_SHELL } from "./builtin.ts";
import { graftsOnto, withGrafts } from "./grafts.ts";
import { localTypes } from "./local.ts";
import type { ResolvedType } from "./resolved.ts";

const SHELL = siblingPath(import.meta, "builtin/shell.ts");

const BUILTIN: TypeRecord = {
  model: COMMAND_SHELL,
  permissions: { run: ["sh"] },
  origin: "builtin",
  folder: parentOf(SHELL),
  bundle: SHELL.slice(parentOf(SHELL).length + 1),
};

/**
 * The type an identifier names, with what other modules add to it: built in (nothing is added to
 * those), else from the repository's own `extensions/`, else pulled.
 *
 * @throws SvcError `invalid_name`; `unknown_type` with how to search for it and pull it.
 */
export async function resolveType(
  repository: Repository | undefined,
  text: string,
): Promise<ResolvedType> {
  const type = parseType(text);
  if (type.normalized === COMMAND_SHELL.type) return { type, ...BUILTIN };
  if (repository === undefined) throw unknownType(type.raw, type.normalized, {});
  const local = await localTypes(repository);
  await settled(repository);
  const found = local.types[type.normalized] ?? await readRecord(repository, type.normalized);
  if (found !== undefined) return await withGrafts(repository, { type, ...found }, local);
  throw unknownType(type.raw, type.normalized, {
    failures: local.failures,
    grafts: await graftsOnto(repository, type.normalized, local),
    install: await notPulledHint(repository, type.normalized),
    meant: await nearTypes(repository, type.normalized),
  });
}

/** As {@linkcode resolveType}; undefined for a type that is not here. */
export async function typeIfHere(
  repository: Repository,
  text: string,
): Promise<ResolvedType | undefined> {
  try {
    return await resolveType(repository, text);
  } catch (error) {
    if (isSvcError(error) && error.code === "unknown_type") return undefined;
    throw error;
  }
}

/** Every type this repository can use whose name contains `query`, sorted. */
export async function listTypes(
  repository: Repository | undefined,
  query = "",
): Promise<TypeSearch> {
  const records = new Map<string, TypeRecord>([[COMMAND_SHELL.type, BUILTIN]]);
  if (repository !== undefined) {
    await settled(repository);
    for (const [type, record] of await listRecords(repository)) records.set(type, record);
    const { types } = await localTypes(repository);
    for (const [type, record] of Object.entries(types)) records.set(type, record);
  }
  const wanted = query.trim().toLowerCase();
  return {
    query,
    results: [...records].filter(([type]) => type.includes(wanted))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, record]) => ({
        raw: record.model.type,
        normalized: normalizeType(type),
        version: record.model.version,
        origin: record.origin,
        ...(record.extension === undefined ? {} : { extension: record.extension }),
      })),
  };
}

/** `Did you mean …?` with types of the repository. One without a collective is compared with their last parts. */
async function nearTypes(repository: Repository, given: string): Promise<string | undefined> {
  const { results } = await listTypes(repository);
  return meaning(ranked(results.map(({ normalized: candidate }) => {
    const compared = given.includes("/") ? candidate : candidate.slice(candidate.indexOf("/") + 1);
    return { candidate, given, compared };
  })));
}

/** Sources that could not be loaded which are listed one by one. */
const LISTED = 5;

function unknownType(
  raw: string,
  normalized: string,
  { failures = [], grafts = [], install, meant }: {
    failures?: readonly string[];
    grafts?: readonly string[];
    install?: string | undefined;
    meant?: string | undefined;
  },
): SvcError {
  const words = normalized.replace(/^@?[^/]*\//, "").replaceAll("/", " ");
  const then = normalized.includes("/")
    ? "; then pull that"
    : "; the full name has a collective: @collective/name";
  const more = failures.length - LISTED;
  const broken = failures.length === 0 ? "" : [
    "\nThese sources of this repository could not be loaded:",
    ...failures.slice(0, LISTED),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n");
  const added = grafts.length === 0
    ? ""
    : `\n${[...new Set(grafts)].join(", ")} adds to it, but the type itself is not here.`;
  return new SvcError("unknown_type", `Unknown type: ${raw}${added}${broken}`, {
    hint: install ??
      `${meant === undefined ? "Find" : `${meant} Else find`} the extension that has it ` +
        `with 'svc extension search ${words}'${then}.`,
  });
}
