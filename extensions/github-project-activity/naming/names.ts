import { partName } from "../../platform/documents/parts.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { type Subject, subjectPart, type SubjectType } from "../../platform/subjects/subject.ts";
import { documentName } from "./document_name.ts";

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
