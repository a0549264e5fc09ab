import {
  apiOf,
  authorOf,
  type Call,
  encodedPath,
  type FieldFault,
  invalid,
  json,
  notFound,
  paged,
  pageOf,
  pushed,
  Refusal,
  repositoryOf,
  type Routes,
  timeOf,
  writableOf,
} from "../call/mod.ts";
import { commitNamed, findRef, isEmpty, isRefName, moveRef } from "../git/mod.ts";
import type { Project, Release } from "../state/mod.ts";

/** What a request says of a release, named as in the row. */
type Sent = Partial<Omit<Release, "id" | "project" | "author">>;

/** Releases. Only who may push sees drafts, and nobody finds them by tag. */
export const releaseRoutes: Routes = {
  "GET /repos/{owner}/{repo}/releases": (call) => {
    const { project, repository } = repositoryOf(call);
    const seen = call.state.releases.of(project)
      .filter(({ draft }) => !draft || repository.permissions?.push).toReversed();
    return paged(call, seen, (release) => shape(call, release));
  },

  "POST /repos/{owner}/{repo}/releases": async (call) => {
    const { project } = writableOf(call);
    if (await isEmpty(project.git)) throw new Refusal(422, "Repository is empty.");
    const sent = call.body as Sent;
    const wanted = {
      project,
      ...{ name: null, body: null, draft: false, prerelease: false },
      target_commitish: project.settings.default_branch,
      author: call.login!,
      created_at: timeOf(call),
      published_at: sent.draft ? null : timeOf(call),
      ...sent as { tag_name: string },
    };
    await claimTag(call, wanted);
    const release = shape(call, call.state.releases.add(wanted));
    return json(release, 201, { location: release.url });
  },

  "GET /repos/{owner}/{repo}/releases/tags/{tag}": (call) => {
    const found = publishedAs(call, repositoryOf(call).project, call.params.tag!);
    if (!found) throw notFound();
    return json(shape(call, found));
  },
};

const publishedAs = ({ state }: Call, project: Project, tag: string): Release | undefined =>
  state.releases.of(project).find((one) => !one.draft && one.tag_name === tag);

/**
 * Makes sure that a release may have its tag, and makes the tag when it is published.
 *
 * @throws Refusal 422
 */
async function claimTag(
  call: Call,
  { project, tag_name, target_commitish: target, draft }: Omit<Release, "id">,
): Promise<void> {
  const { git } = project;
  const name = `refs/tags/${tag_name}`;
  if (!await isRefName(git, name)) {
    throw refused({ code: "custom", field: "tag_name", message: "tag_name is not a valid tag" });
  }
  if (draft) return;
  if (publishedAs(call, project, tag_name)) {
    throw refused({ code: "already_exists", field: "tag_name" });
  }
  if (await findRef(git, name)) return;
  const commit = await commitNamed(git, target);
  if (!commit) throw refused({ code: "invalid", field: "target_commitish" });
  await moveRef(git, name, null, commit.sha);
  pushed(call, project);
}

const refused = (fault: Omit<FieldFault, "resource">) =>
  invalid([{ resource: "Release", ...fault }]);

function shape(call: Call, { project, author, updatedAt: _, ...release }: Release) {
  const { id, draft, tag_name: tag } = release;
  const url = `${apiOf(call, project)}/releases/${id}`;
  const archive = (kind: string) =>
    draft ? null : `${apiOf(call, project)}/${kind}/refs/tags/${tag}`;
  const page = draft ? `untagged-${id}` : encodedPath(tag);
  return {
    ...release,
    url,
    html_url: `${pageOf(call, project)}/releases/tag/${page}`,
    upload_url: `${url}/assets{?name,label}`,
    tarball_url: archive("tarball"),
    zipball_url: archive("zipball"),
    author: authorOf(call, author),
  };
}
