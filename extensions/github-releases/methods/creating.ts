import type { Client } from "../../platform/client.ts";
import { ask, failureOf, PlatformFailure } from "../../platform/failure.ts";
import { writeOnce } from "../../platform/lost_answer.ts";
import type { ReleaseDocument } from "../../platform/releases/document.ts";
import {
  findRelease,
  type ReleaseFacts,
  releaseFacts,
} from "../../platform/releases/find_release.ts";
import { tagTarget } from "../../platform/releases/tag.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";

/**
 * Creates a release, and its tag at the tip of the default branch when there is none; a release of
 * the tag that exists, also a draft, is left as it is.
 *
 * @throws PlatformFailure `empty_repository`, `rule_violation`, `invalid` for a tag that an
 *   immutable release used, and what any call may fail with
 */
export async function createRelease(
  client: Client,
  name: RepositoryName,
  tag: string,
): Promise<ReleaseDocument> {
  return await ask(releaseLabel(name, tag), async () => {
    const before = await tagTarget(client, name, tag);
    const existing = await findRelease(client, name, tag);
    if (existing) return document(name, tag, before, existing, "exists", before !== undefined);
    const made = await create(client, name, tag);
    const target = before ?? await tagTarget(client, name, tag);
    return document(name, tag, target, made.facts, made.outcome, before !== undefined);
  });
}

/** How messages name a release. */
export function releaseLabel(name: RepositoryName, tag: string): string {
  return `the release ${tag} of ${fullName(name)}`;
}

interface Made {
  facts: ReleaseFacts;
  outcome: "created" | "exists";
}

async function create(client: Client, name: RepositoryName, tag: string): Promise<Made> {
  const found = async (): Promise<Made | undefined> => {
    const facts = await findRelease(client, name, tag);
    return facts && { facts, outcome: "exists" };
  };
  const write = async (): Promise<Made> => {
    const { data } = await client.request("POST /repos/{owner}/{repo}/releases", {
      ...name,
      tag_name: tag,
      name: tag,
      draft: false,
      prerelease: false,
      generate_release_notes: false,
    });
    return { facts: releaseFacts(data), outcome: "created" };
  };
  try {
    return await writeOnce(write, found);
  } catch (error) {
    const failure = failureOf(error, releaseLabel(name, tag));
    // Another run made it in between.
    const other = failure.code === "already_exists" ? await found() : undefined;
    if (other) return other;
    if (failure.status === 422 && /repository is empty/i.test(failure.message)) {
      throw new PlatformFailure("empty_repository", {
        what: releaseLabel(name, tag),
        status: 422,
      });
    }
    throw failure;
  }
}

function document(
  name: RepositoryName,
  tag: string,
  targetSha: string | undefined,
  { id, url, draft, prerelease }: ReleaseFacts,
  outcome: ReleaseDocument["outcome"],
  tagExisted: boolean,
): ReleaseDocument {
  return {
    repo: fullName(name),
    tag,
    releaseId: id,
    url,
    draft,
    prerelease,
    tagExisted,
    targetSha: targetSha ?? null,
    outcome,
    error: null,
    fetchedAt: new Date().toISOString(),
  };
}

/** The document about a release that could not be created. */
export function failed(name: RepositoryName, tag: string, failure: PlatformFailure) {
  return {
    repo: fullName(name),
    tag,
    releaseId: null,
    url: null,
    draft: false,
    prerelease: false,
    tagExisted: false,
    targetSha: null,
    outcome: "failed",
    error: { code: failure.code, message: failure.message },
    fetchedAt: new Date().toISOString(),
  } satisfies ReleaseDocument;
}
