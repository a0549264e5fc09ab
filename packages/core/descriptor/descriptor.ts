import { z } from "zod";
import { PERMISSION_KINDS, type Permissions } from "../permission/permission.ts";
import { FileSpec, ResourceSpec } from "./output_spec.ts";

/** A JSON Schema, draft 2020-12, as plain JSON. */
export type JsonSchema = { readonly [key: string]: unknown };

const jsonSchema: z.ZodType<JsonSchema> = z.record(z.string(), z.unknown());
const permissions: z.ZodType<Permissions> = z.partialRecord(
  z.enum(PERMISSION_KINDS),
  z.array(z.string()),
);

/**
 * The shape of a descriptor: what an extension's modules say of themselves, made once at push by
 * evaluating them without permissions.
 *
 * @param name what a name may be, here and below
 * @param text what a description may be
 */
export function descriptorSchema(name: z.ZodType<string>, text: z.ZodType<string>) {
  const output = {
    specName: name,
    description: text.exactOptional(),
    lifetime: z.string().min(1),
    garbageCollection: z.union([z.int(), z.string()]),
  };
  /** What a module adds to a type that another module declares. */
  const graft = z.object({
    /** Entry point, relative to `extension/models/`. */
    file: name,
    type: name,
    dataOutputSpecs: z.array(z.discriminatedUnion("kind", [
      ResourceSpec.extend(output),
      FileSpec.extend({ ...output, contentType: z.string().min(1) }),
    ])),
    methods: z.array(z.object({
      name,
      description: text,
      /** `create`, `read`, `update`, `delete`, `list` or `action`, when the module declares it. */
      kind: z.string().exactOptional(),
      /** True when what a run writes is kept only if the run succeeds. */
      rollbackOnFailure: z.boolean().exactOptional(),
      arguments: jsonSchema,
      /** What goes in, where that does not follow from `arguments`. */
      input: jsonSchema.exactOptional(),
    })),
    /** Checks that run before methods that change something; left out when there are none. */
    checks: z.array(z.object({
      name,
      description: text,
      labels: z.array(name).exactOptional(),
      /** Methods it runs before; all that change something when absent. */
      appliesTo: z.array(name).exactOptional(),
    })).exactOptional(),
  });
  /** A behavior type (spec §2.1). */
  const model = graft.extend({
    version: name,
    globalArguments: jsonSchema.exactOptional(),
    /** What goes in, where that does not follow from `globalArguments`. */
    globalInput: jsonSchema.exactOptional(),
    /** How arguments made for earlier versions of the type become those of this one, oldest first. */
    upgrades: z.array(z.object({
      /** CalVer. */
      toVersion: name,
      description: text,
    })).exactOptional(),
    /** Names of the reports run after each method. */
    reports: z.array(name).exactOptional(),
  });
  /** A vault or datastore type. */
  const provider = z.object({
    file: name,
    type: name,
    name,
    description: text,
    configSchema: jsonSchema.exactOptional(),
    /** What goes in, where that does not follow from `configSchema`. */
    configInput: jsonSchema.exactOptional(),
  });
  return z.object({
    descriptorVersion: z.literal(1),
    models: z.array(model),
    /** What the extension adds to types, of its own or of others; left out when nothing. */
    grafts: z.array(graft).exactOptional(),
    reports: z.array(z.object({
      file: name,
      name,
      description: text,
      scope: z.enum(["method", "model", "workflow"]),
      labels: z.array(z.string()),
    })),
    vaults: z.array(provider),
    datastores: z.array(provider),
    /** The permissions of the manifest the descriptor was made from. */
    permissions,
  });
}

export type Descriptor = z.output<ReturnType<typeof descriptorSchema>>;
export type ModelDescriptor = Descriptor["models"][number];
export type TypeGraft = NonNullable<Descriptor["grafts"]>[number];
export type MethodDescriptor = TypeGraft["methods"][number];
export type CheckDescriptor = NonNullable<TypeGraft["checks"]>[number];
export type UpgradeDescriptor = NonNullable<ModelDescriptor["upgrades"]>[number];
export type ReportDescriptor = Descriptor["reports"][number];
export type ProviderDescriptor = Descriptor["vaults"][number];
