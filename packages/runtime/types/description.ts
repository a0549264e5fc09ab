import type { DataOutputSpec, JsonSchema, MethodDescriptor } from "@svc/core/descriptor";
import type { TypeIdentifier } from "@svc/core/type";
import type { ResolvedType } from "./resolved.ts";

/** `svc model type describe --json` (spec §2.1): keys in the order they are printed. */
export interface TypeDescription {
  type: TypeIdentifier;
  version: string;
  globalArguments?: JsonSchema;
  dataOutputSpecs?: DataOutputSpec[];
  methods: Pick<MethodDescriptor, "name" | "description" | "arguments">[];
}

/** `svc model type describe --json --compact`. */
export interface CompactDescription {
  type: TypeIdentifier;
  version: string;
  globalArguments?: CompactSchema;
  dataOutputSpecs?: string[];
  methods: { name: string; description: string; arguments: CompactSchema }[];
}

/** A schema of which only each property's type and choices, and what is required, are left. */
export interface CompactSchema {
  properties?: Record<string, { type?: unknown; enum?: unknown }>;
  required?: string[];
}

/** The full description of a type. */
export function typeDescription(resolved: ResolvedType): TypeDescription {
  const { model } = resolved;
  return {
    type: resolved.type,
    version: model.version,
    ...(model.globalArguments === undefined ? {} : { globalArguments: model.globalArguments }),
    ...(model.dataOutputSpecs.length === 0
      ? {}
      : { dataOutputSpecs: model.dataOutputSpecs.map(orderedSpec) }),
    methods: model.methods.map(({ name, description, arguments: schema }) => ({
      name,
      description,
      arguments: schema,
    })),
  };
}

/** The digest of a full description. */
export function compactDescription(full: TypeDescription): CompactDescription {
  return {
    type: full.type,
    version: full.version,
    ...(full.globalArguments === undefined
      ? {}
      : { globalArguments: compactSchema(full.globalArguments) }),
    ...(full.dataOutputSpecs === undefined
      ? {}
      : { dataOutputSpecs: full.dataOutputSpecs.map((spec) => spec.specName) }),
    methods: full.methods.map((method) => ({
      name: method.name,
      description: method.description,
      arguments: compactSchema(method.arguments),
    })),
  };
}

function compactSchema(schema: JsonSchema): CompactSchema {
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  if (properties === undefined) return {};
  const required = schema["required"] as string[] | undefined;
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, {
        ...(property["type"] === undefined ? {} : { type: property["type"] }),
        ...(property["enum"] === undefined ? {} : { enum: property["enum"] }),
      }]),
    ),
    ...(required === undefined || required.length === 0 ? {} : { required }),
  };
}

function orderedSpec(spec: DataOutputSpec): DataOutputSpec {
  const { specName, kind, description, lifetime, garbageCollection, tags } = spec;
  const head = { specName, ...(description === undefined ? {} : { description }) };
  const tail = {
    lifetime,
    garbageCollection,
    ...(tags === undefined ? {} : { tags }),
  };
  if (kind === "resource") {
    return reorder({ ...head, kind, schema: spec.schema, ...tail }, RESOURCE);
  }
  const streaming = spec.streaming === undefined ? {} : { streaming: spec.streaming };
  return reorder({ ...head, kind, contentType: spec.contentType, ...streaming, ...tail }, FILE);
}

const RESOURCE = [
  "specName",
  "kind",
  "description",
  "schema",
  "lifetime",
  "garbageCollection",
  "tags",
];
const FILE = [
  "specName",
  "kind",
  "description",
  "contentType",
  "lifetime",
  "garbageCollection",
  "streaming",
  "tags",
];

function reorder<T extends object>(value: T, keys: readonly string[]): T {
  return Object.fromEntries(
    keys.flatMap((key) => key in value ? [[key, value[key as keyof T]]] : []),
  ) as T;
}
