import { didYouMean } from "@svc/core/text";
import { dataItem } from "../../data/query.ts";
import { type DataRecord, dataRecord, recordOf, withContent } from "../../data/record.ts";
import { withSecrets } from "../../data/secret_reference.ts";
import { queryData } from "../../data/search.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { definitionEntries } from "../../repository/definitions/entries.ts";
import { tryFindDefinition } from "../../repository/definitions/find.ts";
import type { Repository } from "../../repository/repository.ts";
import { contentFile, itemFolder, versionsIn } from "../../data/store/folder.ts";
import { dataNames } from "../../data/store/versions.ts";
import type { AnswerWithSecrets, ReadSecret } from "./scope.ts";
import type { Answer } from "./step.ts";

/** Bytes of one data item that an expression reads. */
const LARGEST_CONTENT = 5_000_000;

/** What answering about data needs. */
export interface DataReader {
  repository: Repository;
  signal: AbortSignal | undefined;
  /** Reads the secrets that references stand for; without it these stay. */
  secret: ReadSecret | undefined;
}

/**
 * Answers a function of `data` or `file` (runtime reference 4.3). A definition is the person's own file
 * and may read the data of every behavior of its repository.
 */
export async function answerCall(
  reader: DataReader,
  name: string,
  args: readonly (string | number)[],
): Promise<AnswerWithSecrets> {
  if (name !== "latest" && name !== "version") {
    return { answer: await answerPlainly(reader, name, args), secrets: [] };
  }
  const [first, second] = args.map(String) as [string, string];
  const refused = refusedVary(args.length > 2 && typeof args[2] === "string" ? args[2] : "[]");
  const version = name === "version" ? Number(args.at(-1)) : undefined;
  if (refused !== undefined) return { answer: refused, secrets: [] };
  return await record(reader, first, { name: second, version });
}

/** Answers what gives no secrets: references to them stay as they are. */
async function answerPlainly(
  reader: DataReader,
  name: string,
  args: readonly (string | number)[],
): Promise<Answer> {
  const [first, second] = args.map(String) as [string, string];
  switch (name) {
    case "listVersions":
      return refusedVary(args.length > 2 ? String(args[2]) : "[]") ??
        await versions(reader, first, second);
    case "findByTag":
      return await query(reader, `tags[${literal(first)}] == ${literal(second)}`);
    case "findBySpec": {
      const found = await behaviorOf(reader, first);
      if ("absent" in found) return { value: [] };
      return await query(
        reader,
        `modelName == ${literal(found.definition.name)} && specName == ${literal(second)}`,
      );
    }
    case "query":
      return await query(reader, first, args.length > 1 ? second : undefined);
    case "contents":
      return await contents(reader, first, second);
    default:
      return { refused: `there is no function ${name}` };
  }
}

/** The record of a data item with its secrets, the newest unless a version is given. */
export async function record(
  reader: DataReader,
  behavior: string,
  wanted: { name: string; version?: number | undefined; spec?: string },
): Promise<AnswerWithSecrets> {
  const plainly = (answer: Answer): AnswerWithSecrets => ({ answer, secrets: [] });
  const found = await behaviorOf(reader, behavior);
  if ("absent" in found) return plainly(found);
  const { repository } = reader;
  const owner = { type: found.type, id: found.definition.id };
  const { name, version, spec } = wanted;
  const known = version === undefined || (Number.isSafeInteger(version) && version > 0);
  const item = known ? await dataItem(repository, owner, name, version) : undefined;
  if (item === undefined || (spec !== undefined && item.tags["specName"] !== spec)) {
    const names = await dataNames(repository, owner);
    return plainly({
      absent: `'${found.definition.name}' has no ${spec ?? "data"} '${name}'${
        version === undefined ? "" : ` of version ${version}`
      }. ${among(name, names, "It has")}`,
    });
  }
  if (item.size > LARGEST_CONTENT) return plainly(tooLarge(name, item.size));
  const newest = version === undefined ||
    versionsIn(itemFolder(repository, owner, name)).at(-1) === version;
  const stored = withContent(repository, dataRecord(found, item, newest));
  const secrets: string[] = [];
  if (reader.secret === undefined || item.secrets === undefined) return plainly({ value: stored });
  const content = await withSecrets(stored.content, item, owner, async (vault, key) => {
    const value = await reader.secret!(vault, key);
    secrets.push(value);
    return value;
  });
  return { answer: { value: recordOf(stored, content) }, secrets };
}

/** The file of a data item as `model.<name>.file` has it. */
export async function fileRecord(
  reader: DataReader,
  behavior: string,
  spec: string,
  name: string,
): Promise<Answer> {
  const found = await behaviorOf(reader, behavior);
  if ("absent" in found) return found;
  const owner = { type: found.type, id: found.definition.id };
  const item = await dataItem(reader.repository, owner, name);
  if (item === undefined || item.tags["specName"] !== spec) {
    const names = await dataNames(reader.repository, owner);
    return { absent: `'${behavior}' has no ${spec} '${name}'. ${among(name, names, "It has")}` };
  }
  const { version, size, contentType } = item;
  const path = contentFile(reader.repository, owner, name, version);
  return { value: { name, version, path, size, contentType } };
}

/** The behavior of a name or id, or what there is instead. */
export async function behaviorOf(
  { repository }: DataReader,
  text: string,
): Promise<FoundDefinition | { absent: string }> {
  // Every namespace is this repository.
  const name = text.startsWith("*:") ? text.slice(2) : text;
  const found = await tryFindDefinition(repository, name);
  if (found) return found;
  const { entries } = await definitionEntries(repository);
  const names = entries.map((entry) => entry.name);
  return { absent: `there is no behavior '${name}'. ${among(name, names, "There are")}` };
}

/** `Did you mean 'x'?`, else all of them. */
export function among(given: string, names: readonly string[], lead: string): string {
  if (names.length === 0) return `${lead} none.`;
  const shown = names.slice(0, 20).join(", ");
  return didYouMean(given, names) ??
    `${lead}: ${shown}${names.length > 20 ? ` and ${names.length - 20} more` : ""}.`;
}

async function versions(reader: DataReader, behavior: string, name: string): Promise<Answer> {
  const found = await behaviorOf(reader, behavior);
  if ("absent" in found) return found;
  const owner = { type: found.type, id: found.definition.id };
  if (await dataItem(reader.repository, owner, name) === undefined) return { value: [] };
  return { value: versionsIn(itemFolder(reader.repository, owner, name)) };
}

async function query(reader: DataReader, predicate: string, select?: string): Promise<Answer> {
  const { repository, signal } = reader;
  return { value: await queryData(repository, { predicate, select }, { signal }) };
}

/** The newest file of an output. It is found by what the store says of it: no part of a path is given. */
async function contents(reader: DataReader, behavior: string, spec: string): Promise<Answer> {
  const found = await behaviorOf(reader, behavior);
  if ("absent" in found) return { refused: found.absent };
  const owner = { type: found.type, id: found.definition.id };
  const { repository } = reader;
  const names = await dataNames(repository, owner);
  const items = (await Promise.all(names.map((name) => dataItem(repository, owner, name))))
    .filter((item) => item !== undefined)
    .filter(({ tags }) => tags["type"] === "file");
  const [newest] = items.filter(({ tags }) => tags["specName"] === spec)
    .sort((a, b) => a.createdAt < b.createdAt ? 1 : -1);
  if (newest === undefined) {
    const specs = [...new Set(items.map(({ tags }) => tags["specName"] ?? ""))];
    const name = found.definition.name;
    return { refused: `'${name}' has no file of '${spec}'. ${among(spec, specs, "It has")}` };
  }
  if (newest.size > LARGEST_CONTENT) return tooLarge(newest.name, newest.size);
  const { content } = await withContent(repository, dataRecord(found, newest, true)) as DataRecord;
  if (typeof content === "string" && newest.size > 0 && content === "") {
    return { refused: `'${newest.name}' of '${behavior}' is not text but ${newest.contentType}` };
  }
  return { value: typeof content === "string" ? content : JSON.stringify(content, null, 2) };
}

function tooLarge(name: string, bytes: number): Answer {
  return {
    refused: `'${name}' has ${bytes} bytes; an expression reads at most ${LARGEST_CONTENT}`,
  };
}

function refusedVary(list: string): Answer | undefined {
  return list === "[]" ? undefined : {
    refused: "svc does not store data by further dimensions; put them into the name of the data",
  };
}

/** A text literal of CEL; JSON's are among them. */
function literal(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
