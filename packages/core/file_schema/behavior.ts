import type { JsonSchema } from "../descriptor/mod.ts";

/** Files have keys with nothing behind them, and svc takes those for absent. */
const mapping = (more: JsonSchema): JsonSchema => ({ type: ["object", "null"], ...more });

const names: JsonSchema = {
  type: ["array", "null"],
  items: {
    anyOf: [{ type: "string" }, {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" } },
    }],
  },
};

const selection = (what: string) =>
  mapping({
    description: `Which ${what} are run, beside those of the type.`,
    properties: { require: names, skip: names },
  });

const REMOVED = ["driver", "driverConfig", "defaultDriver", "defaultDriverConfig"];

/** What is known of a type, to be checked in the files of its behaviors. */
export interface TypeArguments {
  /** In place of any mapping. */
  globalArguments?: JsonSchema;
  /** The arguments of each method. */
  methods?: Readonly<Record<string, JsonSchema>>;
}

/**
 * A file of `behaviors/`: as far as every type goes, or with the arguments of one. `$ref` in those begin
 * at {@linkcode globalArgumentsPointer} and {@linkcode methodPointer}.
 */
export function behaviorFile({ globalArguments, methods }: TypeArguments = {}): JsonSchema {
  const preset = (schema: JsonSchema = mapping({})) =>
    mapping({ properties: { arguments: schema } });
  return {
    type: "object",
    required: ["type", "id", "name"],
    properties: {
      type: { type: "string", minLength: 1, description: "The behavior type." },
      typeVersion: {
        type: ["string", "number"],
        description: "The version of the type when the behavior was made.",
      },
      id: {
        type: "string",
        pattern: String.raw`^[\w-][\w.-]{0,99}$`,
        description: "A UUID. The data of the behavior belongs to it: it never changes.",
      },
      name: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        pattern: String.raw`^(?!.*\.\.)[^\\]*$`,
        description: "What the behavior is called in commands.",
      },
      version: { type: "number", description: "Counts the changes by svc." },
      tags: mapping({ description: "Tags of the data that it writes." }),
      globalArguments: globalArguments ??
        mapping({ description: "Arguments of all methods; '${{ … }}' is an expression." }),
      methods: mapping({
        description: "Arguments preset for methods.",
        ...(methods === undefined ? { additionalProperties: preset() } : {
          properties: Object.fromEntries(
            Object.entries(methods).map(([name, schema]) => [name, preset(schema)]),
          ),
          additionalProperties: false,
        }),
      }),
      inputs: mapping({
        description: "What a run may be given beside the arguments; expressions refer to it.",
        properties: {
          type: { enum: ["object", null] },
          properties: mapping({ additionalProperties: { type: "object" } }),
          required: { type: ["array", "null"], items: { type: "string" } },
        },
      }),
      checks: selection("checks"),
      reports: selection("reports"),
      resources: mapping({
        description: "What is kept of outputs, by their names.",
        additionalProperties: {
          type: "object",
          properties: {
            lifetime: { type: "string" },
            garbageCollection: { type: ["string", "number"] },
          },
        },
      }),
      ...Object.fromEntries(REMOVED.map((key) => [key, false])),
    },
  };
}

/** Where the schema of the global arguments stands in {@linkcode behaviorFile}. */
export const globalArgumentsPointer = "#/properties/globalArguments";

/** Where the schema of a method's arguments stands in {@linkcode behaviorFile}. */
export function methodPointer(name: string): string {
  const part = encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/properties/methods/properties/${part}/properties/arguments`;
}
