import type {
  DataOutputSpec,
  JsonSchema,
  MethodDescriptor,
  ModelDescriptor,
  TypeGraft,
} from "@svc/core/descriptor";
import {
  elements,
  entries,
  literal,
  type Place,
  property,
  type Reader,
  schemaText,
  text,
  texts,
  Unreadable,
} from "../source_text/mod.ts";

/**
 * What the text of a module says of the behavior type it exports (extension format reference §1.3).
 *
 * @throws Unreadable when type or version are not written out
 */
export function modelText(reader: Reader, file: string, model: Place): ModelDescriptor {
  const type = typeOf(reader, model);
  const version = text(reader, property(reader, model, "version"));
  if (version === undefined) throw new Unreadable("does not write out the version of its type");
  const globals = property(reader, model, "globalArguments");
  const reports = texts(reader, property(reader, model, "reports"));
  return {
    file,
    type,
    version,
    ...(globals === undefined ? {} : { globalArguments: argumentsOf(reader, globals) }),
    dataOutputSpecs: outputsOf(reader, model),
    methods: methodsOf(reader, property(reader, model, "methods")),
    ...(reports.length > 0 ? { reports } : {}),
  };
}

/**
 * What the text of an `export const extension` says: what it adds to which type.
 *
 * @throws Unreadable when the type is not written out
 */
export function graftText(reader: Reader, file: string, graft: Place): TypeGraft {
  const listed = property(reader, graft, "methods");
  const lists = listed === undefined ? [] : [...elements(reader, listed)];
  return {
    file,
    type: typeOf(reader, graft),
    methods: (lists.length > 0 ? lists : [listed]).flatMap((place) => methodsOf(reader, place)),
    dataOutputSpecs: outputsOf(reader, graft),
  };
}

/** The type: a text, or the text that a call such as `ModelType.create("…")` is given. */
function typeOf(reader: Reader, model: Place): string {
  const place = property(reader, model, "type");
  const said = text(reader, place) ?? text(reader, place && argumentOf(place));
  if (said === undefined) throw new Unreadable("does not write out its type");
  return said;
}

function argumentOf({ module, at }: Place): Place | undefined {
  const { values } = module.tokens;
  const open = [at + 1, at + 3].find((one) => values[one] === "(");
  return open === undefined ? undefined : { module, at: open + 1 };
}

function methodsOf(reader: Reader, methods: Place | undefined): MethodDescriptor[] {
  if (methods === undefined) return [];
  return [...entries(reader, methods)].map(({ key: name, place }) => {
    const kind = text(reader, property(reader, place, "kind"));
    const given = property(reader, place, "arguments");
    return {
      name,
      description: text(reader, property(reader, place, "description")) ?? "",
      ...(kind === undefined ? {} : { kind }),
      arguments: given === undefined
        ? { type: "object", properties: {} }
        : argumentsOf(reader, given),
    };
  });
}

function argumentsOf(reader: Reader, place: Place): JsonSchema {
  return schemaText(reader, place).json;
}

/** Resources with a lifetime, and files with a media type; the rest is not written out. */
function outputsOf(reader: Reader, model: Place): DataOutputSpec[] {
  const of = (key: string) => {
    const place = property(reader, model, key);
    return place === undefined ? [] : [...entries(reader, place)];
  };
  const shared = (specName: string, place: Place) => {
    const description = text(reader, property(reader, place, "description"));
    const kept = property(reader, place, "garbageCollection");
    const said = kept && literal(kept);
    return {
      specName,
      ...(description === undefined ? {} : { description }),
      lifetime: text(reader, property(reader, place, "lifetime")) ?? "",
      garbageCollection: typeof said === "number" || typeof said === "string" ? said : "",
    };
  };
  const resources = of("resources").flatMap(({ key, place }): DataOutputSpec[] => {
    const schema = property(reader, place, "schema");
    const output = shared(key, place);
    return output.lifetime === "" ? [] : [{
      ...output,
      kind: "resource",
      schema: schema === undefined ? {} : schemaText(reader, schema).json,
    }];
  });
  const files = of("files").flatMap(({ key, place }): DataOutputSpec[] => {
    const contentType = text(reader, property(reader, place, "contentType"));
    return contentType === undefined ? [] : [{ ...shared(key, place), kind: "file", contentType }];
  });
  return [...resources, ...files];
}
