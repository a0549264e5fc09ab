import type { ResourceOverride } from "@svc/core/answer";
import type { DataOutputSpec, FileSpec, ResourceSpec } from "@svc/core/descriptor";
import { type ErrorDetail, isSvcError, SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import type { DataMetadata, NewData } from "../../data/store/item.ts";
import { isGarbageCollection, isLifetime } from "../../data/store/lifetime.ts";
import { withoutMachine } from "../../data/store/order.ts";
import type { RunData } from "../../data/store/run_data.ts";
import type { DataOwner } from "../../data/store/folder.ts";
import type { Definition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import type { SchemaChecker } from "../../base/schema/check.ts";
import { inputReading, isStrict } from "../../base/schema/input_reading.ts";
import { type SchemaProblem, UNDECLARED } from "../../base/schema/problem.ts";
import type { DataArtifact } from "./event.ts";
import type { OutputSecrets } from "./output_secrets.ts";
import { findSecrets, hideSecrets } from "./secret_outputs.ts";
import type {
  DataHandle,
  LogLevel,
  OutputOverrides,
  SentResource,
} from "../../sandbox/protocol.ts";
import type { Redactor } from "../../sandbox/redaction/redactor.ts";

/** What writing an output depends on. */
export interface OutputInput {
  repository: Repository;
  owner: DataOwner;
  /** Where it is written. */
  data: Pick<RunData, "write" | "find" | "content">;
  definition: Definition;
  type: string;
  specs: readonly DataOutputSpec[];
  redactor: Redactor;
  checker: SchemaChecker;
  /** Outputs of which the run has said that something does not fit its schema. */
  unfit: Set<string>;
  /** Where secrets of outputs go. */
  secrets: OutputSecrets;
  /** Tags of the run, over all others. */
  tags: Record<string, string>;
  onWritten(artifact: DataArtifact, handle: DataHandle): void;
  log(level: LogLevel, text: string): void;
}

/**
 * The declared output of that name and kind.
 *
 * @throws SvcError `undeclared_output` listing those that are declared.
 */
export function declaredOutput(
  input: Pick<OutputInput, "specs" | "type">,
  name: string,
  kind: "resource" | "file",
): DataOutputSpec {
  const spec = input.specs.find((candidate) => candidate.specName === name);
  if (spec?.kind === kind) return spec;
  const declared = input.specs.filter((candidate) => candidate.kind === kind)
    .map((candidate) => candidate.specName);
  throw new SvcError(
    "undeclared_output",
    spec === undefined
      ? `${input.type} does not declare the ${kind} output '${name}'. ` +
        `Declared: ${declared.join(", ") || "none"}`
      : `'${name}' is a ${spec.kind} output of ${input.type}, not a ${kind}`,
    { hint: `Declare it under ${kind === "file" ? "files" : "resources"} of the model.` },
  );
}

/** A resource whose output is known. */
interface PlacedResource extends SentResource {
  output: ResourceSpec;
}

/**
 * Writes JSON resources, of several outputs as it may be: all of them, in one durable commit, or none.
 * What does not fit its schema is written all the same, with a warning once a run and output, unless
 * the author made the schema strict (extension format reference §3.2). Secrets go to a vault first,
 * and references stand for them in what is stored.
 *
 * @param options `unchanged: "keep"` writes no version where the newest one has the same content
 * @throws SvcError `undeclared_output`; `output_invalid` for what is no JSON, for what a strict schema
 *   refuses with each wrong path, and for a name that comes twice; `vault_required` for secrets without
 *   a vault, and what a vault says; `invalid_name`; `disk_full`.
 */
export async function writeResources(
  input: OutputInput,
  items: readonly SentResource[],
  options: { unchanged?: "keep" | "write"; signal?: AbortSignal | undefined } = {},
): Promise<DataHandle[]> {
  const { signal, ...writing } = options;
  const placed = placedResources(input, items);
  const found = findSecrets(input, placed);
  await checkSchemas(input, placed, signal);
  const described = placed.map(({ output, name, overrides }) =>
    newData(input, output, name, "application/json", overrides)
  );
  const lifetimes = described.map(({ lifetime }) => lifetime);
  const { hidden, takeBack } = await hideSecrets(input, found, { lifetimes, signal });
  const encoder = new TextEncoder();
  try {
    const written = await input.data.write(
      hidden.map(({ content, secrets }, index) => ({
        data: { ...described[index]!, ...(secrets.length === 0 ? {} : { secrets }) },
        content: encoder.encode(JSON.stringify(content)),
      })),
      writing,
    );
    return written.map((metadata, index) =>
      announce(input, placed[index]!.output, metadata, hidden[index]!.content)
    );
  } catch (error) {
    await takeBack();
    throw error;
  }
}

/** The resources with their outputs, each name once. */
function placedResources(
  input: Pick<OutputInput, "specs" | "type" | "redactor">,
  items: readonly SentResource[],
): PlacedResource[] {
  const names = new Set<string>();
  return items.map((item) => {
    const output = declaredOutput(input, item.spec, "resource") as ResourceSpec;
    if (item.data === undefined) {
      throw new SvcError(
        "output_invalid",
        `The output '${visibleName(input.redactor.text(item.name))}' has no data`,
        { hint: "This is a bug in the extension: it wrote undefined, which is not JSON." },
      );
    }
    if (names.has(item.name)) {
      throw new SvcError(
        "output_invalid",
        `The batch has two resources named '${visibleName(input.redactor.text(item.name))}'`,
        { hint: "None of them was written. Names in a batch must be unique." },
      );
    }
    names.add(item.name);
    return { ...item, output };
  });
}

/** Warns of what does not fit, or refuses the batch and names what is wrong with all of it. */
async function checkSchemas(
  input: OutputInput,
  items: readonly PlacedResource[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { type, redactor, unfit, log } = input;
  const refused: ErrorDetail[] = [];
  const lines: string[] = [];
  for (const { output, name, data } of items) {
    // Only what has an input reading of its own can be strict.
    if (output.input === undefined && unfit.has(output.specName)) continue;
    const problems = redactor.value(await problemsOf(input, output, data, signal));
    if (problems.length === 0) continue;
    const words = problems.slice(0, SHOWN)
      .map(({ path, message }) => `${path || "value"} ${message}`).join("; ");
    const line = `The output '${name}' does not match ${type}'s ${output.specName}: ${words}`;
    if (isStrict(output) || problems.some(({ message }) => message === UNDECLARED)) {
      lines.push(line);
      refused.push(...problems);
    } else if (!unfit.has(output.specName)) {
      unfit.add(output.specName);
      log("warning", `${line}. It is written anyway; further ones are not reported`);
    }
  }
  if (lines.length === 0) return;
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  throw new SvcError("output_invalid", [...lines.slice(0, SHOWN), ...more].join("\n"), {
    details: refused.slice(0, 100),
    hint: "This is a bug in the extension: what it writes does not match its strict schema.",
  });
}

async function problemsOf(
  { checker }: OutputInput,
  { schema, input }: ResourceSpec,
  data: unknown,
  signal: AbortSignal | undefined,
): Promise<SchemaProblem[]> {
  try {
    return await checker.problems(inputReading(schema, input), data, signal);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "memory_limit") throw error;
    return [{ path: "", message: "is too large to be checked" }];
  }
}

/** Outputs of a batch, and problems of an output, that are named. */
const SHOWN = 10;

function secretInside(name: string, place: string): SvcError {
  return new SvcError(
    "output_invalid",
    `The output '${name}' has a secret where a reference is not possible: ${place}`,
    {
      hint: "It was not written. Secrets go into a field that the schema marks with " +
        ".meta({ sensitive: true }); svc stores those in a vault.",
    },
  );
}

/** Bytes of one file output. */
const FILE_LIMIT = 1024 ** 3;

/**
 * Writes a file output whose content is in a file that nobody else can put another in place of.
 *
 * @param source absolute path
 * @throws SvcError `output_invalid`, also for a secret in content that is not text.
 */
export async function writeFileOutput(
  input: OutputInput,
  call: { spec: string; name: string; overrides: OutputOverrides },
  source: string,
): Promise<DataHandle> {
  const { copyWithoutSecrets } = await import("./file_copy.ts");
  const spec = declaredOutput(input, call.spec, "file") as FileSpec;
  const contentType = call.overrides.contentType ?? spec.contentType;
  const [metadata] = await input.data.write([{
    data: newData(input, spec, call.name, contentType, call.overrides),
    content: (target) =>
      copyWithoutSecrets(source, target, {
        redactor: input.redactor,
        limit: FILE_LIMIT,
        refuse: () => secretInside(call.name, "its content is not text"),
      }),
  }]);
  return announce(input, spec, metadata!);
}

function newData(
  input: OutputInput,
  spec: DataOutputSpec,
  name: string,
  contentType: string,
  overrides: OutputOverrides,
): NewData {
  const own = ownOverride(input.definition, spec.specName);
  const lifetime = overrides.lifetime ?? own.lifetime ?? spec.lifetime;
  const garbageCollection = overrides.garbageCollection ?? own.garbageCollection ??
    spec.garbageCollection;
  if (!isLifetime(lifetime) || !isGarbageCollection(garbageCollection)) {
    throw new SvcError("output_invalid", `The retention given for '${name}' is not valid`, {
      hint:
        "lifetime: infinite or a duration such as 30d; garbageCollection: a number or duration.",
    });
  }
  // A name cannot be blanked: another output may have the same.
  if (input.redactor.text(name) !== name) {
    throw secretInside(input.redactor.text(name), "its name");
  }
  return {
    name,
    contentType: input.redactor.text(contentType),
    lifetime,
    garbageCollection,
    streaming: overrides.streaming ?? (spec.kind === "file" ? spec.streaming ?? false : false),
    tags: {
      ...input.definition.tags,
      ...spec.tags,
      ...input.redactor.value(textTags(overrides.tags)),
      type: spec.kind,
      specName: spec.specName,
      modelName: input.definition.name,
      ...input.tags,
    },
    ownerDefinition: { ownerType: "model-method", ownerRef: input.definition.id },
    lifecycle: "active",
  };
}

/** What the definition changes of how an output is kept. */
function ownOverride({ resources = {} }: Definition, spec: string): ResourceOverride {
  return Object.hasOwn(resources, spec) ? resources[spec]! : {};
}

function textTags(tags: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(tags ?? {}).map(([key, tag]) => [key, String(tag)]));
}

function announce(
  input: OutputInput,
  spec: DataOutputSpec,
  metadata: DataMetadata,
  attributes?: unknown,
): DataHandle {
  const { id, name, version, size, checksum, tags } = metadata;
  const shown = attributes === undefined ? {} : { attributes };
  const { specName, kind } = spec;
  const handle: DataHandle = {
    name,
    specName,
    kind,
    dataId: id,
    version,
    size,
    tags,
    metadata: withoutMachine(metadata),
    ...shown,
  };
  const writtenAt = metadata.written?.at;
  const gone = metadata.lifetime === "ephemeral" ? { ephemeral: true as const } : {};
  input.onWritten(
    { id, name, version, specName, kind, size, checksum, writtenAt, ...shown, ...gone },
    handle,
  );
  return handle;
}
