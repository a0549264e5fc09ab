import type { Client } from "../../platform/client.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import type { ReleaseDocument } from "../../platform/releases/document.ts";
import {
  findRelease,
  makeRelease,
  type ReleaseFacts,
  releaseLabel,
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
    if (existing) return documentOf(name, tag, before, existing, "exists", before !== undefined);
    const made = await makeRelease(client, name, { tag }).catch((failure) => {
      throw inWords(failure, name, tag);
    });
    const target = before ?? await tagTarget(client, name, tag);
    return documentOf(name, tag, target, made.facts, made.outcome, before !== undefined);
  });
}

/** An empty repository has no commit that a tag could be put on. */
function inWords(failure: PlatformFailure, name: RepositoryName, tag: string): PlatformFailure {
  return failure.status === 422 && /repository is empty/i.test(failure.message)
    ? new PlatformFailure("empty_repository", { what: releaseLabel(name, tag), status: 422 })
    : failure;
}

function documentOf(
  name: RepositoryName,
  tag: string,
  targetSha: string | undefined,
  { id, url, draft, prerelease }: Omit<ReleaseFacts, "id" | "url"> & {
    id: number | null;
    url: string | null;
  },
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
export function failed(
  name: RepositoryName,
  tag: string,
  { code, message }: PlatformFailure,
): ReleaseDocument {
  const none = { id: null, url: null, draft: false, prerelease: false };
  const document = documentOf(name, tag, undefined, none, "failed", false);
  return { ...document, error: { code, message } };
}
