import { z } from "zod";
import { NameField } from "./push.ts";
import { Instant } from "./value.ts";

/** Whose tokens a publisher takes; `oidc` is any other issuer that the operator has named. */
export const PUBLISHER_PROVIDERS = [
  "github",
  "gitlab",
  "buildkite",
  "circleci",
  "google",
  "oidc",
] as const;
export type PublisherProvider = typeof PUBLISHER_PROVIDERS[number];

/** What a publisher may do with a version of its extension. */
export const PUBLISHER_ACTIONS = ["push", "stage"] as const;
export const PublisherAction = z.enum(PUBLISHER_ACTIONS);
export type PublisherAction = z.output<typeof PublisherAction>;

/** Who may publish: everybody who may push, or only a publisher's own runs. */
export const PUBLISHING_SETTINGS = ["any", "trusted"] as const;
export const PublishingSetting = z.enum(PUBLISHING_SETTINGS);
export type PublishingSetting = z.output<typeof PublishingSetting>;

/** Answer of `GET /api/v1/publishing/audience` (trust 2.4). */
export const PublishingAudience = z.object({
  audience: z.string().meta({
    description: "The one audience that an identity token for this registry names, as a string.",
  }),
  provenance: z.boolean().meta({
    description: "True when the score counts statements about where a version was built.",
  }),
});
export type PublishingAudience = z.output<typeof PublishingAudience>;

/** Answer of `POST /api/v1/publishing/exchange`: what a job publishes with, for fifteen minutes. */
export const PublishToken = z.object({
  token: z.string(),
  expiresAt: Instant,
  extensions: z.array(z.string()).meta({ description: "The extensions it may publish." }),
  actions: z.array(PublisherAction),
});
export type PublishToken = z.output<typeof PublishToken>;

const text = z.string().min(1).max(255);
const claims = z.record(z.string().min(1).max(64), text);

/** One extension's trust in the jobs of one place, as its members see it. */
export const Publisher = z.object({
  id: z.uuid(),
  extension: z.string().meta({ description: "Need not exist yet: the first push creates it." }),
  provider: z.enum(PUBLISHER_PROVIDERS),
  issuer: z.string(),
  names: z.record(z.string(), z.string()).meta({
    description: "What the job's place is called, such as `repository`; compared whole.",
  }),
  ids: z.record(z.string(), z.string()).nullable().meta({
    description: "The ids that do not change with the names; null until the first use.",
  }),
  idsLearnedAt: Instant.nullable(),
  renamed: z.record(z.string(), z.string()).nullable().meta({
    description: "Other names that a job with the same ids had; an admin has to confirm them.",
  }),
  workflow: z.string().nullable().meta({
    description: "Path of the workflow's file, or the pipeline definition's id.",
  }),
  reusable: z.string().nullable().meta({
    description:
      "The one reusable workflow that may publish: `owner/repository/path`, `@sha` added.",
  }),
  environment: z.string().nullable(),
  refRule: z.string().meta({
    description: "`protected`, `any`, or `tag:` and `branch:` with a name; `{version}` in a tag.",
  }),
  events: z.array(z.string()).meta({
    description: "What may start the job; empty: not looked at.",
  }),
  runnerRule: z.enum(["hosted", "any"]),
  actions: z.array(PublisherAction),
  createdBy: z.string().nullable().meta({ description: "Null when the account is deleted." }),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  lastRun: z.string().nullable().meta({ description: "Address of the run that used it last." }),
  disabledAt: Instant.nullable(),
  disabledReason: z.string().nullable(),
  expiresAt: Instant.nullable().meta({
    description: "When one that was never used ends; null once it was used.",
  }),
});
export type Publisher = z.output<typeof Publisher>;

/** Answer of `GET /api/v1/collectives/{slug}/publishers`. */
export const PublisherList = z.object({
  publishers: z.array(Publisher),
  publishing: PublishingSetting.meta({ description: "Who may publish in the collective." }),
  extensions: z.record(z.string(), PublishingSetting).meta({
    description: "Extensions with a setting of their own; the stricter of the two holds.",
  }),
});
export type PublisherList = z.output<typeof PublisherList>;

/** Body of `POST /api/v1/collectives/{slug}/publishers`. */
export const NewPublisher = z.strictObject({
  extension: NameField,
  provider: z.enum(PUBLISHER_PROVIDERS),
  issuer: z.url().max(500).optional().meta({
    description: "Only needed for a provider that has more than one here.",
  }),
  names: claims,
  ids: claims.optional().meta({
    description: "Missing: learned from the first run that fits the names.",
  }),
  workflow: text.optional(),
  reusable: text.optional(),
  environment: text.optional(),
  refRule: text.optional(),
  events: z.array(z.string().min(1).max(64)).max(20).optional(),
  runnerRule: z.enum(["hosted", "any"]).optional(),
  actions: z.array(PublisherAction).min(1).max(2).optional(),
});
export type NewPublisher = z.input<typeof NewPublisher>;
