import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import type { MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import type { RepoEnsure } from "../outputs/repo_ensure.ts";
import { checkCreation, createRepository } from "../repository/create.ts";
import { driftOf } from "../repository/drift.ts";
import { findRepository, renamedTo, type RepositoryFacts } from "../repository/facts.ts";
import { type EnsureContext, open, repositoryOf } from "./connection.ts";
import { defineMethod } from "../../platform/method.ts";

/** Topics a repository may have. */
const MOST_TOPICS = 20;

/** One topic, as the platform takes it. */
const topicSchema = z.string().regex(
  /^[a-z0-9][a-z0-9-]{0,49}$/,
  "a topic has lower-case letters, digits and '-', at most 50, and begins with a letter or a digit",
);

/** Schema of {@link EnsureRepoArgs}. */
const ensureRepoArgs = z.object({
  name: z.string().min(1).max(140).describe("Name of the repository"),
  description: z.string().max(350).optional().describe("Short description"),
  private: z.boolean().optional().describe(
    "Make a new repository private (default: true)",
  ),
  autoInit: z.boolean().optional().describe(
    "Create a first commit in a new repository (default: true)",
  ),
  licenseTemplate: z.string().regex(/^[A-Za-z0-9.+_-]{1,100}$/).optional().describe(
    "License key for a new repository, for example mit",
  ),
  gitignoreTemplate: z.string().regex(/^[A-Za-z0-9.+_-]{1,100}$/).optional().describe(
    "Template of .gitignore for a new repository, for example Node",
  ),
  homepage: z.string().max(255).optional().describe("URL of its home page"),
  topics: z.array(topicSchema).max(MOST_TOPICS).optional().describe("Topics of a new repository"),
  dryRun: z.boolean().optional().describe("Plan only (default: true)"),
});

/** Arguments of `ensureRepo`. */
type EnsureRepoArgs = z.infer<typeof ensureRepoArgs>;

/** One call of the method: what it works with and where it writes. */
interface Task {
  client: Client;
  context: EnsureContext;
  name: RepositoryName;
  args: EnsureRepoArgs;
  dryRun: boolean;
  /** Name of the resource. */
  resource: string;
}

/**
 * Makes a repository when there is none of that name. One that exists is compared and left as it is;
 * only topics that an earlier run of this behavior could not put on it are put on it now.
 */
export const ensureRepo = defineMethod({
  description: "Create a repository if it is missing; plans unless dryRun=false",
  kind: "create",
  arguments: ensureRepoArgs,
  async execute(args, context: EnsureContext) {
    const name = repositoryOf(args.name, context.globalArgs);
    const task: Task = {
      client: open(context),
      context,
      name,
      args,
      dryRun: args.dryRun ?? true,
      resource: instanceName("repoensure", name),
    };
    const facts = await findRepository(task.client, name);
    return facts === undefined ? await create(task) : await compare(task, facts);
  },
});

async function create(task: Task): Promise<MethodResult> {
  const { client, context, name, args, dryRun } = task;
  const isOrg = context.globalArgs.isOrg ?? false;
  // Whoever forgets to say it must not publish by it.
  const wanted = { ...args, private: args.private ?? true, autoInit: args.autoInit ?? true };
  await checkCreation(client, name, isOrg, wanted);
  const plan = { outcome: "would-create", private: wanted.private } as const;
  if (dryRun) return await write(task, plan);

  // A run that is ended between creation and topics must be told from one that found a repository.
  if (args.topics !== undefined) await note(task, { ...plan, topicsApplied: false });
  const { made, facts } = await createRepository(client, name, isOrg, wanted);
  if (!made) return await compare(task, facts);
  const created = { outcome: "created", private: facts.private, url: facts.url } as const;
  if (args.topics === undefined) return await write(task, created);
  try {
    await applyTopics(task, args.topics);
  } catch (error) {
    await write(task, { ...created, topicsApplied: false });
    throw error;
  }
  return await write(task, { ...created, topicsApplied: true });
}

async function compare(task: Task, facts: RepositoryFacts): Promise<MethodResult> {
  const { context, name, args, dryRun } = task;
  const { topics } = args;
  const drift = driftOf(args, facts);
  const found = {
    private: facts.private,
    url: facts.url,
    renamedTo: renamedTo(name, facts),
    drift,
  };
  const lacksTopics = drift.some(({ field }) => field === "topics");
  if (topics === undefined || !lacksTopics) {
    const topicsApplied = topics === undefined ? null : true;
    return await write(task, { ...found, outcome: "exists", topicsApplied });
  }
  const unfinished = facts.topics.length === 0 && found.renamedTo === null &&
    (await context.readResource(task.resource))?.topicsApplied === false;
  if (!unfinished) return await write(task, { ...found, outcome: "exists" });
  if (dryRun) return await write(task, { ...found, outcome: "would-update", topicsApplied: false });
  await applyTopics(task, topics);
  return await write(task, {
    ...found,
    drift: drift.filter(({ field }) => field !== "topics"),
    outcome: "updated",
    topicsApplied: true,
  });
}

async function applyTopics({ client, name }: Task, topics: string[]): Promise<void> {
  try {
    await client.request("PUT /repos/{owner}/{repo}/topics", {
      ...name,
      names: [...new Set(topics)],
    });
  } catch (error) {
    throw failureOf(error, `the topics of ${fullName(name)}, which exists now`);
  }
}

type Result = Pick<RepoEnsure, "outcome" | "private"> & Partial<RepoEnsure>;

/** Writes how it ended, and says so. */
async function write(task: Task, result: Result): Promise<MethodResult> {
  tellOutcome(task.context, fullName(task.name), result);
  return await note(task, result);
}

async function note(
  { context, name, dryRun, resource }: Task,
  { outcome, private: isPrivate, ...found }: Result,
): Promise<MethodResult> {
  const data: RepoEnsure = {
    owner: name.owner,
    name: name.repo,
    outcome,
    dryRun,
    private: isPrivate,
    url: null,
    drift: [],
    renamedTo: null,
    topicsApplied: null,
    ...found,
    fetchedAt: new Date().toISOString(),
  };
  return { dataHandles: [await context.writeResource("repoEnsure", resource, data)] };
}
