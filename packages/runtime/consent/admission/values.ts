import { isSvcError, SvcError } from "@svc/core/error";
import {
  asGrants,
  asPermissions,
  covers,
  type Grant,
  grantText,
  type Permissions,
  type Placeholder,
  placeholderOf,
} from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { keepValues, type KnownValues, knownValues } from "../values.ts";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { type PlaceholderInput, withoutPlaceholders } from "../permissions/placeholders.ts";
import { showing } from "../policy/question.ts";
import { baseFolders } from "../../repository/base_folders.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Admission } from "./admit.ts";
import { type GrantRequest, grantRequired } from "./grant_request.ts";

/** A placeholder among the grants, and what it stands for now. */
export interface PlaceholderValue {
  placeholder: Grant;
  literal: Grant;
  /** What is shown and kept of it: where secrets flow into it, the value as it is written. */
  known: string;
  /** True where secrets flow into it. */
  secret: boolean;
}

/** Whose placeholders are looked at. */
interface ValueSubject extends Pick<Admission, "onGrant" | "allowRequested"> {
  record: Pick<ModuleRecord, "origin" | "extensionVersion"> & { permissions: Permissions };
  /** The extension, or what stands for it where there is none. */
  name: string;
  /** The name under which decisions about sources of the repository's own are kept (`localName`). */
  kept: string;
  /** Where the values come from. */
  source: Exclude<Placeholder["source"], "env">;
  given: PlaceholderInput;
  /** Who sets them: the name of a behavior. */
  user: string;
  /** The file that sets them, for people. */
  file: string;
  /** As it is written in its file, for a value that secrets flow into; throws for one that may not be. */
  secretText?(placeholder: Grant, literal: Grant): string | undefined;
  /** True for a value that needs no question. */
  isTrusted?(value: PlaceholderValue, known: KnownValues): boolean;
  /** Said in the error when there is nobody to ask: how the person can allow these values. */
  hint(values: readonly PlaceholderValue[]): string;
}

/**
 * Lets placeholders among the grants stand only for what the person knows of. A value comes from a
 * file, which git or another extension can change after the grant. Known are the default, which was
 * shown; what is granted by itself; what this user of it has used before; and what the subject trusts.
 * For anything else they are asked.
 *
 * @throws SvcError `consent_required` when there is nobody to ask; what `onGrant` throws
 */
export async function admitPlaceholders(
  repository: Repository,
  subject: ValueSubject,
): Promise<void> {
  const values = valuesOf(repository, subject);
  if (values.length === 0) return;
  const name = valuesName(subject);
  const known = await knownValues(repository, name);
  const fresh = values.filter(({ placeholder, known: one }) =>
    !usedBy(known, placeholder).some((value) => value === one)
  );
  if (fresh.length === 0) return;
  const asked = fresh.filter((value) => !subject.isTrusted?.(value, known));
  if (asked.length > 0) {
    if (subject.allowRequested) return;
    await ask(asked, repository, subject);
  }
  await keep(repository, name, subject.user, fresh);
}

/** Keeps what the placeholders stand for as known, for a person who has just said so themselves. */
export async function trustPlaceholders(
  repository: Repository,
  subject: Omit<ValueSubject, "file" | "hint">,
): Promise<void> {
  await keep(repository, valuesName(subject), subject.user, valuesOf(repository, subject));
}

/** What an entry stands for under these values; nothing for a value that the sandbox will refuse. */
export function literalsOf(
  { kind, entry }: Grant,
  source: ValueSubject["source"],
  given: PlaceholderInput,
): readonly string[] {
  const values = { [source]: given, env: () => undefined, places: {} };
  try {
    return withoutPlaceholders({ [kind]: [entry] } as Permissions, values)[kind] ?? [];
  } catch (error) {
    if (isSvcError(error)) return [];
    throw error;
  }
}

/**
 * Refuses a whole secret as what is granted: it stands on the command line of the process, which others
 * of the machine see.
 *
 * @throws SvcError `invalid_argument`
 */
export function assertNoSecret(
  placeholder: Grant,
  literal: Grant,
  secrets: readonly string[],
): void {
  // The name of a host is granted in small letters.
  const entry = literal.entry.toLowerCase();
  const isWithin = (value: string) => value !== "" && entry.includes(value.trim().toLowerCase());
  if (!secrets.some(isWithin)) return;
  const { source, name } = placeholderOf(placeholder.kind, placeholder.entry)!;
  throw new SvcError(
    "invalid_argument",
    `${source}.${name}, which ${placeholder.kind} is granted to, is a secret of a vault: ` +
      "what is granted stands on the command line of the process, where others can read it",
    { hint: "Write it in plain text, or store it with its password as one URL in the vault." },
  );
}

function valuesName({ record, kept }: Pick<ValueSubject, "record" | "kept">): string {
  return `${record.origin}:${kept}`;
}

async function keep(
  repository: Repository,
  name: string,
  user: string,
  values: readonly PlaceholderValue[],
): Promise<void> {
  if (repository.config === undefined || values.length === 0) return;
  const kept = values.map(({ placeholder, known }) => ({
    permission: grantText(placeholder),
    value: known,
  }));
  await keepValues(repository, name, user, kept);
}

/** What stands for something else than its default and than what is granted by itself. */
function valuesOf(
  repository: Repository,
  { record, source, given, secretText }: Pick<
    ValueSubject,
    "record" | "source" | "given" | "secretText"
  >,
): PlaceholderValue[] {
  const places = baseFolders(repository);
  const all = asGrants(record.permissions);
  const named = asPermissions(all.filter(({ kind, entry }) => !placeholderOf(kind, entry)));
  return all.filter(({ kind, entry }) => placeholderOf(kind, entry)?.source === source)
    .flatMap((placeholder) => {
      const defaults = literalsOf(placeholder, source, { ...given, values: {} });
      const { kind } = placeholder;
      return literalsOf(placeholder, source, given)
        .filter((entry) => !defaults.includes(entry))
        .map((entry): PlaceholderValue => {
          const literal = { kind, entry };
          const written = secretText?.(placeholder, literal);
          return { placeholder, literal, known: written ?? entry, secret: written !== undefined };
        })
        .filter(({ literal }) => !covers(named, literal, places));
    });
}

function usedBy(known: KnownValues, placeholder: Grant): string[] {
  const of = known[grantText(placeholder)] ?? {};
  return Object.values(of).flat();
}

/** The options that allow values for one run. */
export function allowOf(values: readonly PlaceholderValue[]): string {
  return values.some(({ secret }) => secret)
    ? "--allow-all-requested"
    : values.map(({ literal }) => `--allow ${grantText(literal)}`).join(" ");
}

async function ask(
  values: readonly PlaceholderValue[],
  repository: Repository,
  { record, name, file, onGrant, hint }: ValueSubject,
): Promise<void> {
  const shown = await showing([], baseFolders(repository));
  const request: GrantRequest = {
    extension: name,
    version: record.extensionVersion ?? "",
    manifest: visibleName(file),
    asked: values.map(({ placeholder, literal, known, secret }) => {
      const one = shown(secret ? placeholder : literal);
      const what = secret ? `${literal.kind} what is in ${visibleName(known)}` : one.line;
      return {
        ...one,
        declared: false,
        found: [],
        line: `${what}, a new value of ${visibleName(placeholder.entry)}`,
      };
    }),
    computed: [],
    omitted: 0,
    more: true,
    allow: allowOf(values),
  };
  // No value can be left out: the run would go on with it.
  if (onGrant !== undefined && (await onGrant(request) ?? []).length === 0) return;
  throw grantRequired(request, hint(values));
}
