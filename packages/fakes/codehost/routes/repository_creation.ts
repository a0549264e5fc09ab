import {
  type Call,
  invalid,
  json,
  notFound,
  passed,
  Refusal,
  type Repository,
  shownTo,
  signatureOf,
} from "../call/mod.ts";
import { GITIGNORES, LICENSES } from "../template/mod.ts";

interface Sent {
  name: string;
  description?: string;
  private?: boolean;
  visibility?: "public" | "private" | "internal";
  auto_init?: boolean;
  license_template?: string;
  gitignore_template?: string;
}

/** What the emulator takes when a repository is changed, and passes over when it is made. */
const LATER = ["has_discussions", "is_template", "allow_auto_merge", "visibility"];

/**
 * Makes a repository for an account, with what it is asked to begin with.
 *
 * @param path where the emulator makes it
 * @throws Refusal 422 for a name that is taken or a template that does not exist
 */
export async function createRepository(
  call: Call,
  path: string,
  account: string | null,
): Promise<Response> {
  if (account === null) throw new Refusal(401, "Requires authentication");
  const sent = call.body as unknown as Sent;
  if (call.state.projects.find(account, sent.name)) {
    const message = "name already exists on this account";
    const fault = { resource: "Repository", code: "custom", field: "name", message } as const;
    throw invalid([fault], "Repository creation failed.");
  }
  const files = firstFiles(call, account, sent);
  const hidden = sent.visibility === undefined ? sent.private : sent.visibility !== "public";
  const told = await call.emulated("POST", path, {
    ...call.body,
    auto_init: false,
    private: hidden ?? false,
  });
  if (told.status === 404) throw notFound();
  if (told.status !== 201) return passed(told);

  const { id, owner, name, default_branch: branch } = JSON.parse(told.text) as Repository;
  const by = signatureOf(call, call.login!);
  const first = { branch, message: "Initial commit", by, files };
  const project = call.state.open({
    id: Number(id),
    owner: owner.login,
    name,
    first: Object.keys(files).length > 0 ? first : undefined,
  });
  const later = Object.entries(call.body).filter(([field]) => LATER.includes(field));
  if (later.length > 0) {
    await call.emulated("PATCH", `/repos/${owner.login}/${name}`, Object.fromEntries(later));
  }
  return json(await shownTo(call, project), 201);
}

/** What a new repository is asked to begin with. */
function firstFiles(call: Call, account: string, sent: Sent): Record<string, string> {
  const files: Record<string, string> = {};
  const { name, description, license_template: key, gitignore_template: ignore } = sent;
  if (sent.auto_init) files["README.md"] = `# ${name}\n${description ? `\n${description}\n` : ""}`;
  if (ignore !== undefined) {
    if (!Object.hasOwn(GITIGNORES, ignore)) throw unknown("gitignore_template");
    files[".gitignore"] = GITIGNORES[ignore]!;
  }
  if (key !== undefined) {
    const license = LICENSES.find((one) => one.key === key.toLowerCase());
    if (!license) throw unknown("license_template");
    const year = new Date(call.state.clock.now()).getUTCFullYear();
    files.LICENSE = license.text(year, account);
  }
  return files;
}

const unknown = (field: string) => {
  const message = `${field} is an unknown template`;
  return invalid([{ resource: "Repository", code: "custom", field, message }]);
};
