import * as z from "npm:zod@4.6.7";

/** One repository, as a list shows it. Times are ISO 8601. */
export interface Repository {
  /** `owner/name`. */
  fullName: string;
  description: string | null;
  private: boolean;
  fork: boolean;
  archived: boolean;
  defaultBranch: string;
  language: string | null;
  topics: string[];
  stars: number;
  forks: number;
  /** Open issues and pull requests together, as the platform counts. */
  openIssues: number;
  url: string;
  createdAt: string | null;
  pushedAt: string | null;
}

/** One repository alone, with what lists leave out. */
export interface RepositoryInfo extends Repository {
  homepage: string | null;
  /** SPDX identifier, or null when the platform found none. */
  license: string | null;
  watchers: number;
  /** Size in kilobytes. */
  sizeKb: number;
  /** When this was read. */
  fetchedAt: string;
}

/** The repositories that one account can see. */
export interface RepositoryList {
  repositories: Repository[];
  /** True when more exist than were read. */
  truncated: boolean;
  /** When this was read. */
  fetchedAt: string;
}

const fields = {
  fullName: z.string().describe("owner/name"),
  description: z.string().nullable(),
  private: z.boolean(),
  fork: z.boolean(),
  archived: z.boolean(),
  defaultBranch: z.string(),
  language: z.string().nullable(),
  topics: z.array(z.string()),
  stars: z.number().int(),
  forks: z.number().int(),
  openIssues: z.number().int().describe("Open issues and pull requests together"),
  url: z.string(),
  createdAt: z.string().nullable(),
  pushedAt: z.string().nullable(),
};

/** Schema of the `repos` output. */
export const repositoryListSchema: z.ZodType<RepositoryList> = z.object({
  repositories: z.array(z.object(fields)),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** Schema of the `repo_info` output. */
export const repositoryInfoSchema: z.ZodType<RepositoryInfo> = z.object({
  ...fields,
  homepage: z.string().nullable(),
  license: z.string().nullable().describe("SPDX identifier"),
  watchers: z.number().int(),
  sizeKb: z.number().int(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The part of the API's repository that is read here. */
export interface ApiRepository {
  full_name: string;
  description: string | null;
  private: boolean;
  fork: boolean;
  archived?: boolean;
  default_branch?: string;
  language?: string | null;
  topics?: string[];
  stargazers_count?: number;
  forks_count?: number;
  open_issues_count?: number;
  html_url: string;
  created_at?: string | null;
  pushed_at?: string | null;
}

/** Turns the API's repository into ours. */
export function toRepository(api: ApiRepository): Repository {
  return {
    fullName: api.full_name,
    description: api.description,
    private: api.private,
    fork: api.fork,
    archived: api.archived ?? false,
    defaultBranch: api.default_branch ?? "",
    language: api.language ?? null,
    topics: api.topics ?? [],
    stars: api.stargazers_count ?? 0,
    forks: api.forks_count ?? 0,
    openIssues: api.open_issues_count ?? 0,
    url: api.html_url,
    createdAt: api.created_at ?? null,
    pushedAt: api.pushed_at ?? null,
  };
}
