import type { NamedRun, RunArtifact, WrittenData } from "@svc/core/answer";
import { UUID } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { ownerOf } from "../../data/owner.ts";
import { getData, isSegment } from "../../data/query.ts";
import type { Repository } from "../../repository/repository.ts";
import { itemFolder, versionsIn } from "../../data/store/folder.ts";
import { readMetadata } from "../../data/store/versions.ts";
import { findRun } from "./runs.ts";

/**
 * What a run wrote: all of it by name, or the content of one thing.
 *
 * @param wanted the run, as `findRun` takes it
 * @param options `name` picks one of several; `field` a top-level field of a JSON object
 * @throws SvcError `run_not_found`, `data_not_found` when it wrote nothing of that name or what it
 *   wrote is gone, `invalid_argument` without a name where there are several.
 */
export async function writtenBy(
  repository: Repository,
  wanted: string,
  options: { name?: string | undefined; field?: string | undefined } = {},
): Promise<WrittenData> {
  const run = await findRun(repository, wanted);
  const artifact = artifactOf(run, options.name);
  const { name, dataId } = artifact;
  const version = await numberOf(repository, run, artifact);
  const item = await getData(repository, run.definitionId, name, { version });
  const written = {
    outputId: run.id,
    methodName: run.methodName,
    dataId,
    dataName: name,
    version,
    contentType: item.contentType,
  };
  if (options.field === undefined) {
    return { ...written, ...(item.content === undefined ? {} : { data: item.content }) };
  }
  const { field } = options;
  const content = item.content;
  const fields = typeof content === "object" && content !== null && !Array.isArray(content)
    ? content as Record<string, unknown>
    : {};
  if (!Object.hasOwn(fields, field)) {
    throw new SvcError("data_not_found", `${name} has no field '${field}'`, {
      hint: `It has: ${Object.keys(fields).join(", ") || "no fields"}.`,
    });
  }
  return { ...written, field, data: fields[field] };
}

/**
 * The number that a version has now: where two machines wrote at the same time, a sync gives one of
 * their versions another number, and the record keeps the first.
 *
 * @throws SvcError `data_not_found` when the number belongs to another version by now
 */
async function numberOf(
  repository: Repository,
  { id, definitionId }: NamedRun,
  { name, version, dataId }: RunArtifact,
): Promise<number> {
  if (!isSegment(name)) return version;
  const { owner } = await ownerOf(repository, definitionId);
  const folder = itemFolder(repository, owner, name);
  const idAt = async (number: number) => (await readMetadata(folder, number))?.id;
  const present = await idAt(version);
  if (present === dataId) return version;
  for (const number of versionsIn(folder)) {
    if (number > version && await idAt(number) === dataId) return number;
  }
  // Ids of another tool may have been replaced.
  if (present === undefined || !UUID.test(dataId)) return version;
  throw new SvcError("data_not_found", `What run ${id} wrote as '${name}' was deleted`, {
    hint: `Its version ${version} is from another run: 'svc data versions' lists all.`,
  });
}

function artifactOf(
  { id, artifacts: { dataArtifacts } }: NamedRun,
  name: string | undefined,
): NamedRun["artifacts"]["dataArtifacts"][number] {
  const all = [...new Set(dataArtifacts.map((one) => one.name))];
  const resources = new Set(
    dataArtifacts.filter(({ tags }) => tags["type"] === "resource").map((one) => one.name),
  );
  // One result beside its log is what is asked for.
  const names = name === undefined && resources.size === 1 ? [...resources] : all;
  if (name === undefined && names.length > 1) {
    throw new SvcError("invalid_argument", `The run wrote ${names.length} items`, {
      hint: `Choose one with --name: ${names.slice(0, 20).join(", ")}`,
    });
  }
  const found = dataArtifacts.findLast((one) => one.name === (name ?? names[0]));
  if (found !== undefined) return found;
  throw new SvcError(
    "data_not_found",
    names.length === 0 ? `Run ${id} wrote nothing` : `Run ${id} wrote nothing named '${name}'`,
    names.length === 0 ? {} : { hint: `It wrote: ${names.slice(0, 20).join(", ")}` },
  );
}
