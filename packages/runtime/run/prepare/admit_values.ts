import { type Grant, grantText, placeholderOf } from "@svc/core/permission";
import {
  admitPlaceholders,
  allowOf,
  assertNoSecret,
  literalsOf,
  type PlaceholderValue,
} from "../../consent/admission/values.ts";
import type { RunVaults } from "../calls/run_vaults.ts";
import { localName } from "../../consent/decide.ts";
import type { KnownValues } from "../../consent/values.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import type { RunArguments } from "./arguments.ts";
import type { Order } from "../order/order.ts";
import type { Person } from "../order/person.ts";

/** The run whose placeholders are looked at. */
interface RunValues {
  repository: Repository;
  found: FoundDefinition;
  resolved: ResolvedType;
  args: RunArguments;
  order: Order;
  person: Pick<Person, "onGrant" | "allowRequested">;
  vaults: Pick<RunVaults, "values">;
}

/**
 * Lets `${globalArgs.NAME}` among the grants stand only for what the person knows of, as
 * {@linkcode admitPlaceholders} does. Known are also what was typed for this run, and what a behavior
 * that the person made uses first.
 *
 * @throws SvcError `consent_required` when there is nobody to ask; what `onGrant` throws
 */
export async function admitValues(subject: RunValues): Promise<void> {
  const { repository, found, resolved, args, person } = subject;
  const { extension, graft, type, model } = resolved;
  await admitPlaceholders(repository, {
    record: resolved,
    name: extension ?? type.normalized,
    kept: localName({ extension, graft, type: type.normalized }),
    source: "globalArgs",
    given: { values: args.global, schema: model.globalArguments },
    user: found.definition.name,
    file: found.path.slice(repository.root.length + 1),
    onGrant: person.onGrant,
    allowRequested: person.allowRequested,
    isTrusted: (value, known) => isFirst(value, known, subject) || isTyped(value, subject),
    secretText: (placeholder, literal) => secretText(placeholder, literal, subject),
    hint: (values) => `Run it in a terminal to be asked, or with ${allowOf(values)}.`,
  });
}

/** What of an expression can give a secret. */
const MAY_GIVE_SECRETS = /\b(?:vault|self|model)\b|\bdata\s*\.\s*(?:latest|version)\b/;

/** @throws SvcError `invalid_argument` for a whole secret */
function secretText(
  placeholder: Grant,
  literal: Grant,
  { args, vaults }: RunValues,
): string | undefined {
  const { name } = placeholderOf(placeholder.kind, placeholder.entry)!;
  const written = args.written[name];
  const secret = vaults.values.length > 0 && args.global[name] !== written &&
    typeof written === "string" && MAY_GIVE_SECRETS.test(written);
  if (!secret) return undefined;
  assertNoSecret(placeholder, literal, vaults.values);
  return written;
}

/** The first value of a behavior that the person made; another extension can make automatic ones. */
function isFirst(
  { placeholder }: PlaceholderValue,
  known: KnownValues,
  { found, order }: RunValues,
): boolean {
  const of = known[grantText(placeholder)] ?? {};
  const isNew = !found.automatic && !Object.hasOwn(of, found.definition.name);
  return isNew && (!order.foreign || isWritten(placeholder, found));
}

/** True when no input can have to do with the value: it stands in the behavior as it is. */
function isWritten({ kind, entry }: Grant, { definition }: FoundDefinition): boolean {
  const written = definition.globalArguments[placeholderOf(kind, entry)!.name];
  return !JSON.stringify(written ?? null).includes("${{");
}

/** True when the person named it for this run themselves. */
function isTyped(
  { placeholder, literal }: PlaceholderValue,
  { resolved, order }: RunValues,
): boolean {
  if (order.parent !== undefined || order.foreign) return false;
  const name = placeholderOf(placeholder.kind, placeholder.entry)!.name;
  const typed = { ...order.inputs, ...order.typed };
  const schema = resolved.model.globalArguments;
  return Object.values(typed).some((value) =>
    literalsOf(placeholder, "globalArgs", { values: { [name]: value }, schema })
      .includes(literal.entry)
  );
}
