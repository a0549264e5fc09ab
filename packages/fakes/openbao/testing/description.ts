/**
 * What is published of the operations that the stand-in has: the manual of OpenBao's HTTP API, pages
 * `api-docs/secret/kv/kv-v2`, `api-docs/auth/approle`, `api-docs/system/internal-ui-mounts` and, for the
 * statuses that all operations share, `api-docs/index` (`openbao/openbao`, `website/content`, 2.x).
 * HashiCorp Vault documents the same ones, without `after` and `limit`.
 */
export interface DocumentedOperation {
  method: "GET" | "LIST" | "POST" | "DELETE";
  /** With the manual's placeholders; `:path` may hold slashes. */
  path: string;
  /** Statuses beside those of every operation. */
  statuses: readonly number[];
  /** Fields of the sample answer, as paths; a mapping whose keys are data ends with `*`. */
  answer: readonly string[];
  /** Fields that the body of a request must have. */
  required?: readonly string[];
}

/** Fields of one version. */
const VERSION = ["created_time", "custom_metadata", "deletion_time", "destroyed", "version"];

/** Each operation by the heading that it has in the manual. */
export const OPERATIONS = {
  "Read secret version": {
    method: "GET",
    path: "/:mount/data/:path",
    statuses: [200],
    answer: ["data.data.*", ...VERSION.map((name) => `data.metadata.${name}`)],
  },
  "Create/Update secret": {
    method: "POST",
    path: "/:mount/data/:path",
    statuses: [200],
    answer: VERSION.map((name) => `data.${name}`),
    required: ["data"],
  },
  "List secrets": {
    method: "LIST",
    path: "/:mount/metadata/:path",
    statuses: [200],
    answer: ["data.keys"],
  },
  "Delete metadata and all versions": {
    method: "DELETE",
    path: "/:mount/metadata/:path",
    statuses: [204],
    answer: [],
  },
  "Login with AppRole": {
    method: "POST",
    path: "/auth/:auth/login",
    statuses: [200],
    answer: [
      ...["renewable", "lease_duration", "metadata", "token_policies", "accessor", "client_token"],
    ].map((name) => `auth.${name}`),
    required: ["role_id"],
  },
  "Get single mount details": {
    method: "GET",
    path: "/sys/internal/ui/mounts/:mount/:path",
    statuses: [200],
    answer: ["data.options.*", "data.path", "data.type"],
  },
} as const satisfies Record<string, DocumentedOperation>;

/**
 * Statuses that every operation may have (`api-docs/index`), and the redirect of a standby
 * (`docs/concepts/ha`).
 */
export const COMMON_STATUSES = [307, 400, 403, 404, 405, 429, 500, 502, 503] as const;
