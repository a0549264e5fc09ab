import { POLICY_ROWS, type PolicyRow } from "@svc/core/policy";
import { code, GENERATED, table } from "./text.ts";

const TITLES: Readonly<Record<PolicyRow["tag"], string>> = {
  identity: "Identity and personal keys",
  security: "Second factors",
  collectives: "Collectives",
  tokens: "Collective tokens",
  extensions: "Extensions",
  publishing: "Publishing from CI",
  lab: "Lab issues",
  log: "The log",
  profiles: "Operative profiles",
  feed: "Feed",
  notifications: "Notifications",
  billing: "Billing",
  oauth: "OAuth applications",
  serve: "Serve instances",
  operator: "Operators",
  service: "The service itself",
};

const CREDENTIALS: Readonly<Record<PolicyRow["credentials"][number], string>> = {
  anonymous: "anonymous",
  session: "session",
  exchange: "exchanged session",
  sessionToken: "session token",
  personalKey: "personal key",
  collectiveToken: "collective token",
  publishToken: "key of a CI job",
};

/** The page of every endpoint, from the policy table. */
export function apiPage(): string {
  const tags = [...new Set(POLICY_ROWS.map(([, row]) => row.tag))];
  return `${GENERATED}
# HTTP interface

Every endpoint, from the policy table that the server enforces. The machine-readable description with
the shapes of requests and answers is at \`/api/v1/openapi.json\`.

A credential is sent as \`Authorization: Bearer <key>\`, or as \`x-api-key: <key>\`; when both are
present, the first one counts. \`session\` is the cookie of a signed-in browser, \`session token\` the
same named in \`Authorization\`, as the device grant issues it. \`exchanged session\`
is the five-minute session that a personal key is exchanged for; it is good for the rows that name
it, and for nothing else. A session that must be \`proved\` answers 401 \`proof_required\` unless its
person gave the password, or a code, within the last ten minutes.

The scope is what a collective token must hold; a personal key or a session needs none. The role is
the least one the caller must have in the collective of the path, or of the extension's owner:
\`any\` asks for a credential only, \`none\` concerns no collective. \`operator\` is the mark that
\`npm run admin -- operators\` gives; to everybody else these addresses answer 404.

Refusals come in this order: 401 for a missing or invalid credential; 403 for a token of another
collective, before anything is looked up; 403 for a missing scope; 404 for what the caller may not
see; 403 for a role too low; 400 for the body. See [errors](errors.md) and [scopes](scopes.md).

${tags.map(chapter).join("\n")}`;
}

function chapter(tag: PolicyRow["tag"]): string {
  const rows = POLICY_ROWS.filter(([, row]) => row.tag === tag).map(([, row]) => [
    row.method,
    code(row.path),
    row.summary,
    row.credentials.map((kind) => CREDENTIALS[kind]).join(", ") +
    (row.proof === undefined ? "" : ", proved"),
    row.scope === undefined ? "" : code(row.scope),
    row.role,
  ]);
  return `## ${TITLES[tag]}\n\n${
    table(["Method", "Path", "What it does", "Credentials", "Scope", "Role"], rows)
  }`;
}
