import { ANYONE, BEARER_OR_SESSION, PERSON, PUBLISHES } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

/** Anybody reads what is public, and whoever may see the rest, that. */
const READ = {
  tag: "extensions",
  credentials: ANYONE,
  scope: "extensions:read",
  role: "none",
} as const;
const CHANGE = { tag: "extensions", credentials: PERSON, role: "admin" } as const;
const PUSH = {
  tag: "extensions",
  credentials: PUBLISHES,
  scope: "extensions:push",
  role: "member",
} as const;

/** Publishing, reading and the life of extensions (spec §4.5; reference wire 1.3–1.5). */
export const EXTENSION_POLICY = {
  "extensions.push": {
    ...PUSH,
    request: "POST /api/v1/extensions/push",
    summary: "Start the push of a version and receive an upload address",
  },
  "extensions.confirm": {
    ...PUSH,
    request: "POST /api/v1/extensions/confirm",
    summary: "Publish an uploaded version and receive its scorecard",
  },
  "extensions.search": {
    ...READ,
    request: "GET /api/v1/extensions/search",
    summary: "Search extensions",
  },
  "extensions.status": {
    ...READ,
    request: "GET /api/v1/extensions/status",
    summary: "Read the state of several extensions and versions at once",
  },
  "extensions.get": {
    ...READ,
    request: "GET /api/v1/extensions/{name}",
    summary: "Read one extension",
  },
  "extensions.latest": {
    ...READ,
    request: "GET /api/v1/extensions/{name}/latest",
    summary: "Read the latest version of a channel",
  },
  "extensions.versions": {
    ...READ,
    request: "GET /api/v1/extensions/{name}/versions",
    summary: "List the versions of an extension",
  },
  "extensions.scorecard": {
    ...READ,
    request: "GET /api/v1/extensions/{name}/scorecard",
    summary: "Read the scorecard of an extension",
  },
  "extensions.download": {
    ...READ,
    request: "GET /api/v1/extensions/{name}@{version}/download",
    summary: "Redirect to a version's archive",
  },
  "extensions.checksum": {
    ...READ,
    request: "GET /api/v1/extensions/{name}@{version}/checksum",
    summary: "Read the SHA-256 of a version's archive",
  },
  "extensions.update": {
    ...CHANGE,
    request: "PATCH /api/v1/extensions/{name}",
    summary: "Edit description, platforms, repository, homepage or license",
  },
  "extensions.rescore": {
    request: "POST /api/v1/extensions/{name}/rescore",
    tag: "extensions",
    credentials: PERSON,
    role: "member",
    summary: "Analyse the latest version again",
  },
  "extensions.yank": {
    ...CHANGE,
    request: "POST /api/v1/extensions/{name}/yank",
    proof: "recent",
    summary: "Yank a whole extension, or one channel",
  },
  "extensions.yank-version": {
    ...CHANGE,
    request: "POST /api/v1/extensions/{name}@{version}/yank",
    summary: "Yank one version",
  },
  "extensions.unyank": {
    ...CHANGE,
    request: "POST /api/v1/extensions/{name}/unyank",
    summary: "Unyank an extension or a channel",
  },
  "extensions.unyank-version": {
    ...CHANGE,
    request: "POST /api/v1/extensions/{name}@{version}/unyank",
    summary: "Unyank a version",
  },
  "extensions.deprecate": {
    ...CHANGE,
    request: "POST /api/v1/extensions/{name}/deprecate",
    summary: "Deprecate an extension",
  },
  "extensions.undeprecate": {
    ...CHANGE,
    request: "POST /api/v1/extensions/{name}/undeprecate",
    summary: "Lift a deprecation",
  },
  "extensions.promote": {
    request: "POST /api/v1/extensions/{name}/promote",
    tag: "extensions",
    credentials: BEARER_OR_SESSION,
    scope: "extensions:promote",
    role: "admin",
    summary: "Move a version to a higher channel",
  },
  "index.changes": {
    ...READ,
    request: "GET /index",
    summary: "List the public extensions that changed since a cursor",
  },
  "index.document": {
    ...READ,
    request: "GET /index/{name}.json",
    summary: "Read all versions of an extension, as a mirror needs them",
  },
  "reports.create": {
    request: "POST /api/v1/reports",
    tag: "extensions",
    credentials: PERSON,
    role: "none",
    summary: "Report an extension to the operators",
  },
} as const satisfies Record<string, WrittenRow>;
