import * as z from "npm:zod@4.6.7";
import { subjectFieldsOfApi } from "./issue.ts";
import { apiCount, apiLogins, apiTime, apiTitle } from "./parts.ts";

const end = z.object({
  ref: apiTitle,
  sha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/),
  repo: z.object({ full_name: apiTitle }).nullish(),
}).transform(({ ref, sha, repo }) => ({ ref, sha, repo: repo?.full_name ?? null }));

/** A pull request's own page. */
export const apiPull = z.object({
  ...subjectFieldsOfApi,
  draft: z.boolean().optional(),
  merged_at: apiTime.nullish(),
  head: end,
  base: end,
  requested_reviewers: apiLogins,
  requested_teams: z.array(z.object({ slug: apiTitle })).nullish(),
  mergeable: z.boolean().nullish(),
  maintainer_can_modify: z.boolean().nullish(),
  review_comments: apiCount,
  commits: apiCount,
  additions: apiCount,
  deletions: apiCount,
  changed_files: apiCount,
});

/** An {@link apiPull} that was checked. */
export type ApiPull = z.infer<typeof apiPull>;
