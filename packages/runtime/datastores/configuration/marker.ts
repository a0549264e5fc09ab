import { SvcError } from "@svc/core/error";
import { readYamlMapping, type YamlMapping } from "../../repository/definitions/yaml.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import { lockRepository } from "../../repository/lock.ts";
import { LARGEST_MARKER, MARKER, type Repository } from "../../repository/repository.ts";
import type { DatastoreConfiguration } from "./configuration.ts";

/**
 * What the marker's `datastore` says, as it stands there; undefined without one.
 *
 * @throws SvcError `validation_failed` for a marker that is not a YAML mapping or too large
 */
export async function readMarkerDatastore(repository: Repository): Promise<unknown> {
  return (await readMarker(repository)).mapping.value["datastore"] ?? undefined;
}

async function readMarker(
  { root }: Repository,
): Promise<{ text: string; mapping: YamlMapping }> {
  const path = `${root}/${MARKER}`;
  const info = await lstatIfPresent(path);
  if (info === undefined || !info.isFile || info.size > LARGEST_MARKER) {
    throw broken(`is not a file of at most ${LARGEST_MARKER} bytes`);
  }
  const text = await Deno.readTextFile(path);
  const read = await readYamlMapping(text);
  if ("problem" in read) throw broken(read.problem.message, read.problem.line);
  return { text, mapping: read.mapping };
}

function broken(why: string, line?: number): SvcError {
  const place = line === undefined ? MARKER : `${MARKER}:${line}`;
  return new SvcError("validation_failed", `${place}: ${why}`, {
    hint: "Fix the file, or restore it from git.",
  });
}

/**
 * Writes the marker's `datastore`, or removes it. Every other byte stays; the file is replaced in one
 * step.
 *
 * @param written what stands there afterwards, a path as the person gave it; undefined for nothing
 * @returns false when it said so already
 * @throws SvcError `validation_failed` for a marker that cannot be read, or be changed by svc;
 *   `lock_timeout`
 */
export async function writeMarkerDatastore(
  repository: Repository,
  written: DatastoreConfiguration | undefined,
): Promise<boolean> {
  await using _lock = await lockRepository(repository, { file: "marker.lock" });
  const { text, mapping } = await readMarker(repository);
  if (JSON.stringify(mapping.value["datastore"]) === JSON.stringify(written)) return false;
  const changed = await splice(text, mapping, written);
  await assertOnlyChange(changed, mapping.value, written);
  await writeAtomic(`${repository.root}/${MARKER}`, changed, {
    aside: ownPath(repository.root, ".svc/marker.tmp"),
  });
  return true;
}

/** The text with the lines of the key replaced; new ones stand at the end. */
async function splice(
  text: string,
  { document }: YamlMapping,
  written: DatastoreConfiguration | undefined,
): Promise<string> {
  const { isMap, isNode, isScalar, stringify } = await import("yaml");
  const lines = written === undefined ? "" : stringify({ datastore: written }, { lineWidth: 0 });
  const { contents } = document;
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === "datastore")
    : undefined;
  if (pair === undefined) return `${text}${text.endsWith("\n") ? "" : "\n"}${lines}`;
  const [begin] = isNode(pair.key) ? pair.key.range ?? [] : [];
  const end = isNode(pair.value) ? pair.value.range?.[2] : undefined;
  if (begin === undefined || end === undefined) throw notByUs();
  const rest = text.slice(0, begin) + lines + text.slice(end);
  // An empty file is not a mapping.
  const isLast = lines === "" && isMap(contents) && contents.items.length === 1;
  return isLast ? `${rest}{}\n` : rest;
}

/** A marker may be written in ways in which its lines do not stand for themselves. */
async function assertOnlyChange(
  text: string,
  before: Record<string, unknown>,
  written: DatastoreConfiguration | undefined,
): Promise<void> {
  const read = await readYamlMapping(text);
  const { datastore: _, ...wanted } = before;
  if ("problem" in read) throw notByUs();
  const { datastore, ...rest } = read.mapping.value;
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  if (!same(datastore, written) || !same(rest, wanted)) throw notByUs();
}

function notByUs(): SvcError {
  return new SvcError("validation_failed", `svc cannot change 'datastore' in ${MARKER}`, {
    hint: "Write one key per line and no anchors, or change 'datastore' by hand.",
  });
}
