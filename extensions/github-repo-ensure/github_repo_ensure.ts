/**
 * Makes sure that one repository exists on GitHub, through the person's own `gh` login: created when
 * it is missing, reported unchanged when it is there.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { ownerPattern, repositoryOrNamePattern } from "../platform/repository_name.ts";
import { ensure } from "./ensure.ts";
import { ensuredRepoSchema, VISIBILITIES } from "./repo.ts";

/** The behaviour type `@svc/github-repo-ensure`: one method, one output. */
export const model = {
  type: "@svc/github-repo-ensure",
  version: "2026.11.22.1",
  globalArguments: z.object({
    owner: z.string().regex(ownerPattern).describe("User or organisation that is to own it"),
    name: z.string().regex(repositoryOrNamePattern).describe(
      "Name of the repository, or owner/name",
    ),
    ghPath: z.string().regex(/^(?:\/[^\0]*|[A-Za-z0-9][A-Za-z0-9._-]*)$/).optional().describe(
      "Name or absolute path of gh; gh when left out",
    ),
  }),
  resources: {
    repo: {
      description: "The outcome of the repository, and how it differs from what was asked for",
      schema: ensuredRepoSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    ensure: {
      description: "Create the repository if it is missing; one that exists is left as it is",
      kind: "create",
      arguments: z.object({
        description: z.string().max(350).optional().describe("One line about it"),
        visibility: z.enum(VISIBILITIES).optional().describe(
          "Who may see a new one; private when left out",
        ),
      }),
      execute: ensure,
    },
  },
};
