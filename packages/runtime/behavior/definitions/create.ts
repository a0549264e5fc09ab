import { methodSummary } from "../../consent/types/description.ts";
import type { JsonSchema, MethodDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { schemaLine } from "@svc/core/file_schema";
import { assertDefinitionName } from "@svc/core/name";
import { parentOf } from "../../base/files/path.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { coerceInputs } from "../../repository/inputs/coerce.ts";
import { type LiteralSecret, literalSecret } from "../../repository/inputs/sensitive.ts";
import { holdsExpression } from "../../repository/inputs/template.ts";
import { lockRepository } from "../../repository/lock.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { schemaChecker } from "../../base/schema/check.ts";
import { argumentsReading } from "../../base/schema/input_reading.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import type { Definition } from "../../repository/definitions/definition.ts";
import { tryFindDefinition } from "../../repository/definitions/find.ts";
import { assertKnownArguments } from "./known_arguments.ts";
import { assertNoMergeKey, fitting } from "../../repository/definitions/rewrite.ts";

/** What to create. */
interface CreateRequest {
  /** The type, in any spelling. */
  type: string;
  name: string;
  globalArguments?: Record<string, unknown>;
  tags?: Record<string, string>;
  /** True when a direct run makes it; it then stands in `.svc/auto-definitions`. */
  automatic?: boolean;
  signal?: AbortSignal | undefined;
}

/** `svc behavior create` (runtime reference 3.2). */
export interface CreateResult {
  id: string;
  type: string;
  name: string;
  /** Absolute. */
  path: string;
  version: number;
  globalArguments?: JsonSchema;
  methods: Pick<MethodDescriptor, "name" | "description" | "arguments">[];
}

/**
 * Writes a new behavior.
 *
 * @throws SvcError `unknown_type`, `invalid_name`, `already_exists`,
 *   `unknown_argument`, `invalid_argument`; `vault_required` for a secret given in the clear;
 *   `cancelled`.
 */
export async function createDefinition(
  repository: Repository,
  request: CreateRequest,
): Promise<CreateResult> {
  const resolved = await resolveType(repository, request.type);
  assertDefinitionName(request.name);
  const schema = resolved.model.globalArguments;
  const globalArguments = coerceInputs(request.globalArguments ?? {}, schema ?? {});
  await checkGlobalArguments(resolved, globalArguments, request.signal);

  await using _lock = await lockRepository(repository, { file: "definitions.lock" });
  const taken = await tryFindDefinition(repository, request.name);
  if (taken) {
    throw new SvcError("already_exists", `Behavior already exists: ${request.name}`, {
      hint: `It is of type ${taken.definition.type}. Choose another name, ` +
        `or remove it with 'svc behavior delete ${request.name}'.`,
    });
  }
  const definition: Definition = {
    type: resolved.model.type,
    typeVersion: resolved.model.version,
    id: crypto.randomUUID(),
    name: request.name,
    version: 1,
    tags: request.tags ?? {},
    globalArguments,
    methods: {},
  };
  const folder = request.automatic ? ".svc/auto-definitions" : "behaviors";
  const path = ownPath(
    repository.root,
    `${folder}/${resolved.type.normalized}/${request.name}.yaml`,
  );
  await assertFree(path, request.name);
  await writeDefinition(
    path,
    definition,
    request.automatic ? "" : await firstLine(repository, resolved, path),
  );
  return {
    id: definition.id,
    type: resolved.type.normalized,
    name: definition.name,
    path,
    version: definition.version,
    ...(schema === undefined ? {} : { globalArguments: schema }),
    methods: resolved.model.methods.map(methodSummary),
  };
}

/** The name stands in the file: one that is called like the new behavior may hold another. */
async function assertFree(path: string, name: string): Promise<void> {
  if (await lstatIfPresent(path) === undefined) return;
  throw new SvcError("already_exists", `${path} already exists with other content`, {
    hint: `Rename that file, or choose another name than '${name}'.`,
  });
}

/** Names the schema of its type to editors. */
async function firstLine(
  repository: Repository,
  resolved: ResolvedType,
  path: string,
): Promise<string> {
  const { writeTypeSchema } = await import("./editor_schema.ts");
  return schemaLine(await writeTypeSchema(repository, resolved, path));
}

/** Writes a new definition file in the order of keys people know. */
async function writeDefinition(
  path: string,
  definition: Definition,
  line: string,
): Promise<void> {
  assertNoMergeKey(definition, path);
  const { stringify } = await import("yaml");
  await Deno.mkdir(parentOf(path), { recursive: true });
  await writeAtomic(
    path,
    fitting(line + stringify(definition, { lineWidth: 0, schema: "yaml-1.1" }), path),
  );
}

/** Refuses global arguments that the type does not declare or that do not fit its schema. */
export async function checkGlobalArguments(
  resolved: ResolvedType,
  globalArguments: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const type = resolved.type.normalized;
  const schema = resolved.model.globalArguments ?? {};
  assertKnownArguments(resolved, globalArguments);
  const secret = literalSecret(schema, globalArguments);
  if (secret !== undefined) throw vaultRequired(secret);
  // What an expression will give is known only when it runs.
  if (holdsExpression(globalArguments)) return;
  await using checker = schemaChecker();
  const reading = argumentsReading(schema, resolved.model.globalInput);
  const problems = await checker.problems(reading, globalArguments, signal);
  if (problems.length === 0) return;
  throw new SvcError(
    "invalid_argument",
    `Invalid global arguments for type '${type}':\n${
      problems.map(({ path, message }) => `  ${path}: ${message}`).join("\n")
    }`,
    {
      details: problems,
      hint:
        `Set each with --global-arg <name>=<value>; 'svc model type describe ${type}' explains them.`,
    },
  );
}

function vaultRequired({ place, why }: LiteralSecret): SvcError {
  return why === undefined
    ? new SvcError("vault_required", `'${place}' is a secret and is not written to a file`, {
      hint:
        `Refer to it instead: --global-arg '${place}=\${{ vault.get(main, KEY) }}' takes it from ` +
        "the vault 'main', ${{ env.NAME }} from the environment of each run.",
    })
    : new SvcError("vault_required", `'${place}' is not written to a file: ${why}`, {
      hint:
        "Remove it, or ask the publisher of the extension for a version that marks its secrets.",
    });
}
