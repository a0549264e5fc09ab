import type { Client } from "../client.ts";
import { askIfThere } from "../failure.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";

/** Tags that point to tags, one after the other; more are not followed. */
const MOST_TAGS = 5;

/**
 * The commit that a tag stands for, annotated or not; undefined when there is no such tag.
 *
 * @throws PlatformFailure `empty_repository`, and what any read may fail with
 */
export async function tagTarget(
  client: Client,
  name: RepositoryName,
  tag: string,
): Promise<string | undefined> {
  return await askIfThere(`the tag ${tag} of ${fullName(name)}`, async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/git/ref/{ref}", {
      ...name,
      ref: `tags/${tag}`,
    });
    // Older enterprise servers answer with a tag that only begins like this one.
    if (data.ref !== `refs/tags/${tag}`) return undefined;
    let { type, sha } = data.object;
    for (let followed = 0; type === "tag" && followed < MOST_TAGS; followed++) {
      const annotated = await client.request("GET /repos/{owner}/{repo}/git/tags/{tag_sha}", {
        ...name,
        tag_sha: sha,
      });
      ({ type, sha } = annotated.data.object);
    }
    return sha;
  });
}
