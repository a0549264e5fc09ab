import * as z from "npm:zod@4.6.7";
import { checkDifference } from "../../platform/pulls/difference.ts";
import { findOpen, openPull } from "../../platform/pulls/opening.ts";
import { checkRefName, parseHead } from "../../platform/ref_name.ts";
import { fullName } from "../../platform/repository_name.ts";
import { type EnsureContext, open, repositoryOf } from "./connection.ts";
import type { EnsuredPull } from "../outputs/pull.ts";
import { writableRepository } from "../repository/facts.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Opens a pull request unless one is open for the same head and base. */
export const openPr = defineMethod({
  description: "Open a pull request if none is open for head and base; plans unless dryRun=false",
  kind: "create",
  arguments: z.object({
    repo: z.string().min(1).max(140).describe("Name of the repository"),
    head: z.string().min(1).max(300).describe(
      "Branch with the change; owner:branch for a fork",
    ),
    base: z.string().min(1).max(255).optional().describe(
      "Branch to merge into (default: the default branch)",
    ),
    title: z.string().min(1).max(256).describe("Title of a new pull request"),
    body: z.string().max(65_536).optional().describe("Body of a new pull request"),
    draft: z.boolean().optional().describe("Create a draft (default: false)"),
    dryRun: z.boolean().optional().describe("Plan only (default: true)"),
  }),
  async execute(args, context: EnsureContext) {
    const { head, title, dryRun = true } = args;
    const name = repositoryOf(args.repo, context.globalArgs);
    const headOwner = parseHead(head).owner ?? name.owner;
    if (args.base !== undefined) checkRefName(args.base, "branch");
    const client = open(context);

    const own = headOwner.toLowerCase() === name.owner.toLowerCase();
    const facts = await writableRepository(client, name, own);
    const wanted = { ...args, base: args.base ?? facts.defaultBranch };
    const found = await findOpen(client, name, wanted);
    if (found === undefined) await checkDifference(client, name, wanted);
    const pull = found ?? (dryRun ? undefined : await openPull(client, name, wanted));
    const outcome = found ? "exists" : pull && "outcome" in pull ? pull.outcome : "would-create";

    const data: EnsuredPull = {
      repo: fullName(name),
      number: pull?.number ?? null,
      head: pull?.head ?? head,
      base: wanted.base,
      title: pull?.title ?? title,
      url: pull?.url ?? null,
      outcome,
      dryRun,
      fetchedAt: new Date().toISOString(),
    };
    tellOutcome(context, `the pull request from ${head} to ${data.base} in ${data.repo}`, data);
    return await writeOne(context, "pull", [name, head, wanted.base], data);
  },
});
