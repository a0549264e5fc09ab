import { parseExtensionName } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { NewPublisher, type PublisherProvider } from "@svc/core/wire";
import type { z } from "zod";
import { type BoundField, type Provider, PROVIDERS } from "./providers/mod.ts";
import { parseRefRule } from "./ref_rule.ts";

/** A publisher as it is asked for. */
type Asked = z.output<typeof NewPublisher>;

/** Claims that say nothing of who runs the job, or are checked by themselves. */
const NO_CONDITIONS = new Set(["iss", "aud", "exp", "iat", "nbf", "jti"]);

/** Conditions on claims a publisher may have, the one that never changes hands included. */
const MOST_CLAIMS = 10;

/** What a publisher is bound to, as it is stored: checked and written in one way. */
export interface PublisherBinding {
  names: Readonly<Record<string, string>>;
  ids: Readonly<Record<string, string>> | null;
  workflow: string | null;
  reusable: string | null;
  environment: string | null;
  refRule: string;
  events: readonly string[];
  runnerRule: "hosted" | "any";
}

/**
 * Checks what a publisher is asked to be bound to against what its provider's tokens say.
 *
 * @throws SvcError `validation_failed` with a detail for each field
 */
export function publisherBinding(asked: Asked, slug: string): PublisherBinding {
  const provider = PROVIDERS[asked.provider];
  const details: { path: string; message: string }[] = [];
  const wrong = (path: string, message: string) => void details.push({ path, message });
  if (parseExtensionName(asked.extension).collective !== slug) {
    wrong("extension", `must begin with @${slug}/`);
  }
  const names = provider.names === "claims"
    ? conditions(asked.names, asked.ids, wrong)
    : fieldsOf("names", provider.names, asked.names, wrong);
  const ids = asked.ids === undefined || provider.names === "claims"
    ? asked.ids
    : fieldsOf("ids", provider.ids, asked.ids, wrong);
  if (provider.idsGiven && ids === undefined) wrong("ids", "is needed");
  const { parts, defaults } = provider;
  for (const part of ["workflow", "reusable", "environment"] as const) {
    if (asked[part] !== undefined && !parts.has(part)) wrong(part, notTold(provider));
  }
  if (asked.events !== undefined && !parts.has("events")) wrong("events", notTold(provider));
  if (asked.runnerRule === "hosted" && !parts.has("runner")) wrong("runnerRule", notTold(provider));
  const never = asked.events?.filter((event) => provider.neverEvents.has(event)) ?? [];
  if (never.length > 0) wrong("events", `${never.join(", ")} can be caused by strangers`);
  const refRule = asked.refRule ?? defaults.refRule;
  const rule = parseRefRule(refRule);
  if (rule === undefined || !provider.refRules.includes(rule.kind)) {
    wrong(
      "refRule",
      `must be one of: ${provider.refRules.map((kind) => REF_FORMS[kind]).join(", ")}`,
    );
  }
  const bound: PublisherBinding = {
    names,
    ids: ids ?? null,
    workflow: workflowOf(provider, asked, wrong),
    reusable: asked.reusable ?? null,
    environment: asked.environment ?? null,
    refRule,
    events: asked.events ?? defaults.events,
    runnerRule: asked.runnerRule ?? defaults.runnerRule,
  };
  if (bound.reusable !== null && !REUSABLE.test(bound.reusable)) {
    wrong(
      "reusable",
      "must be owner/repository/.github/workflows/FILE.yml, with @ and a commit or not",
    );
  }
  if (details.length === 0) return bound;
  throw new SvcError("validation_failed", "The publisher is not valid", {
    hint: details.map(({ path, message }) => `${path} ${message}`).join("; "),
    details,
  });
}

const REF_FORMS = {
  any: "any",
  protected: "protected",
  branch: "branch:NAME",
  tag: "tag:v{version}",
} as const;

const REUSABLE =
  /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+\/\.github\/workflows\/[^/@\s]+\.ya?ml(?:@[0-9a-f]{40})?$/;

type Wrong = (path: string, message: string) => void;

function notTold({ title }: Provider): string {
  return `cannot be asked for: tokens of ${title} do not tell it`;
}

function fieldsOf(
  path: "names" | "ids",
  fields: readonly BoundField[],
  given: Readonly<Record<string, string>>,
  wrong: Wrong,
): Record<string, string> {
  const known = fields.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) wrong(`${path}.${name}`, `is not known; give ${known.join(", ")}`);
  }
  return Object.fromEntries(fields.map(({ name, pattern, example }) => {
    const value = Object.hasOwn(given, name) ? given[name]! : "";
    if (!pattern.test(value)) {
      wrong(`${path}.${name}`, `must look like ${example === "" ? String(pattern) : example}`);
    }
    return [name, value];
  }));
}

function conditions(
  names: Readonly<Record<string, string>>,
  ids: Readonly<Record<string, string>> | undefined,
  wrong: Wrong,
): Readonly<Record<string, string>> {
  const all = [...Object.keys(names), ...Object.keys(ids ?? {})];
  if (Object.keys(ids ?? {}).length !== 1) {
    wrong("ids", "must be the one claim that never changes hands, with its value");
  }
  if (all.length > MOST_CLAIMS) wrong("names", `must be at most ${MOST_CLAIMS} claims in all`);
  const useless = all.filter((claim) => NO_CONDITIONS.has(claim));
  if (useless.length > 0) wrong("names", `${useless.join(", ")} says nothing of who runs the job`);
  return names;
}

function workflowOf(provider: Provider, { workflow }: Asked, wrong: Wrong): string | null {
  if (provider.workflow === undefined) return null;
  if (workflow === undefined && provider.parts.has("workflow")) {
    wrong("workflow", `is needed, such as ${provider.workflow.example}`);
    return null;
  }
  const path = provider.workflow.normal(workflow!);
  if (path === undefined) wrong("workflow", `must look like ${provider.workflow.example}`);
  return path ?? null;
}

/** What names or ids are found by: one text, folded, as hosts do not tell two cases of a name apart. */
export function placeOf(
  provider: PublisherProvider,
  fields: Readonly<Record<string, string>>,
): string {
  const { names } = PROVIDERS[provider];
  if (names === "claims") return "*";
  return Object.keys(fields).sort().map((name) => fields[name]!.toLowerCase()).join(" ");
}
