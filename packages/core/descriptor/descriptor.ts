import type { Permissions } from "../permission/permission.ts";
import type { DataOutputSpec } from "./output_spec.ts";

/** A JSON Schema, draft 2020-12, as plain JSON. */
export type JsonSchema = { readonly [key: string]: unknown };

/** What an extension's modules say of themselves, made once at push by evaluating them without permissions. */
export interface Descriptor {
  descriptorVersion: 1;
  models: ModelDescriptor[];
  /** What the extension adds to types, of its own or of others; left out when nothing. */
  grafts?: TypeGraft[];
  reports: ReportDescriptor[];
  vaults: ProviderDescriptor[];
  datastores: ProviderDescriptor[];
  /** The permissions of the manifest the descriptor was made from. */
  permissions: Permissions;
}

/** A behaviour type (spec §2.1). */
export interface ModelDescriptor {
  /** Entry point, relative to `extension/models/`. */
  file: string;
  type: string;
  version: string;
  globalArguments?: JsonSchema;
  /** What goes in, where that does not follow from `globalArguments`. */
  globalInput?: JsonSchema;
  dataOutputSpecs: DataOutputSpec[];
  methods: MethodDescriptor[];
  /** Checks that run before methods that change something; left out when there are none. */
  checks?: CheckDescriptor[];
  /** How arguments made for earlier versions of the type become those of this one, oldest first. */
  upgrades?: UpgradeDescriptor[];
  /** Names of the reports run after each method. */
  reports?: string[];
}

/** What a module adds to a type that another module declares. */
export interface TypeGraft
  extends Pick<ModelDescriptor, "file" | "type" | "dataOutputSpecs" | "methods" | "checks"> {}

/** A method of a behaviour type. */
export interface MethodDescriptor {
  name: string;
  description: string;
  /** `create`, `read`, `update`, `delete`, `list` or `action`, when the module declares it. */
  kind?: string;
  /** True when what a run writes is kept only if the run succeeds. */
  rollbackOnFailure?: boolean;
  arguments: JsonSchema;
  /** What goes in, where that does not follow from `arguments`. */
  input?: JsonSchema;
}

/** A check of a behaviour type. */
export interface CheckDescriptor {
  name: string;
  description: string;
  labels?: string[];
  /** Methods it runs before; all that change something when absent. */
  appliesTo?: string[];
}

/** A step from the arguments of earlier versions of a type to those of `toVersion`. */
export interface UpgradeDescriptor {
  /** CalVer. */
  toVersion: string;
  description: string;
}

/** A report. */
export interface ReportDescriptor {
  file: string;
  name: string;
  description: string;
  scope: "method" | "model" | "workflow";
  labels: string[];
}

/** A vault or datastore type. */
export interface ProviderDescriptor {
  file: string;
  type: string;
  name: string;
  description: string;
  configSchema?: JsonSchema;
  /** What goes in, where that does not follow from `configSchema`. */
  configInput?: JsonSchema;
}
