import { ANYONE, BEARER_OR_SESSION, PERSON, PUBLISHES } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

/** Anybody reads what is public, and whoever may see the rest, that. */
const read = rowsWith({
  tag: "extensions",
  credentials: ANYONE,
  scope: "extensions:read",
  role: "none",
});
const change = rowsWith({ tag: "extensions", credentials: PERSON, role: "admin" });
const push = rowsWith({
  tag: "extensions",
  credentials: PUBLISHES,
  scope: "extensions:push",
  role: "member",
});

/** Publishing, reading and the life of extensions (spec §4.5; reference wire 1.3–1.5). */
export const EXTENSION_POLICY = {
  "extensions.push": push(
    "POST /api/v1/extensions/push",
    "Start the push of a version and receive an upload address",
  ),
  "extensions.confirm": push(
    "POST /api/v1/extensions/confirm",
    "Publish an uploaded version and receive its scorecard",
  ),
  "extensions.search": read("GET /api/v1/extensions/search", "Search extensions"),
  "extensions.status": read(
    "GET /api/v1/extensions/status",
    "Read the state of several extensions and versions at once",
  ),
  "extensions.get": read("GET /api/v1/extensions/{name}", "Read one extension"),
  "extensions.latest": read(
    "GET /api/v1/extensions/{name}/latest",
    "Read the latest version of a channel",
  ),
  "extensions.versions": read(
    "GET /api/v1/extensions/{name}/versions",
    "List the versions of an extension",
  ),
  "extensions.scorecard": read(
    "GET /api/v1/extensions/{name}/scorecard",
    "Read the scorecard of an extension",
  ),
  "extensions.download": read(
    "GET /api/v1/extensions/{name}@{version}/download",
    "Redirect to a version's archive",
  ),
  "extensions.checksum": read(
    "GET /api/v1/extensions/{name}@{version}/checksum",
    "Read the SHA-256 of a version's archive",
  ),
  "extensions.update": change(
    "PATCH /api/v1/extensions/{name}",
    "Edit description, platforms, repository, homepage or license",
  ),
  "extensions.rescore": change(
    "POST /api/v1/extensions/{name}/rescore",
    "Analyse the latest version again",
    { role: "member" },
  ),
  "extensions.yank": change(
    "POST /api/v1/extensions/{name}/yank",
    "Yank a whole extension, or one channel",
    { proof: "recent" },
  ),
  "extensions.yank-version": change(
    "POST /api/v1/extensions/{name}@{version}/yank",
    "Yank one version",
  ),
  "extensions.unyank": change(
    "POST /api/v1/extensions/{name}/unyank",
    "Unyank an extension or a channel",
  ),
  "extensions.unyank-version": change(
    "POST /api/v1/extensions/{name}@{version}/unyank",
    "Unyank a version",
  ),
  "extensions.deprecate": change(
    "POST /api/v1/extensions/{name}/deprecate",
    "Deprecate an extension",
  ),
  "extensions.undeprecate": change(
    "POST /api/v1/extensions/{name}/undeprecate",
    "Lift a deprecation",
  ),
  "extensions.promote": {
    request: "POST /api/v1/extensions/{name}/promote",
    tag: "extensions",
    credentials: BEARER_OR_SESSION,
    scope: "extensions:promote",
    role: "admin",
    summary: "Move a version to a higher channel",
  },
  "index.changes": read("GET /index", "List the public extensions that changed since a cursor"),
  "index.document": read(
    "GET /index/{name}.json",
    "Read all versions of an extension, as a mirror needs them",
  ),
  "reports.create": change("POST /api/v1/reports", "Report an extension to the operators", {
    role: "none",
  }),
} as const satisfies Record<string, WrittenRow>;
