import type { components } from "@octokit/openapi-types";
import {
  type Call,
  empty,
  type FieldFault,
  invalid,
  json,
  notFound,
  paged,
  pushed,
  Refusal,
  repositoryOf,
  type Routes,
  userOf,
  writableOf,
} from "../call/mod.ts";
import { findCommit, findRef, isEmpty, isRefName, moveRef } from "../git/mod.ts";
import { guardRef } from "../rule/mod.ts";
import { apiOf, encodedPath, nodeId, pageOf } from "../shape/mod.ts";
import { apiTime, type Project, type Release } from "../state/mod.ts";

/** Releases. Only who may push sees drafts, and nobody finds them by tag. */
export const releaseRoutes: Routes = {
  "GET /repos/{owner}/{repo}/releases": async (call) => {
    const { project, repository } = await repositoryOf(call);
    const seen = call.state.releases.of(project).filter(({ draft }) =>
      !draft || repository.permissions?.push
    );
    let shown: readonly Release[] = [];
    const page = paged(call, seen, (slice) => shown = slice);
    return json(await Promise.all(shown.map((one) => shape(call, one))), 200, page.headers);
  },

  "POST /repos/{owner}/{repo}/releases": async (call) => {
    const { project, repository } = await writableOf(call);
    const sent = call.body as unknown as Sent & { tag_name: string };
    if (await isEmpty(project.git)) throw new Refusal(422, "Repository is empty.");
    const now = apiTime(call.state.clock.now());
    const wanted = {
      project,
      tag: sent.tag_name,
      target: sent.target_commitish ?? repository.default_branch,
      name: sent.name ?? null,
      body: sent.body ?? null,
      draft: sent.draft ?? false,
      prerelease: sent.prerelease ?? false,
      author: call.login!,
      createdAt: now,
      publishedAt: sent.draft ? null : now,
    };
    await claimTag(call, wanted);
    const release = await shape(call, call.state.releases.add(wanted));
    return json(release, 201, { location: release.url });
  },

  "GET /repos/{owner}/{repo}/releases/latest": async (call) => {
    const { project } = await repositoryOf(call);
    const latest = call.state.releases.of(project).find((one) => !one.draft && !one.prerelease);
    if (!latest) throw notFound();
    return json(await shape(call, latest));
  },

  "GET /repos/{owner}/{repo}/releases/tags/{tag}": async (call) => {
    const { project } = await repositoryOf(call);
    const found = publishedAs(call, project, call.params.tag!);
    if (!found) throw notFound();
    return json(await shape(call, found));
  },

  "GET /repos/{owner}/{repo}/releases/{release_id}": async (call) => {
    const { project, repository } = await repositoryOf(call);
    const found = releaseOf(call, project);
    if (found.draft && !repository.permissions?.push) throw notFound();
    return json(await shape(call, found));
  },

  "PATCH /repos/{owner}/{repo}/releases/{release_id}": async (call) => {
    const { project } = await writableOf(call);
    const release = releaseOf(call, project);
    const sent = call.body as Sent;
    const changed: Release = {
      ...release,
      tag: sent.tag_name ?? release.tag,
      target: sent.target_commitish ?? release.target,
      name: sent.name ?? release.name,
      body: sent.body ?? release.body,
      draft: sent.draft ?? release.draft,
      prerelease: sent.prerelease ?? release.prerelease,
    };
    if (release.draft || changed.tag !== release.tag) await claimTag(call, changed);
    const publishing = release.draft && !changed.draft;
    if (publishing) changed.publishedAt = apiTime(call.state.clock.now());
    return json(await shape(call, Object.assign(release, changed)));
  },

  "DELETE /repos/{owner}/{repo}/releases/{release_id}": async (call) => {
    const { project } = await writableOf(call);
    call.state.releases.remove(releaseOf(call, project));
    return empty();
  },
};

interface Sent {
  tag_name?: string;
  target_commitish?: string;
  name?: string;
  body?: string;
  draft?: boolean;
  prerelease?: boolean;
}

function releaseOf(call: Call, project: Project): Release {
  const id = Number(call.params.release_id);
  const found = call.state.releases.of(project).find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

const publishedAs = (call: Call, project: Project, tag: string): Release | undefined =>
  call.state.releases.of(project).find((one) => !one.draft && one.tag === tag);

/**
 * Makes sure that a release may have its tag, and makes the tag when it is published.
 *
 * @throws Refusal 422
 */
async function claimTag(
  call: Call,
  { project, tag, target, draft }: Pick<Release, "project" | "tag" | "target" | "draft">,
): Promise<void> {
  const name = `refs/tags/${tag}`;
  if (!await isRefName(project.git, name)) {
    throw refused({ code: "custom", field: "tag_name", message: "tag_name is not a valid tag" });
  }
  if (draft) return;
  if (publishedAs(call, project, tag)) throw refused({ code: "already_exists", field: "tag_name" });
  if (await findRef(project.git, name)) return;
  const commit = await findCommit(project.git, `refs/heads/${target}`) ??
    await findCommit(project.git, target);
  if (!commit) throw refused({ code: "invalid", field: "target_commitish" });
  await guardRef(call, project, name, "creation");
  await moveRef(project.git, name, null, commit.sha);
  pushed(call, project);
}

const refused = (fault: Omit<FieldFault, "resource">) =>
  invalid([{ resource: "Release", ...fault }]);

async function shape(call: Call, release: Release): Promise<components["schemas"]["release"]> {
  const { id, project, tag, draft } = release;
  const api = apiOf(call, project);
  const archive = (kind: string) => draft ? null : `${api}/${kind}/refs/tags/${tag}`;
  return {
    id,
    node_id: nodeId("Release", id),
    url: `${api}/releases/${id}`,
    html_url: `${pageOf(call, project)}/releases/tag/${
      draft ? `untagged-${id}` : encodedPath(tag)
    }`,
    assets_url: `${api}/releases/${id}/assets`,
    upload_url: `${api}/releases/${id}/assets{?name,label}`,
    tarball_url: archive("tarball"),
    zipball_url: archive("zipball"),
    tag_name: tag,
    target_commitish: release.target,
    name: release.name,
    body: release.body,
    draft,
    prerelease: release.prerelease,
    created_at: release.createdAt,
    published_at: release.publishedAt,
    author: (await userOf(call, release.author))!,
    assets: [],
  };
}
