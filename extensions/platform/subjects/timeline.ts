import * as z from "npm:zod@4.6.7";
import { apiAccount, apiTime, apiTitle } from "./api/parts.ts";
import type { SubjectEvent } from "./event.ts";
import { actorOf, bodyOf } from "./events.ts";
import { toPerson } from "./person.ts";
import { reviewWord } from "./reviews.ts";

/** One entry of a timeline. Which fields there are depends on its `event`. */
const apiTimelineItem = z.object({
  event: z.string().max(64),
  id: z.number().int().nullish(),
  sha: z.string().max(64).nullish(),
  commit_id: z.string().max(64).nullish(),
  actor: apiAccount,
  user: apiAccount,
  created_at: apiTime.nullish(),
  updated_at: apiTime.nullish(),
  submitted_at: apiTime.nullish(),
  body: z.string().nullish(),
  message: z.string().nullish(),
  state: z.string().max(64).nullish(),
  html_url: z.string().max(2048).nullish(),
  label: z.object({ name: apiTitle }).nullish(),
  assignee: apiAccount,
  requested_reviewer: apiAccount,
  requested_team: z.object({ slug: apiTitle.nullish(), name: apiTitle.nullish() }).nullish(),
  milestone: z.object({ title: apiTitle }).nullish(),
  rename: z.object({ from: apiTitle, to: apiTitle }).nullish(),
  committer: z.object({ date: apiTime.nullish() }).nullish(),
  source: z.object({
    issue: z.object({
      number: z.number().int().positive(),
      repository: z.object({ full_name: apiTitle }).nullish(),
      html_url: z.string().max(2048).nullish(),
    }).nullish(),
  }).nullish(),
});

/** An entry that was checked. */
export type ApiTimelineItem = z.infer<typeof apiTimelineItem>;

/** Entries that stand for a list of their own, which is read elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set(["line-commented", "commit-commented"]);

/**
 * One entry of a timeline as an event. Comments and reviews get the ids they have elsewhere. Null for
 * an entry that is read elsewhere or has no time.
 *
 * @throws ZodError for an answer of another shape.
 */
export function timelineEvent(raw: unknown): SubjectEvent | null {
  const item = apiTimelineItem.parse(raw);
  if (ELSEWHERE.has(item.event)) return null;
  const at = item.submitted_at ?? item.created_at ?? item.committer?.date;
  const id = at ? idOf(item, at) : null;
  if (!at || id === null) return null;
  const sha = item.sha ?? item.commit_id;
  const detail = detailOf(item);
  const state = item.event === "reviewed" && item.state ? reviewWord(item.state) : null;
  const edited = item.event === "commented" && item.updated_at && item.updated_at !== at;
  return {
    id,
    type: item.event,
    ...actorOf(toPerson(item.actor ?? item.user)),
    at,
    ...(edited ? { updatedAt: item.updated_at! } : {}),
    ...bodyOf(item.body ?? item.message),
    ...(state === null ? {} : { state }),
    ...(sha ? { sha } : {}),
    ...(detail ? { detail } : {}),
    ...(item.html_url ? { url: item.html_url } : {}),
  };
}

/** The entry's id, the same each time; null for one that cannot be told from others. */
function idOf(item: ApiTimelineItem, at: string): string | null {
  const { event, id, sha } = item;
  if (event === "commented" && id) return `comment-${id}`;
  if (event === "reviewed" && id) return `review-${id}`;
  if (event === "committed" && sha) return `commit-${sha}`;
  if (event === "cross-referenced") return `cross-${crossed(item) ?? "hidden"}-${at}`;
  return id ? `${event}-${id}` : null;
}

/** What a change was about. */
function detailOf(item: ApiTimelineItem): string | undefined {
  const { label, assignee, requested_reviewer, requested_team, milestone, rename } = item;
  const team = requested_team?.slug ?? requested_team?.name;
  return crossed(item) ??
    label?.name ??
    milestone?.title ??
    (rename ? `${rename.from} → ${rename.to}` : undefined) ??
    requested_reviewer?.login ??
    (team ? `team:${team}` : undefined) ??
    assignee?.login;
}

/** The subject that speaks of this one, as `owner/name#number`. */
function crossed({ source }: ApiTimelineItem): string | undefined {
  const issue = source?.issue;
  if (!issue) return undefined;
  const repo = issue.repository?.full_name ??
    /\/([^/]+\/[^/]+)\/(?:issues|pull)\/\d+$/.exec(issue.html_url ?? "")?.[1];
  return repo === undefined ? undefined : `${repo}#${issue.number}`;
}
