/**
 * Releases on GitHub: creates a release, or one in each of many repositories, with the login of the
 * local client `gh`.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { createReleasesAcrossRepos } from "./methods/create_across_repos.ts";
import { createRelease } from "./methods/create_release.ts";
import { kept } from "../platform/retention.ts";
import { type ReleaseDocument, releaseFields } from "../platform/releases/document.ts";

/** Schema of the `release` output: the outcome of one release that was to be created. */
const releaseSchema: z.ZodType<ReleaseDocument> = z.object(releaseFields);

/** The behavior type `@svc/github-releases`: two methods, one output. */
export const model = {
  type: "@svc/github-releases",
  version: "2026.11.22.1",
  resources: {
    release: kept("Outcome of creating one release", releaseSchema),
  },
  methods: { createRelease, createReleasesAcrossRepos },
};
