import type { Client } from "../../platform/client.ts";
import { failureOf, PlatformFailure } from "../../platform/failure.ts";
import { writeOnce } from "../../platform/lost_answer.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { findRepository, type RepositoryFacts, repositoryFacts } from "./facts.ts";

/** How a repository is made. */
export interface NewRepository {
  description?: string | undefined;
  homepage?: string | undefined;
  private: boolean;
  autoInit: boolean;
  licenseTemplate?: string | undefined;
  gitignoreTemplate?: string | undefined;
}

/**
 * Asks all that a dry run can ask about a creation: that the owner can be created for, and that the
 * templates exist.
 *
 * @throws PlatformFailure `refused` or `not_found` naming the argument
 */
export async function checkCreation(
  client: Client,
  { owner }: RepositoryName,
  isOrg: boolean,
  { licenseTemplate, gitignoreTemplate }: NewRepository,
): Promise<void> {
  if (isOrg) await checkOrganisation(client, owner);
  else await checkAccount(client, owner);
  if (licenseTemplate !== undefined) {
    await ask(
      client.request("GET /licenses/{license}", { license: licenseTemplate }),
      `the license '${licenseTemplate}'`,
      "Give licenseTemplate the key of a license, for example mit or apache-2.0",
    );
  }
  if (gitignoreTemplate !== undefined) {
    await ask(
      client.request("GET /gitignore/templates/{name}", { name: gitignoreTemplate }),
      `the .gitignore template '${gitignoreTemplate}'`,
      "Give gitignoreTemplate a name of GET /gitignore/templates, for example Node",
    );
  }
}

async function checkOrganisation(client: Client, owner: string): Promise<void> {
  await ask(
    client.request("GET /orgs/{org}", { org: owner }),
    `the organisation ${owner}`,
    "Omit isOrg when the owner is a user",
  );
}

/** A user's repositories are made by that user only: the call does not name an owner. */
async function checkAccount(client: Client, owner: string): Promise<void> {
  const { data } = await ask(client.request("GET /user"), "the token's account");
  if (data.login.toLowerCase() === owner.toLowerCase()) return;
  throw new PlatformFailure("refused", {
    what: owner,
    reason: `the token's account, ${data.login}, cannot create repositories for it`,
    hint: "Set isOrg=true if the owner is an organisation, or use the owner's token",
  });
}

/** An answer; one that says "not found" gets the hint. */
async function ask<Answer>(asked: Promise<Answer>, what: string, hint?: string): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const failure = failureOf(error, what);
    if (failure.code !== "not_found" || hint === undefined) throw failure;
    throw new PlatformFailure("not_found", { what, hint, status: failure.status });
  }
}

/** A repository that is there now. */
interface Made {
  /** False when something else made it. */
  made: boolean;
  facts: RepositoryFacts;
}

/**
 * Makes the repository. One that turns out to be there, because an answer got lost or somebody else
 * was faster, is not a failure: `made` is false then.
 *
 * @throws PlatformFailure also when the name is taken by a repository the token may not see
 */
export async function createRepository(
  client: Client,
  name: RepositoryName,
  isOrg: boolean,
  wanted: NewRepository,
): Promise<Made> {
  const what = fullName(name);
  const existing = async (): Promise<Made | undefined> => {
    const facts = await findRepository(client, name);
    return facts && { made: false, facts };
  };
  const body = {
    name: name.repo,
    private: wanted.private,
    auto_init: wanted.autoInit,
    ...(wanted.description === undefined ? {} : { description: wanted.description }),
    ...(wanted.homepage === undefined ? {} : { homepage: wanted.homepage }),
    ...(wanted.licenseTemplate === undefined ? {} : { license_template: wanted.licenseTemplate }),
    ...(wanted.gitignoreTemplate === undefined
      ? {}
      : { gitignore_template: wanted.gitignoreTemplate }),
  };
  const create = async (): Promise<Made> => {
    const { data } = isOrg
      ? await client.request("POST /orgs/{org}/repos", { org: name.owner, ...body })
      : await client.request("POST /user/repos", body);
    return { made: true, facts: repositoryFacts(data) };
  };
  try {
    return await writeOnce(create, existing);
  } catch (error) {
    const failure = failureOf(error, what);
    if (failure.code !== "already_exists") throw failure;
    const found = await existing();
    if (found !== undefined) return found;
    throw new PlatformFailure("already_exists", {
      what,
      status: failure.status,
      reason: "it exists, but the token cannot see it",
      hint: "Use a token that can see it, or choose another name",
    });
  }
}
