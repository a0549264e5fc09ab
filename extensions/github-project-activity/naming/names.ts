import { partName } from "../../platform/documents/parts.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { type Subject, subjectPart, type SubjectType } from "../../platform/subjects/subject.ts";
import type { LedgerArguments } from "../context/context.ts";

/** What a ledger without a repository has in its place: no owner's name begins like that. */
const NONE: RepositoryName = { owner: "_", repo: "_" };

/**
 * The name of a document of the ledger, by reference 1.6.
 *
 * @param spec in lower case
 * @param repository the repository that the document is about; null when it is about none
 */
export function documentName(
  spec: string,
  repository: RepositoryName | null,
  ...parts: string[]
): string {
  return instanceName(spec, repository ?? NONE, ...parts);
}

/** Name of the document about the repository. */
export function repoName(repo: RepositoryName): string {
  return documentName("reposnapshot", repo);
}

/** Name of the document about a fork; GitHub ignores the case of its name. */
export function forkName(repo: RepositoryName, fork: RepositoryName): string {
  return documentName("forksnapshot", repo, fork.owner.toLowerCase(), fork.repo.toLowerCase());
}

/** Name of the snapshot of a pull request or issue. */
export function snapshotName(
  repo: RepositoryName | null,
  { subjectType, number }: Subject,
): string {
  return documentName(`${subjectType}snapshot`, repo, String(number));
}

/** What the names of all snapshots of pull requests or issues begin with. */
export function snapshotPrefix(repo: RepositoryName | null, subjectType: SubjectType): string {
  return `${documentName(`${subjectType}snapshot`, repo)}~`;
}

/** Name of a part of the events of a subject, counted from 1. */
export function eventsName(repo: RepositoryName, subject: Subject, part: number): string {
  return partName(documentName("activityevent", repo, subjectPart(subject)), part);
}

/** Name of a part of the files of a pull request's head, counted from 1. */
export function prFilesName(
  repo: RepositoryName,
  number: number,
  headSha: string,
  part: number,
): string {
  return partName(
    documentName("prfilesnapshot", repo, String(number), headSha.slice(0, 12)),
    part,
  );
}

/** Name of the checks of a pull request's head. */
export function ciStatusName(repo: RepositoryName | null, number: number, headSha: string): string {
  return documentName("cistatussnapshot", repo, String(number), headSha.slice(0, 12));
}

/** Name of a part of the repository's paths, counted from 1. */
export function repoFilesName(repo: RepositoryName, part: number): string {
  return partName(documentName("repofilesnapshot", repo), part);
}

/** Name of a recording. */
export function scenarioName(repo: RepositoryName, scenario: string): string {
  return documentName("rawgithubapiresponse", repo, scenario);
}

/** What the names of all answers of a recording begin with. */
export function answerPrefix(repo: RepositoryName, scenario: string): string {
  return `${scenarioName(repo, scenario)}~`;
}

/** Name of a part of a recorded answer; both are counted from 1. */
export function answerName(
  repo: RepositoryName,
  scenario: string,
  sequence: number,
  part: number,
): string {
  const place = String(sequence).padStart(6, "0");
  return partName(documentName("rawgithubapiresponse", repo, scenario, place), part);
}

/** A subject as arguments give it: both or neither. */
interface GivenSubject {
  subjectType?: SubjectType | undefined;
  subjectNumber?: number | undefined;
}

/**
 * The pull request or issue that something recorded is about; null when it is about none.
 *
 * @param what what is recorded, for the refusal
 * @throws PlatformFailure `refused` when only its type or only its number is given.
 */
export function givenSubject(
  { subjectType, subjectNumber }: GivenSubject,
  what: string,
): Subject | null {
  if (subjectType === undefined && subjectNumber === undefined) return null;
  if (subjectType !== undefined && subjectNumber !== undefined) {
    return { subjectType, number: subjectNumber };
  }
  const [given, missing] = subjectType === undefined
    ? ["subjectNumber", "subjectType"]
    : ["subjectType", "subjectNumber"];
  throw new PlatformFailure("refused", {
    what,
    reason: `${given} needs ${missing}`,
    hint: "Give both, or neither",
  });
}

/** The repository that the ledger is about; null when its behavior names none, or only half. */
export function ownRepository(
  { owner, repo }: Pick<LedgerArguments, "owner" | "repo">,
): RepositoryName | null {
  if (repo === undefined || owner === undefined && !repo.includes("/")) return null;
  return parseRepositoryName(repo, owner);
}
