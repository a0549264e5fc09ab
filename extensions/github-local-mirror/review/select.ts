import { PlatformFailure } from "../../platform/failure.ts";
import { readDocuments } from "../../platform/report/stored_documents.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { issueSnapshotSchema } from "../../platform/subjects/issue_snapshot.ts";
import { prSnapshotSchema } from "../../platform/subjects/pr_snapshot.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { MirrorContext } from "../context/context.ts";
import { namesOf } from "../reports/stored/names.ts";

const NOUNS = { pr: "a pull request", issue: "an issue" } as const;

/**
 * Makes sure that the mirror has a subject.
 *
 * @throws PlatformFailure `not_found` that says when the number is the other kind's
 */
export async function assertKnown(
  context: Pick<MirrorContext, "readResources" | "listResources">,
  name: RepositoryName,
  { subjectType, number }: Subject,
): Promise<void> {
  const names = namesOf(name);
  const reading = { broken: [] };
  const [pr = null] = await readDocuments(context, [names.of("prSnapshot", String(number))], {
    ...reading,
    schema: prSnapshotSchema,
  });
  const [issue = null] = await readDocuments(context, [names.of("issueSnapshot", String(number))], {
    ...reading,
    schema: issueSnapshotSchema,
  });
  const known = { pr: pr !== null, issue: issue !== null };
  if (known[subjectType]) return;
  const other = subjectType === "pr" ? "issue" : "pr";
  throw new PlatformFailure("not_found", {
    what: `${fullName(name)}#${number}`,
    reason: known[other]
      ? `it is not ${NOUNS[subjectType]} but ${NOUNS[other]}`
      : `the mirror does not have ${NOUNS[subjectType]} of this number`,
    hint: known[other] ? `Give subjectType=${other}` : "Run 'sync', and look at the number",
  });
}
