import {
  type Call,
  fromBase64,
  invalid,
  json,
  pushed,
  Refusal,
  type Routes,
  signatureOf,
  writableOf,
} from "../call/mod.ts";
import {
  entryAt,
  findCommit,
  findRef,
  isEmpty,
  moveRef,
  type Signature,
  writeBlob,
  writeCommit,
  writeTree,
} from "../git/mod.ts";
import { contentEntry, gitCommit } from "../shape/mod.ts";
import { apiTime } from "../state/mod.ts";

/** Files written and deleted, one commit each. */
export const contentWriteRoutes: Routes = {
  "PUT /repos/{owner}/{repo}/contents/{path}": (call) =>
    write(call, fromBase64(call.body.content as string)),
};

interface Sent {
  message: string;
  sha?: string;
  branch?: string;
  author?: Partial<Signature>;
  committer?: Partial<Signature>;
}

/** Writes one path in a commit of its own and moves the branch there; `bytes` null deletes. */
async function write(call: Call, bytes: Uint8Array<ArrayBuffer> | null): Promise<Response> {
  const { project, repository } = writableOf(call);
  const { git } = project;
  const path = call.params.path!;
  const sent = call.body as unknown as Sent;
  const branch = sent.branch ?? repository.default_branch;
  const tip = await findRef(git, `refs/heads/${branch}`);
  if (!tip && !await isEmpty(git)) throw new Refusal(404, `Branch ${branch} not found`);

  const before = tip && await entryAt(git, tip.sha, path);
  refuseStale(path, before, sent.sha, bytes === null);
  const blob = bytes && await writeBlob(git, bytes);
  const mode = before?.mode ?? "100644";
  const tree = await writeTree(git, tip?.sha ?? null, [{ path, mode, sha: blob }]);
  if (tree === undefined) throw invalid([], "path contains a malformed path component");

  const own = signatureOf(call, call.login!);
  const author = signed(own, sent.author ?? sent.committer);
  const sha = await writeCommit(git, {
    tree,
    parents: tip ? [tip.sha] : [],
    message: sent.message,
    author,
    committer: signed(own, sent.committer),
  });
  if (!await moveRef(git, `refs/heads/${branch}`, tip?.sha ?? null, sha)) {
    throw new Refusal(409, `${branch} is at another commit but expected ${tip?.sha}`);
  }
  pushed(call, project);
  const after = blob === null ? undefined : await entryAt(git, sha, path);
  return json({
    content: after ? contentEntry(call, project, branch, after) : null,
    commit: gitCommit(call, project, (await findCommit(git, sha))!),
  }, before ? 200 : 201);
}

/** Who changes a file says which version of it they know. */
function refuseStale(
  path: string,
  before: { sha: string; type: string } | undefined,
  known: string | undefined,
  deleting: boolean,
): void {
  if (!before && deleting) throw new Refusal(404, "Not Found");
  if (before && known === undefined) {
    throw invalid([], `Invalid request.\n\n"sha" wasn't supplied.`);
  }
  if (before?.type === "tree") throw invalid([], `${path} is a directory`);
  if (before?.sha !== known) throw new Refusal(409, `${path} does not match ${known}`);
}

function signed(own: Signature, { name, email, date }: Partial<Signature> = {}): Signature {
  return {
    name: name ?? own.name,
    email: email ?? own.email,
    date: date === undefined ? own.date : apiTime(Date.parse(date)),
  };
}
