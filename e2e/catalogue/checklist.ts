import type { LatestResponse } from "@svc/core/wire";
import type { ExtensionRow, TypeRow } from "./spec_rows.ts";

type Contents = LatestResponse["latestVersionDetail"];
type Model = Contents["models"][number];
type Schema = Record<string, unknown>;

/** What a published extension declares, in the notation of the spec's tables. */
export function rowOf(contents: Contents): Required<ExtensionRow> {
  const { models, reports, vaults, datastores } = contents;
  const providers = (rows: typeof vaults) =>
    Object.fromEntries(
      rows.map(({ type, configSchema }) => [type, argumentList(configSchema, true)]),
    );
  return {
    types: Object.fromEntries(models.map((model) => [model.type, typeRow(model)])),
    reports: reports.length,
    vaults: providers(vaults),
    datastores: providers(datastores),
  };
}

function typeRow({ globalArguments, methods, dataOutputSpecs }: Model): TypeRow {
  return {
    globals: argumentList(globalArguments, true),
    methods: Object.fromEntries(
      methods.map((method) => [method.name, argumentList(method.arguments, false)]),
    ),
    data: dataOutputSpecs.map(({ specName }) => specName).join(", "),
  };
}

/**
 * The arguments of a published schema. One with a default need not be given, yet is none that the
 * spec calls optional: whoever reads it always has a value.
 */
function argumentList(schema: unknown, typed: boolean): string {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    // To the spec a whole number is a number.
    const type = typed ? ` ${property.type === "integer" ? "number" : property.type}` : "";
    const optional = !required.includes(name) && !("default" in property);
    return `${name}${type}${optional ? " (opt)" : ""}`;
  }).join(", ");
}

/** A row with its lists in one order, so that only what is in them counts. */
export function sorted(row: ExtensionRow): Required<ExtensionRow> {
  const { types, reports = 0, vaults = {}, datastores = {} } = row;
  const list = (text: string) => text.split(", ").sort().join(", ");
  const lists = (rows: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(rows).map(([type, config]) => [type, list(config)]));
  const entries = Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    types: Object.fromEntries(entries.map(([name, { globals, methods, data }]) => [name, {
      globals: list(globals),
      methods: Object.fromEntries(
        Object.entries(methods).sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([method, args]) => [method, list(args)]),
      ),
      data: list(data),
    }])),
    reports,
    vaults: lists(vaults),
    datastores: lists(datastores),
  };
}
