/**
 * The pull requests of one repository on GitHub, most recently updated first, read through the
 * person's own `gh` login.
 *
 * @module
 */
import { globals, list } from "./list.ts";
import { resultSchema } from "./result.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-pr-list`: one method, one output. */
export const model = {
  type: "@svc/github-pr-list",
  version: "2026.11.22.1",
  globalArguments: globals,
  resources: {
    result: kept("Pull requests of the repository, the most recently updated first", resultSchema),
  },
  methods: { list },
};
