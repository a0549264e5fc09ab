import type { DataOutputSpec } from "@svc/core/descriptor";
import { isGarbageCollection, isLifetime } from "../../data/store/lifetime.ts";
import type { Findings } from "./findings.ts";
import { inputAt, schemaAt } from "./schema.ts";

/** The outputs of a model, resources before files, in the order declared (reference §5). */
export function describeOutputs(
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
