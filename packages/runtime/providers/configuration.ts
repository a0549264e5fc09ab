import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { visibleName } from "@svc/core/text";
import type { JsonSchema, ProviderDescriptor } from "@svc/core/descriptor";
import type { ProviderKind } from "../extension/describe/record.ts";
import { literalSecret } from "../repository/inputs/sensitive.ts";
import { holdsExpression } from "../repository/inputs/template.ts";
import type { Repository } from "../repository/repository.ts";
import { schemaChecker } from "../base/schema/check.ts";
import { argumentsReading } from "../base/schema/input_reading.ts";
import { findProvider, type FoundProvider } from "./find.ts";
import type { ProviderSubject } from "./subject.ts";

/**
 * Refuses a configuration that does not fit its type. Configurations are in git, so they hold no secret:
 * a datastore's may say where to read one, and a provider can read a variable that its manifest asks for.
 *
 * @throws SvcError `unknown_type`; `invalid_argument` naming each setting that does not fit;
 *   `vault_required` for a secret; `cancelled`
 */
export async function checkConfiguration(
  repository: Repository,
  kind: ProviderKind,
  { type, config }: { type: string; config: Record<string, unknown> },
  options: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  await assertConfiguration(await findProvider(repository, kind, type), { config }, options.signal);
}

/** As {@linkcode checkConfiguration}, for a type that was found. */
export async function assertConfiguration(
  { kind, provider }: FoundProvider,
  { config, written }: Pick<ProviderSubject, "config" | "written">,
  signal?: AbortSignal,
): Promise<void> {
  const { type, configSchema } = provider;
  const inFile = written ?? config;
  if (kind === "vault" && holdsExpression(inFile)) {
    throw new SvcError("invalid_argument", `The configuration of ${type} has an expression`, {
      hint:
        "Write plain values. A token belongs in an environment variable that the extension reads.",
    });
  }
  const secret = literalSecret(configSchema ?? {}, inFile);
  if (secret !== undefined) {
    throw new SvcError(
      "vault_required",
      `'${secret.place}' of ${type} is a secret, and the configuration is in git`,
      { hint: SECRET_HINTS[kind](secret.place) },
    );
  }
  if (configSchema === undefined) return;
  const unknown = unknownSettings(configSchema, inFile);
  if (unknown.length > 0) {
    throw invalid(
      kind,
      provider,
      unknown.map((path) => ({ path, message: "is not a setting of it" })),
    );
  }
  // What its expressions give is known only once it is opened.
  if (written === undefined && holdsExpression(config)) return;
  await using checker = schemaChecker();
  const reading = argumentsReading(configSchema, provider.configInput);
  const problems = await checker.problems(reading, config, signal);
  if (problems.length > 0) throw invalid(kind, provider, problems);
}

const SECRET_HINTS: Readonly<Record<ProviderKind, (place: string) => string>> = {
  vault: () => "Remove it and set the environment variable that the extension reads.",
  datastore: (place) =>
    `Say where it is read: --config '${place}=\${{ env.NAME }}' or ` +
    `--config '${place}=\${{ vault.get(vault, KEY) }}'.`,
};

/** Zod drops what it does not know; a person who mistyped a setting wants to hear of it. */
function unknownSettings(schema: JsonSchema, config: Record<string, unknown>): string[] {
  const { type, properties, additionalProperties } = schema as {
    type?: unknown;
    properties?: Record<string, unknown>;
    additionalProperties?: unknown;
  };
  if (type !== "object" || properties === undefined || additionalProperties) return [];
  return Object.keys(config).filter((name) => !Object.hasOwn(properties, name));
}

/** The refusal of a configuration, with a line for each setting. */
export function invalid(
  kind: ProviderKind,
  { type, configSchema = {} }: ProviderDescriptor,
  problems: readonly { path: string; message: string }[],
): SvcError {
  const lines = problems.map(({ path, message }) =>
    `  ${path === "" ? "" : `${path}: `}${message}`
  );
  const properties = isRecord(configSchema["properties"]) ? configSchema["properties"] : {};
  const settings = Object.keys(properties).map((name) => visibleName(name)).join(", ");
  return new SvcError(
    "invalid_argument",
    [`Invalid configuration for the ${kind} type ${type}:`, ...lines].join("\n"),
    { details: problems, hint: `Its settings are: ${settings || "none"}.` },
  );
}
