import {
  type Call,
  invalid,
  json,
  notFound,
  repositoryOf,
  type Routes,
  signatureOf,
  writableOf,
} from "../call/mod.ts";
import { objectInfo, readTag, type Signature, writeTag } from "../git/mod.ts";
import { apiOf } from "../shape/mod.ts";
import { apiTime, type Project } from "../state/mod.ts";

/** Tags, and the objects of annotated ones. */
export const tagRoutes: Routes = {
  "GET /repos/{owner}/{repo}/git/tags/{tag_sha}": async (call) => {
    const { project } = repositoryOf(call);
    return json(await shape(call, project, call.params.tag_sha!));
  },

  "POST /repos/{owner}/{repo}/git/tags": async (call) => {
    const { project } = writableOf(call);
    const { tag, message, object, type, tagger } = call.body as unknown as Sent;
    const info = await objectInfo(project.git, object);
    if (info?.type !== type) throw invalid([], "Object does not exist");
    const own = signatureOf(call, call.login!);
    const date = tagger?.date === undefined ? own.date : apiTime(Date.parse(tagger.date));
    const by = { name: tagger?.name ?? own.name, email: tagger?.email ?? own.email, date };
    const sha = await writeTag(project.git, { tag, message, object, type, by });
    return json(await shape(call, project, sha), 201);
  },
};

interface Sent {
  tag: string;
  message: string;
  object: string;
  type: "commit" | "tree" | "blob";
  tagger?: Partial<Signature>;
}

async function shape(call: Call, project: Project, sha: string) {
  const found = await readTag(project.git, sha);
  if (!found) throw notFound();
  const api = apiOf(call, project);
  const { tag, message, object, type, by } = found;
  return {
    sha,
    url: `${api}/git/tags/${sha}`,
    tag,
    message,
    tagger: by,
    object: { sha: object, type, url: `${api}/git/${type}s/${object}` },
  };
}
