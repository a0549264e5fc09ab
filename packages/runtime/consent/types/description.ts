import type {
  CompactDescription,
  CompactSchema,
  DescribedOutput,
  MethodSummary,
  TypeDescription,
} from "@svc/core/answer";
import type { DataOutputSpec, JsonSchema } from "@svc/core/descriptor";
import { secretProperties } from "@svc/core/sensitive";
import type { ResolvedType } from "./resolved.ts";
import { propertiesOf, requiredOf } from "../../base/schema/properties.ts";

/** The full description of a type. */
export function typeDescription({ type, model }: ResolvedType): TypeDescription {
  return {
    type,
    version: model.version,
    ...(model.globalArguments === undefined ? {} : {
      globalArguments: model.globalArguments,
      ...named("globalSecrets", model.globalArguments),
    }),
    dataOutputSpecs: model.dataOutputSpecs.map(publicSpec),
    methods: model.methods.map(methodSummary),
  };
}

/** A method with the fields of spec §2.1, and the names of its arguments that are secrets. */
export function methodSummary(
  { name, description, arguments: schema }: Omit<MethodSummary, "secrets">,
): MethodSummary {
  return { name, description, arguments: schema, ...named("secrets", schema) };
}

/** The secrets of a schema under `key`; nothing where it has none. */
function named<Key extends string>(key: Key, schema: JsonSchema): { [K in Key]?: string[] } {
  const secrets = [...secretProperties(schema)];
  return secrets.length === 0 ? {} : { [key]: secrets } as { [K in Key]: string[] };
}

/** The digest of a full description. */
export function compactDescription(full: TypeDescription): CompactDescription {
  const { type, version, globalArguments, dataOutputSpecs, methods } = full;
  return {
    type,
    version,
    ...(globalArguments === undefined ? {} : { globalArguments: compactSchema(globalArguments) }),
    dataOutputSpecs: dataOutputSpecs.map(({ specName }) => specName),
    methods: methods.map(({ name, description, arguments: schema }) => ({
      name,
      description,
      arguments: compactSchema(schema),
    })),
  };
}

function compactSchema(schema: JsonSchema): CompactSchema {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map((
        [name, { type }],
      ) => [name, type === undefined ? {} : { type }]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** An output with the fields of spec §2.1, in its order; a file always says whether it is streamed. */
function publicSpec(spec: DataOutputSpec): DescribedOutput {
  const { specName, kind, description, lifetime, garbageCollection, tags } = spec;
  const about = description === undefined ? {} : { description };
  const labels = tags === undefined ? {} : { tags };
  return kind === "resource"
    ? {
      specName,
      kind,
      ...about,
      schema: spec.schema,
      ...(spec.sensitiveOutput === true ? { sensitiveOutput: true } : {}),
      ...named("secrets", spec.schema),
      lifetime,
      garbageCollection,
      ...labels,
    }
    : {
      specName,
      kind,
      ...about,
      contentType: spec.contentType,
      lifetime,
      garbageCollection,
      streaming: spec.streaming ?? false,
      ...labels,
    };
}
