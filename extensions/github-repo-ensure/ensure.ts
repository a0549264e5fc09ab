import * as z from "npm:zod@4.6.7";
import type { Client } from "../platform/client.ts";
import type { MethodContext } from "../platform/context.ts";
import { ask, askIfThere, failureOf, PlatformFailure } from "../platform/failure.ts";
import { connectLocal } from "../platform/gh.ts";
import { writeOnce } from "../platform/lost_answer.ts";
import {
  fullName,
  ownerPattern,
  parseRepositoryName,
  type RepositoryName,
  repositoryOrNamePattern,
} from "../platform/repository_name.ts";
import { storedText } from "../platform/stored_text.ts";
import { type Drift, type EnsuredRepo, VISIBILITIES, type Visibility } from "./repo.ts";
import { writeOne } from "../platform/write_one.ts";
import { defineMethod } from "../platform/method.ts";

/** Schema of {@link Globals}. */
export const globals = z.object({
  owner: z.string().regex(ownerPattern).describe("User or organisation that owns it"),
  name: z.string().regex(repositoryOrNamePattern).describe(
    "Name of the repository, or owner/name",
  ),
  ghPath: z.string().regex(/^(?:\/[^\0]*|[A-Za-z0-9][A-Za-z0-9._-]*)$/).optional().describe(
    "Name or absolute path of gh (default: gh)",
  ),
});

/** Global arguments of the type. */
export type Globals = z.infer<typeof globals>;

/** Schema of {@link EnsureArgs}. */
const ensureArgs = z.object({
  description: z.string().max(350).optional().describe("Short description"),
  visibility: z.enum(VISIBILITIES).optional().describe(
    "Visibility of a new repository (default: private)",
  ),
});

/** What the repository is to be like. */
type EnsureArgs = z.infer<typeof ensureArgs>;

/** Makes the repository when it is missing; one that exists is compared and left as it is. */
export const ensure = defineMethod({
  description: "Create the repository if it is missing; an existing one is not changed",
  kind: "create",
  arguments: ensureArgs,
  async execute(args, context: MethodContext<Globals>) {
    const { owner, name: repo, ghPath } = context.globalArgs;
    const name = parseRepositoryName(repo, owner);
    const client = connectLocal({ extension: "github-repo-ensure", context, program: ghPath });
    return await ask(fullName(name), async () => {
      const data = await unchanged(client, name, args) ?? await create(client, name, args);
      const sentence = data.outcome === "created" ? "{repo} was created" : "{repo} already exists";
      context.logger.info(sentence, { repo: data.fullName });
      return await writeOne(context, "repo", [name], data);
    });
  },
});

/** The repository that is there, with what differs from the arguments; undefined when none is visible. */
async function unchanged(
  client: Client,
  name: RepositoryName,
  { description, visibility }: EnsureArgs,
): Promise<EnsuredRepo | undefined> {
  return await askIfThere(fullName(name), async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
    const found = ensured(data, "unchanged");
    const asked = fullName(name);
    const moved = found.fullName.toLowerCase() !== asked.toLowerCase();
    const drift = [
      ...differs("fullName", moved ? asked : found.fullName, found.fullName),
      ...differs("description", description, storedText(data.description ?? "")),
      ...differs("visibility", visibility, found.visibility),
    ];
    return { ...found, drift };
  });
}

function differs(field: Drift["field"], wanted: string | undefined, found: string): Drift[] {
  return wanted === undefined || wanted === found ? [] : [{ field, wanted, found }];
}

async function create(
  client: Client,
  name: RepositoryName,
  args: EnsureArgs,
): Promise<EnsuredRepo> {
  const { description, visibility = "private" } = args;
  const existing = () => unchanged(client, name, args);
  const body = { name: name.repo, ...(description === undefined ? {} : { description }) };
  const isOrg = await isOrganisation(client, name.owner);
  if (!isOrg) await checkAccount(client, name.owner, visibility);
  const post = async () => {
    const { data } = isOrg
      ? await client.request("POST /orgs/{org}/repos", {
        org: name.owner,
        ...body,
        // The public platform's description lists two of the three.
        visibility: visibility as "public" | "private",
      })
      : await client.request("POST /user/repos", { ...body, private: visibility === "private" });
    return ensured(data, "created");
  };
  try {
    return await writeOnce(post, existing);
  } catch (error) {
    const failure = failureOf(error, fullName(name));
    if (failure.code !== "already_exists") throw failure;
    const found = await existing();
    if (found !== undefined) return found;
    throw new PlatformFailure("already_exists", {
      reason: "it exists, but your account cannot see it",
      hint: "Log in as somebody who can see it, or choose another name",
    });
  }
}

async function isOrganisation(client: Client, owner: string): Promise<boolean> {
  return await ask(`the user or organisation ${owner}`, async () => {
    const { data } = await client.request("GET /users/{username}", { username: owner });
    return data.type === "Organization";
  });
}

/** A user's repositories are made by that user only, and are never internal. */
async function checkAccount(
  client: Client,
  owner: string,
  visibility: Visibility,
): Promise<void> {
  if (visibility === "internal") {
    throw new PlatformFailure("refused", {
      reason:
        `${owner} is a user, and only organisations of an enterprise have internal repositories`,
      hint: "Choose private or public",
    });
  }
  const { data } = await client.request("GET /user");
  if (data.login.toLowerCase() === owner.toLowerCase()) return;
  throw new PlatformFailure("refused", {
    reason: `you are logged in as ${data.login}, who cannot create repositories for ${owner}`,
    hint: `Log in as ${owner}, or use your own account or organisation`,
  });
}

function ensured(
  api: { full_name: string; private: boolean; visibility?: string; html_url: string },
  outcome: "created" | "unchanged",
): EnsuredRepo {
  const visible = api.private ? "private" : "public";
  return {
    fullName: api.full_name,
    outcome,
    // Internal repositories count as private.
    visibility: api.visibility === "internal" ? "internal" : visible,
    url: api.html_url,
    drift: [],
    fetchedAt: new Date().toISOString(),
  };
}
