import { isSvcError, SvcError } from "@svc/core/error";
import {
  asGrants,
  asPermissions,
  covers,
  type Grant,
  grantText,
  type Permissions,
  placeholderOf,
  shownPermissions,
} from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { localName } from "../consent/decide.ts";
import { keepValues, type KnownValues, knownValues } from "../consent/values.ts";
import type { FoundDefinition } from "../definitions/definition.ts";
import type { RunVaults } from "../calls/run_vaults.ts";
import { withoutPlaceholders } from "../permissions/placeholders.ts";
import { placesOf } from "../repository/places.ts";
import type { Repository } from "../repository/repository.ts";
import type { ResolvedType } from "../types/resolved.ts";
import type { RunArguments } from "./arguments.ts";
import { type GrantRequest, grantRequired } from "./grant_request.ts";
import type { RunRequest } from "./request.ts";

/** The run whose placeholders are looked at. */
interface ValueSubject {
  repository: Repository;
  found: FoundDefinition;
  resolved: ResolvedType;
  args: RunArguments;
  request: RunRequest;
  vaults: Pick<RunVaults, "values">;
}

/** A placeholder among the grants, and what it stands for in this run. */
interface Value {
  placeholder: Grant;
  literal: Grant;
  /** What is shown and kept of it: where secrets flow into it, the argument as it is written. */
  known: string;
  secret: boolean;
}

/**
 * Lets `${globalArgs.NAME}` among the grants stand only for what the person knows of. Its value comes
 * from a definition, which git or another extension can change after the grant. Known are the default,
 * which was shown; what is granted by itself; what was typed for this run; what a behavior has used
 * before; and what a behavior that the person made uses first. For anything else they are asked.
 *
 * @throws SvcError `consent_required` when there is nobody to ask; what `onGrant` throws
 */
export async function admitValues(subject: ValueSubject): Promise<void> {
  const { repository, found, resolved, request } = subject;
  const values = valuesOf(subject);
  if (values.length === 0) return;
  const { name: behavior } = found.definition;
  const { origin, extension, graft, type } = resolved;
  const name = `${origin}:${localName({ extension, graft, type: type.normalized })}`;
  const known = await knownValues(repository, name);
  const fresh = values.filter(({ placeholder, known: one }) =>
    !usedBy(known, placeholder).some((value) => value === one)
  );
  if (fresh.length === 0) return;
  const asked = fresh.filter((value) =>
    !isFirst(value, known, subject) && !isTyped(value, subject)
  );
  if (asked.length > 0) {
    if (request.allowRequested) return;
    await ask(asked, subject);
  }
  if (repository.config === undefined) return;
  const kept = fresh.map(({ placeholder, known: value }) => ({
    permission: grantText(placeholder),
    value,
  }));
  await keepValues(repository, name, behavior, kept);
}

/** What stands for something else than its default and than what is granted by itself. */
function valuesOf(subject: ValueSubject): Value[] {
  const { repository, resolved, args } = subject;
  const places = placesOf(repository);
  const all = asGrants(resolved.permissions);
  const named = asPermissions(all.filter(({ kind, entry }) => !placeholderOf(kind, entry)));
  return all.filter(({ kind, entry }) => placeholderOf(kind, entry)?.source === "globalArgs")
    .flatMap((placeholder) => {
      const defaults = literalsOf(placeholder, {}, resolved);
      const { kind } = placeholder;
      return literalsOf(placeholder, args.global, resolved)
        .filter((entry) => !defaults.includes(entry))
        .map((entry) => valueOf(placeholder, { kind, entry }, subject))
        .filter(({ literal }) => !covers(named, literal, places));
    });
}

/**
 * @throws SvcError `invalid_argument` for a whole secret: what is granted stands on the command line of
 *   the method's process, which others of the machine see
 */
function valueOf(placeholder: Grant, literal: Grant, { args, vaults }: ValueSubject): Value {
  const { name } = placeholderOf(placeholder.kind, placeholder.entry)!;
  const written = args.written[name];
  const secret = vaults.values.length > 0 && args.global[name] !== written &&
    typeof written === "string" && /\b(?:vault|self|model)\b/.test(written);
  if (!secret) return { placeholder, literal, known: literal.entry, secret };
  if (vaults.values.some((value) => value !== "" && literal.entry.includes(value.trim()))) {
    throw new SvcError(
      "invalid_argument",
      `globalArgs.${name}, which ${placeholder.kind} is granted to, is a secret of a vault: ` +
        "what is granted stands on the command line of the method's process, where others can read it",
      { hint: "Write it into the behavior, or keep it with its password as one URL in the vault." },
    );
  }
  return { placeholder, literal, known: written, secret };
}

/** What an entry stands for under these arguments; nothing for a value that the sandbox will refuse. */
function literalsOf(
  { kind, entry }: Grant,
  globalArguments: Record<string, unknown>,
  { model }: ResolvedType,
): readonly string[] {
  const values = {
    globalArguments,
    globalSchema: model.globalArguments,
    env: () => undefined,
    places: {},
  };
  try {
    return withoutPlaceholders({ [kind]: [entry] } as Permissions, values)[kind] ?? [];
  } catch (error) {
    if (isSvcError(error)) return [];
    throw error;
  }
}

function usedBy(known: KnownValues, placeholder: Grant): string[] {
  const of = known[grantText(placeholder)] ?? {};
  return Object.values(of).flat();
}

/** The first value of a behavior that the person made; another extension can make automatic ones. */
function isFirst({ placeholder }: Value, known: KnownValues, { found }: ValueSubject): boolean {
  const of = known[grantText(placeholder)] ?? {};
  return !found.automatic && !Object.hasOwn(of, found.definition.name);
}

/** True when the person named it for this run themselves. */
function isTyped({ placeholder, literal }: Value, { resolved, request }: ValueSubject): boolean {
  if (request.parent !== undefined) return false;
  const name = placeholderOf(placeholder.kind, placeholder.entry)!.name;
  const typed = { ...request.inputs, ...request.typed };
  return Object.values(typed).some((value) =>
    literalsOf(placeholder, { [name]: value }, resolved).includes(literal.entry)
  );
}

async function ask(values: readonly Value[], subject: ValueSubject): Promise<void> {
  const { found, resolved, request: { onGrant } } = subject;
  const places = placesOf(subject.repository);
  const allow = values.some(({ secret }) => secret)
    ? "--allow-all-requested"
    : values.map(({ literal }) => `--allow ${grantText(literal)}`).join(" ");
  const request: GrantRequest = {
    extension: resolved.extension ?? resolved.type.normalized,
    version: resolved.extensionVersion ?? "",
    manifest: visibleName(found.path.slice(subject.repository.root.length + 1)),
    asked: values.map(({ placeholder, literal, known, secret }) => ({
      ...(secret ? placeholder : literal),
      declared: false,
      found: [],
      line: `${
        secret
          ? `${literal.kind} what is in ${visibleName(known)}`
          : shownPermissions(asPermissions([literal]), [], places)[0]!
      }, which ${visibleName(placeholder.entry)} has not stood for before`,
    })),
    computed: [],
    omitted: 0,
    more: true,
    allow,
  };
  if (onGrant !== undefined) return await onGrant(request);
  throw grantRequired(request, `Run it on a terminal to be asked, or with ${allow}.`);
}
