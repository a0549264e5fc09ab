import type {
  DataOutputSpec,
  JsonSchema,
  MethodDescriptor,
  ModelDescriptor,
  TypeGraft,
  UpgradeDescriptor,
} from "@svc/core/descriptor";
import { compareCalVer, isCalVer, withoutLeadingZeros } from "@svc/core/calver";
import { normalizeType } from "@svc/core/type";
import { describeChecks, isTextList } from "./check.ts";
import type { Findings } from "./findings.ts";
import { inputAt, schemaAt } from "./schema.ts";
import { isGarbageCollection, isLifetime } from "../../data/store/lifetime.ts";

const METHOD_KINDS = ["create", "read", "update", "delete", "list", "action"];

/** The description of an `export const model` (extension format reference §3.1). */
export function describeModel(file: string, value: unknown, found: Findings): ModelDescriptor {
  const model = found.object("model", value) ?? {};
  const type = found.text("model.type", model["type"]);
  if (type !== "" && normalizeType(type).split("/").length < 2) {
    found.add("model.type", `'${type}' must have two parts, such as @acme/thing`);
  }
  const version = found.text("model.version", model["version"]);
  if (version !== "" && !isCalVer(withoutLeadingZeros(version))) {
    found.add("model.version", `'${version}' must be YYYY.MM.DD.N with a date that exists`);
  }
  const methods = describeMethods("model.methods", model["methods"], found);
  const outputs: DataOutputSpec[] = describeOutputs(model, found);
  const upgrades = describeUpgrades(model["upgrades"], version, found);
  const checks = describeChecks(model["checks"], found);
  const globals = model["globalArguments"] === undefined
    ? undefined
    : schemaAt("model.globalArguments", model["globalArguments"], found);
  const globalInput = globals && inputAt(globals, model["globalArguments"]);
  const reports = model["reports"];
  if (reports !== undefined && !isTextList(reports)) {
    found.add("model.reports", "must be a list of report names");
  }
  return {
    file,
    type,
    version,
    ...(globals === undefined ? {} : { globalArguments: globals }),
    ...(globalInput === undefined ? {} : { globalInput }),
    dataOutputSpecs: outputs,
    methods,
    ...(checks.length > 0 ? { checks } : {}),
    ...(upgrades.length > 0 ? { upgrades } : {}),
    ...(isTextList(reports) && reports.length > 0 ? { reports } : {}),
  };
}

/** The description of an `export const extension`, which adds to another type (reference §3.1). */
export function describeGraft(file: string, value: unknown, found: Findings): TypeGraft {
  const graft = found.object("extension", value) ?? {};
  const type = found.text("extension.type", graft["type"]);
  if (type !== "" && normalizeType(type).split("/").length < 2) {
    found.add("extension.type", `'${type}' must have two parts, such as @acme/thing`);
  }
  const methods = listed("extension.methods", graft["methods"], found)
    .flatMap((part) => describeMethods("extension.methods", part, found));
  const checks = listed("extension.checks", graft["checks"], found)
    .flatMap((part) => describeChecks(part, found, "extension.checks"));
  for (const [what, parts] of [["methods", methods], ["checks", checks]] as const) {
    const seen = new Set<string>();
    const twice = parts.find(({ name }) => seen.size === seen.add(name).size);
    if (twice !== undefined) found.add(`extension.${what}.${twice.name}`, "appears twice");
  }
  return {
    file,
    type,
    dataOutputSpecs: describeOutputs(graft, found, "extension"),
    methods,
    ...(checks.length > 0 ? { checks } : {}),
  };
}

/** A list of records, also where one record was given for a list of one. */
function listed(key: string, value: unknown, found: Findings): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  const one = found.object(key, value);
  return one === undefined ? [] : [one];
}

const NO_ARGUMENTS: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {},
  additionalProperties: false,
};

function describeMethods(at: string, value: unknown, found: Findings): MethodDescriptor[] {
  const methods = found.object(at, value) ?? {};
  return Object.entries(methods).map(([name, entry]) => {
    const key = `${at}.${name}`;
    found.name(key, name);
    const method = found.object(key, entry) ?? {};
    if (typeof method["execute"] !== "function") found.add(`${key}.execute`, "must be a function");
    const kind = method["kind"];
    if (kind !== undefined && !METHOD_KINDS.includes(String(kind))) {
      found.add(`${key}.kind`, `must be one of ${METHOD_KINDS.join(", ")}`);
    }
    const schema = method["arguments"] === undefined
      ? NO_ARGUMENTS
      : schemaAt(`${key}.arguments`, method["arguments"], found);
    const input = inputAt(schema, method["arguments"]);
    return {
      name,
      description: found.prose(`${key}.description`, method["description"]),
      ...(typeof kind === "string" ? { kind } : {}),
      ...(method["rollbackOnFailure"] === true ? { rollbackOnFailure: true } : {}),
      arguments: schema,
      ...(input === undefined ? {} : { input }),
    };
  });
}

/** The outputs of a model, resources before files, in the order declared (reference §5). */
function describeOutputs(
  model: Record<string, unknown>,
  found: Findings,
  at = "model",
): DataOutputSpec[] {
  const resources = entries(`${at}.resources`, model["resources"], found).map(
    ([specName, key, spec]): DataOutputSpec => {
      const schema = schemaAt(`${key}.schema`, spec["schema"], found);
      const input = inputAt(schema, spec["schema"]);
      return {
        specName,
        kind: "resource",
        ...described(spec),
        schema,
        ...(input === undefined ? {} : { input }),
        ...retention(key, spec, found),
        ...(spec["sensitiveOutput"] === true ? { sensitiveOutput: true } : {}),
        ...(typeof spec["vaultName"] === "string" ? { vaultName: spec["vaultName"] } : {}),
      };
    },
  );
  const files = entries(`${at}.files`, model["files"], found).map(
    ([specName, key, spec]): DataOutputSpec => {
      const { lifetime, garbageCollection, tags } = retention(key, spec, found);
      return {
        specName,
        kind: "file",
        ...described(spec),
        contentType: spec["contentType"] === undefined
          ? "application/octet-stream"
          : found.text(`${key}.contentType`, spec["contentType"]),
        lifetime,
        garbageCollection,
        ...(typeof spec["streaming"] === "boolean" ? { streaming: spec["streaming"] } : {}),
        ...(tags === undefined ? {} : { tags }),
      };
    },
  );
  const names = new Set(resources.map((spec) => spec.specName));
  for (const file of files) {
    if (names.has(file.specName)) {
      found.add(`${at}.files.${file.specName}`, "is also a resource; output names are unique");
    }
  }
  return [...resources, ...files];
}

function entries(
  key: string,
  value: unknown,
  found: Findings,
): [string, string, Record<string, unknown>][] {
  if (value === undefined) return [];
  return Object.entries(found.object(key, value) ?? {}).map(([name, spec]) => {
    found.name(`${key}.${name}`, name);
    return [name, `${key}.${name}`, found.object(`${key}.${name}`, spec) ?? {}];
  });
}

function described(spec: Record<string, unknown>): { description?: string } {
  return typeof spec["description"] === "string" ? { description: spec["description"] } : {};
}

function retention(
  key: string,
  spec: Record<string, unknown>,
  found: Findings,
): Pick<DataOutputSpec, "lifetime" | "garbageCollection" | "tags"> {
  const lifetime = spec["lifetime"];
  if (!isLifetime(lifetime)) {
    found.add(
      `${key}.lifetime`,
      "must be ephemeral, infinite, job, workflow or a duration such as 30d",
    );
  }
  const kept = spec["garbageCollection"];
  if (!isGarbageCollection(kept)) {
    found.add(
      `${key}.garbageCollection`,
      "must be a whole number of versions above 0 or a duration such as 30d",
    );
  }
  const tags = spec["tags"];
  return {
    lifetime: lifetime as string,
    garbageCollection: kept as number | string,
    ...(typeof tags === "object" && tags !== null ? { tags: tags as Record<string, string> } : {}),
  };
}

/** The upgrades of a model, oldest first (extension format reference §3.1). */
export function describeUpgrades(
  value: unknown,
  version: string,
  found: Findings,
): UpgradeDescriptor[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    found.add("model.upgrades", "must be a list");
    return [];
  }
  const upgrades = value.map((entry, index) => {
    const key = `model.upgrades[${index}]`;
    const upgrade = found.object(key, entry) ?? {};
    const steps = upgrade["upgradeAttributes"];
    if (steps !== undefined && typeof steps !== "function") {
      found.add(`${key}.upgradeAttributes`, "must be a function");
    }
    const description = upgrade["description"];
    return {
      toVersion: String(upgrade["toVersion"]),
      description: typeof description === "string" ? description : "",
    };
  });
  upgrades.forEach(({ toVersion }, index) => {
    const key = `model.upgrades[${index}].toVersion`;
    const own = withoutLeadingZeros(toVersion);
    const before = upgrades[index - 1]?.toVersion;
    const earlier = before === undefined ? undefined : withoutLeadingZeros(before);
    if (!isCalVer(own)) found.add(key, "must be YYYY.MM.DD.N with a date that exists");
    else if (earlier !== undefined && isCalVer(earlier) && compareCalVer(earlier, own) >= 0) {
      found.add(key, `must be later than ${before}`);
    } else if (index === upgrades.length - 1 && own !== withoutLeadingZeros(version)) {
      found.add(key, `must be the model's version ${version}`);
    }
  });
  return upgrades;
}
