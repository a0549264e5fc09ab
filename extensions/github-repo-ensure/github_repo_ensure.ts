/**
 * Makes sure that one repository exists on GitHub, through the person's own `gh` login: created when
 * it is missing, reported unchanged when it is there.
 *
 * @module
 */
import { ensure, globals } from "./ensure.ts";
import { ensuredRepoSchema } from "./repo.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-repo-ensure`: one method, one output. */
export const model = {
  type: "@svc/github-repo-ensure",
  version: "2026.11.22.1",
  globalArguments: globals,
  resources: {
    repo: kept(
      "Outcome for the repository, with its differences from the request",
      ensuredRepoSchema,
    ),
  },
  methods: {
    ensure,
  },
};
