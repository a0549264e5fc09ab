import assert from "node:assert/strict";
import { DEPOT } from "../../runtime/testing/depot.ts";
import { writeFiles } from "../../runtime/testing/extension.ts";
import { writeExtension } from "../testing/extension.ts";
import { temporaryConfig } from "../testing/host.ts";
import { writeKeeper } from "../testing/keeper.ts";
import { ID, RESULT, runsServer, VIEW } from "../testing/runs_server.ts";
import {
  type ListeningRegistry,
  listeningRegistry,
  loggedIn,
  PASSWORD,
} from "../testing/registry.ts";
import { COMMANDS, loadCommand } from "../table/table.ts";

/** One command line, and what its result looks like in both forms. */
interface Step {
  argv: string[];
  stdin?: string;
  /** The keys of the JSON document, in order; undefined for a script that is text in either form. */
  keys: string[] | undefined;
  text: RegExp;
  /** Its exit code; 0 when absent. */
  exit?: number;
  /** Puts what it needs into the repository. */
  prepare?: (root: string) => Promise<void>;
  /** Takes from the output what later steps need. */
  keep?: (stdout: string) => void;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const TOKEN_KEYS = [
  ...["name", "kind", "state", "allow", "read", "createdAt", "createdBy", "expiresAt"],
  ...["lastUsedAt", "rotatedAt", "graceEndsAt", "revokedAt"],
];

const SUMMARY = `/** Says what a run wrote. */
export const report: Record<string, unknown> = {
  name: "@acme/summary",
  description: "Sums up a run",
  scope: "method",
  labels: ["audit"],
  execute: ({ definition, dataHandles }: {
    definition: { name: string };
    dataHandles: { name: string }[];
  }): unknown => ({
    markdown: \`# Summary of \${definition.name}\\n\\nIt wrote \${dataHandles[0]!.name}.\`,
    json: { count: dataHandles.length },
  }),
};
`;

/** A schedule as it is shown. */
const SCHEDULE_KEYS = [
  ...["name", "behavior", "method", "inputs", "cron", "timezone", "overlap", "catchUp"],
  ...[
    "createdAt",
    "createdBy",
    "paused",
    "nextRun",
    "nextRuns",
    "lastRun",
    "lastSkipped",
    "lastRefused",
    "missed",
  ],
];

/** A webhook as it is shown. */
const WEBHOOK_KEYS = [
  ...["name", "path", "behavior", "method", "scheme", "inputs", "map", "if", "maxBytes"],
  ...["createdAt", "createdBy", "rotatedAt", "graceEndsAt", "lastDelivery"],
];

/** A staged version as it is shown. */
const STAGED_KEYS = [
  ...["id", "name", "version", "channel", "checksum", "bytes", "state", "stagedAt"],
  ...["stagedBy", "expiresAt", "publishAfter", "heldFor", "approvals", "needed"],
  ...["decidedAt", "reason", "url"],
];

/** The argument that greeting needs. */
const NAMED = ["--input", "name=Ada"];

/** Every command once, in an order in which each has what it needs. */
function walk(url: string, serve: string, sources: string, store: string): Step[] {
  const synced = [
    ...["pulled", "pushed", "removed", "removedThere", "renumbered", "overtaken", "ahead", "runs"],
    ...["lost", "refused", "busy", "unknown"],
  ];
  let token = "";
  let edited = "";
  let staged = "";
  const words = (line: string) => line.split(" ");
  const tokenId = /"id": "([^"]+)"|^ci +(\S+)/m;
  return [
    {
      argv: words(`auth login --username ada --server ${url}`),
      stdin: PASSWORD,
      keys: ["authenticated", "serverUrl", "username"],
      text: /^Logged in to \S+ as ada\.$/,
    },
    {
      argv: ["auth", "list"],
      keys: ["logins"],
      text: /^\* {2}\S+ {2}ada$/,
    },
    {
      argv: ["auth", "switch", url],
      keys: ["serverUrl", "username"],
      text: /^Now using \S+ as ada\.$/,
    },
    {
      argv: ["trust", "log"],
      keys: ["logs"],
      text: /^No log of a registry has been seen yet\.$/,
    },
    {
      argv: words("api /api/v1/extensions/search --field q=git"),
      keys: ["extensions", "meta"],
      text: /^\{\n {2}"extensions": \[/,
    },
    {
      argv: ["auth", "whoami"],
      keys: ["authenticated", "serverUrl", "id", "username", "email", "name", "collectives"],
      text: /^ada \(ada@example\.org\) on \S+\nCollectives: ada, acme$/,
    },
    {
      argv: words("auth token create --collective acme --scopes lab:read --name ci"),
      keys: ["key", "id", "name", "collective", "scopes", "expiresAt"],
      text: /^svc_org_[0-9a-f]{32}$/,
    },
    {
      argv: words("auth token list --collective acme"),
      keep: (stdout) => token = tokenId.exec(stdout)!.slice(1).find((id) => id)!,
      keys: ["collective", "tokens"],
      text: /^NAME .*\nci .* lab:read .* never .* active\b.*$/,
    },
    {
      get argv() {
        return ["auth", "token", "revoke", token, "--collective", "acme"];
      },
      keys: ["revoked"],
      text: /^Revoked token 'ci' \(\S+\) of acme\.$/,
    },
    {
      argv: words("collective list"),
      keys: ["collectives"],
      text: /^SLUG .*\n(.*\n)?acme +acme +owner +public\b/,
    },
    {
      argv: words("collective view acme"),
      keys: [
        ...["id", "slug", "name", "description", "personal", "private", "hideIssuesByDefault"],
        ...["hideMembersFromPublic", "role", "plan", "planName", "trial", "requiresSecondFactor"],
        "subscriptionStatus",
        ...["createdAt", "updatedAt", "url"],
      ],
      text: /^acme\n +Your role: +owner\n[^]*http:\S+\/collectives\/acme$/,
    },
    {
      argv: words("collective members acme"),
      keys: ["collective", "members", "hidden"],
      text: /^USERNAME .*\nada +ada +owner +\d{4}-/,
    },
    {
      argv: words("collective extensions acme"),
      keys: ["collective", "extensions"],
      text: /^acme has published no extension\.$/,
    },
    {
      argv: words("collective invitations"),
      keys: ["invitations", "url"],
      text: /^You have no open invitations\.$/,
    },
    {
      argv: words("collective edit acme --description Tools --hide-issues yes"),
      keys: [
        ...["id", "slug", "name", "description", "personal", "private", "hideIssuesByDefault"],
        ...["hideMembersFromPublic", "role", "plan", "planName", "trial", "requiresSecondFactor"],
        "subscriptionStatus",
        ...["createdAt", "updatedAt"],
      ],
      text: /^Saved\. acme\nTools\n[^]*New issues hidden: +yes/,
    },
    ...([
      ["collective create tools --name Tools", "account\\?create=tools&name=Tools#collectives"],
      [
        "collective invite acme bob",
        "collectives/acme/settings/invitations\\?invite=bob&role=member",
      ],
      ["collective role acme ada admin", "settings/members\\?member=ada&role=admin"],
      ["collective remove acme ada", "settings/members\\?member=ada"],
      ["collective leave acme", "collectives/acme#leave"],
      [
        "publisher add @acme/greeter --github acme/greeter --workflow release.yml",
        "settings/publishers\\?provider=github&extension=%40acme%2Fgreeter" +
        "&repository=acme%2Fgreeter&workflow=release\\.yml",
      ],
      ["auth sessions", "account/sessions"],
    ] as const).map(([line, page]): Step => ({
      argv: words(line),
      keys: ["action", "changed", "reason", "url"],
      text: new RegExp(`^(?:Members, |Sessions ).*\nOpen this page to .*:\nhttp:\\S+/${page}$`),
      exit: 4,
    })),
    {
      argv: words("publisher list acme"),
      keys: ["collective", "publishing", "extensions", "publishers"],
      text:
        /^EXTENSION .*\n@acme\/greeter +github +acme\/greeter +\S+ +any +any +push +not learned/,
    },
    {
      argv: words(`auth server-login --server ${serve} --token -`),
      stdin: "ci.secret",
      keys: ["serverUrl", "tokenName", "stored"],
      text: /^Stored the token 'ci' for http:\/\/\S+\.$/,
    },
    {
      argv: words("auth server-list"),
      keys: ["servers"],
      text: /^SERVER .*\nhttp:\/\/\S+ +ci +- +\d{4}-/,
    },
    {
      argv: words(`auth server-whoami --server ${serve}`),
      keys: ["kind", "name", "expiresAt", "rights"],
      text: /^Token ci on http:\S+\nExpires: never\nMay run: hello\nMay also see: nothing else$/,
    },
    {
      argv: words(`run list --server ${serve}`),
      keys: ["runs", "next"],
      text: /^RUN .*\n\S+ +hello +greet +succeeded +2026-11-22 10:00:00 +token:ci$/,
    },
    {
      argv: words(`webhook deliveries deploy --server ${serve}`),
      keys: ["deliveries"],
      text:
        /^WHEN .*\n2026-11-22 10:01:00 +refused +malformed_body\n2026-11-22 10:00:00 +started +\S{36}$/,
    },
    {
      argv: words(`run view ${ID} --server ${serve}`),
      keys: Object.keys(VIEW),
      text:
        /^Run: \S+\nBehavior: hello\nMethod: greet\nStatus: succeeded\nAsked for: [^]*\nCommit: c0ffee, with changes that are not in it\n/,
    },
    {
      argv: words(`run watch ${ID} --server ${serve}`),
      keys: Object.keys(RESULT),
      text: /^hello greet succeeded in 12 ms\n {2}wrote greeting\nSee it: /,
    },
    {
      argv: words(`run cancel ${ID} --server ${serve}`),
      keys: Object.keys(VIEW),
      text: /^Cancelled the run \S+\.$/,
    },
    {
      argv: words(`auth server-logout --server ${serve}`),
      keys: ["serverUrl", "loggedOut", "tokenName"],
      text: /^Forgot the token 'ci' for http:\S+\.$/,
    },
    {
      argv: words("extension init @acme/word-count --dir extensions/word-count"),
      keys: ["name", "kind", "version", "path", "files", "nextSteps"],
      text: /^Made @acme\/word-count 20\S+ in \S+word-count:\n[\s\S]*\n {2}svc extension push$/,
    },
    {
      argv: ["extension", "check", sources],
      keys: [
        ...["status", "name", "version", "errors", "warnings", "typesNotChecked"],
        ...["undeclared", "scorecard"],
      ],
      text: /^@acme\/greeter 2026\.11\.21\.1\n[\s\S]*12\/12[\s\S]*It can be published/,
    },
    {
      argv: ["extension", "test", sources],
      keys: ["name", "passed"],
      text: /^@acme\/greeter: the tests passed$/,
    },
    {
      argv: ["extension", "fmt", sources],
      keys: ["name", "formatted"],
      text: /^@acme\/greeter: formatted$/,
    },
    {
      argv: ["extension", "run", "greet", sources, "--input", "name=Ada"],
      keys: ["type", "method", "duration", "written", "files", "logs"],
      text: /^greet of @acme\/greeter succeeded in \d+ ms\nwrote greeting \(greeting\):\n/,
    },
    {
      argv: ["extension", "quality", sources],
      keys: [
        ...["status", "name", "version", "rubricVersion", "audience", "earnedPoints"],
        ...["maxPoints", "provisionalPoints", "percentage", "grade", "allPassed", "factors"],
        ...["dependencyTrust", "maxEarnablePoints", "maxClientEarnablePoints", "archiveSize"],
        ...["checksum", "warnings", "undeclared"],
      ],
      text: /^@acme\/greeter 2026\.11\.21\.1\n[\s\S]*12\/12/,
    },
    {
      argv: ["extension", "stage", sources, "--channel", "beta", "--yes", "--no-check"],
      keys: [
        ...["name", "version", "channel", "archiveSize", "checksum", "modelCount"],
        ...["reportCount", "vaultCount", "datastoreCount", "workflowCount", "driverCount"],
        ...["skillCount", "permissions", "scorecard"],
        ...["id", "state", "needed", "heldFor", "expiresAt", "alreadyStaged", "url"],
      ],
      text: /^Staged @acme\/greeter 2026\.11\.21\.1\.\n[\s\S]*\nPage: http\S+\/staged\/\S+$/,
    },
    {
      argv: ["extension", "staged"],
      keep: (stdout) => staged = UUID.exec(stdout)![0],
      keys: ["staged"],
      text: /^ID .*\n\S+ +@acme\/greeter +2026\.11\.21\.1 +0 of 1 approval$/,
    },
    {
      get argv() {
        return ["extension", "staged", staged];
      },
      keys: ["staged"],
      text: /^@acme\/greeter 2026\.11\.21\.1 in beta: 0 of 1 approval\nSHA-256 /,
    },
    {
      get argv() {
        return ["extension", "withdraw", staged];
      },
      keys: STAGED_KEYS,
      text: /^@acme\/greeter 2026\.11\.21\.1: rejected \(withdrawn by ada\)$/,
    },
    {
      argv: ["extension", "push", sources, "--channel", "beta", "--yes", "--no-check"],
      keys: [
        ...["name", "version", "channel", "archiveSize", "checksum", "modelCount"],
        ...[
          "reportCount",
          "vaultCount",
          "datastoreCount",
          "workflowCount",
          "driverCount",
          "skillCount",
          "permissions",
          "scorecard",
        ],
        ...["extensionId", "alreadyPublished", "visibility", "url"],
      ],
      text: /^Published @acme\/greeter 2026\.11\.21\.1 in beta, public\.$/m,
    },
    {
      get argv() {
        return ["extension", "approve", staged];
      },
      keys: STAGED_KEYS,
      text: /^@acme\/greeter 2026\.11\.21\.1: rejected \(withdrawn by ada\)$/,
      exit: 1,
    },
    {
      get argv() {
        return ["extension", "reject", staged];
      },
      keys: STAGED_KEYS,
      text: /^@acme\/greeter 2026\.11\.21\.1: rejected \(withdrawn by ada\)$/,
    },
    {
      argv: words("extension promote @acme/greeter 2026.11.21.1 --channel stable"),
      keys: ["name", "version", "previousChannel", "channel", "message"],
      text: /^@acme\/greeter 2026\.11\.21\.1: beta to stable\.$/,
    },
    {
      argv: ["extension", "info", "@acme/greeter"],
      keys: [
        ...[
          "id",
          "name",
          "description",
          "repository",
          "repositoryVerified",
          "repositoryVerifiedUrl",
        ],
        ...["platforms", "labels", "contentTypes", "contents", "latestVersion", "latestRc"],
        "latestBeta",
        ...["createdAt", "updatedAt", "deprecatedAt", "deprecationReason", "supersededBy"],
        ...["score", "verified", "pullCount", "permissions", "isPrivate", "namespace"],
        ...["homepageUrl", "license", "contentNames", "author", "yankedAt", "yankReason"],
        ...["deprecatedByUserId", "repositoryVerifiedAt", "dependencies", "restriction", "url"],
        ...["contentMetadata", "versions"],
      ],
      text: /^@acme\/greeter {2}Greets people by name\.\n[\s\S]*\n {2}greet +Says hello/,
    },
    {
      argv: ["extension", "versions", "@acme/greeter"],
      keys: ["name", "versions", "total", "meta"],
      text: /^VERSION .*\n2026\.11\.21\.1 +stable +\d{4}-\d\d-\d\d +\d+ kB\n1 version$/,
    },
    {
      argv: ["extension", "open", "@acme/greeter"],
      keys: ["name", "url", "browser"],
      text: /^http:\S+\/extensions\/@acme\/greeter$/,
    },
    {
      argv: ["extension", "search", "greets"],
      keys: ["query", "extensions", "total", "meta"],
      text: /^@acme\/greeter .*2026\.11\.21\.1[\s\S]*\n1 extension$/,
    },
    {
      argv: ["extension", "version", "@acme/greeter"],
      keys: ["extensionName", "currentPublished", "nextVersion"],
      text: /^@acme\/greeter: 2026\.11\.21\.1\nnext: \d{4}\.\d{2}\.\d{2}\.\d+$/,
    },
    {
      argv: ["init"],
      keys: ["path", "version", "initializedAt", "created", "gitignoreAction", "nextSteps"],
      text: /^\S+ is a behavior repository\.\nNext:\n {2}svc/,
    },
    {
      argv: ["extension", "pull", "@acme/greeter"],
      keys: [
        ...["name", "version", "channel", "checksum", "permissions", "requested"],
        ...["extractedFiles", "alreadyInstalled", "types", "vaults", "datastores", "reports"],
        ...["skills", "dependencies"],
      ],
      text:
        /^Pulled @acme\/greeter 2026\.11\.21\.1 \(\d+ files\)\.\nSee .*: svc model type describe @acme\/greeter$/m,
    },
    {
      argv: words("extension verify"),
      keys: ["extensions", "verified", "unsigned", "failed"],
      text: /: not signed\n[^]*0 verified, \d+ not signed, 0 failed\.$/,
    },
    {
      argv: ["extension", "list"],
      keys: ["linked", "extensions"],
      text: /^NAME .*\n@acme\/greeter +v2026\.11\.21\.1 stable /,
    },
    {
      argv: ["extension", "link", sources],
      keys: ["name", "version", "folder", "linked"],
      text:
        /^(Linked @acme\/greeter 2026\.11\.21\.1 in \S+\.|@acme\/greeter in \S+ is already linked\.)$/,
    },
    {
      argv: ["extension", "unlink", sources],
      keys: ["folder"],
      text: /^\S+ is no longer linked\.$/,
    },
    {
      argv: ["extension", "outdated"],
      keys: ["extensions", "hasUpdateAvailable", "hasDeprecated", "hasYanked", "hasAdvisory"],
      text: /^Everything is up to date\.$/,
    },
    {
      argv: ["extension", "update"],
      keys: ["extensions", "summary", "dryRun"],
      text: /^@acme\/greeter \S+ is up to date\n0 updated, 1 as before, 0 failed\.$/,
    },
    {
      argv: ["extension", "install"],
      keys: ["entries", "installed", "migrated", "upToDate", "failed"],
      text: /\n0 installed, 1 up to date, 0 failed\.$/,
    },
    {
      argv: words("extension grant @acme/greeter net:api.example.com run:git"),
      keys: ["name", "origin", "added", "granted"],
      text:
        /^Granted net:api\.example\.com, run:git\. @acme\/greeter may:\n {2}net:.*\n {2}run:git$/,
    },
    {
      argv: words("extension revoke @acme/greeter run:git"),
      keys: ["name", "origin", "removed", "granted"],
      text: /^Revoked run:git\.\n@acme\/greeter may:\n {2}net:api\.example\.com$/,
    },
    {
      argv: ["extension", "permissions", "@acme/greeter"],
      keys: ["extensions"],
      text:
        /^@acme\/greeter 2026\.11\.21\.1 \(pulled\)\n {2}net api\.example\.com +granted by you$/,
    },
    {
      argv: ["model", "type", "search", "greeter"],
      keys: ["query", "results"],
      text: /^@acme\/greeter +2026\.11\.21\.1 +pulled from @acme\/greeter$/,
    },
    {
      argv: ["model", "type", "describe", "@acme/greeter"],
      keys: ["type", "version", "dataOutputSpecs", "methods"],
      text: /^Type: @acme\/greeter\nVersion: 2026\.11\.21\.1\n[\s\S]*Data Outputs:[\s\S]*Methods:/,
    },
    {
      argv: ["behavior", "create", "@acme/greeter", "hello"],
      keys: ["id", "type", "name", "path", "version", "methods"],
      text:
        /^Created: hello \(@acme\/greeter\)\nPath: \S+\/behaviors\/@acme\/greeter\/hello\.yaml\n/,
    },
    {
      argv: ["behavior", "search", "hel"],
      keys: ["query", "results"],
      text: /^hello +@acme\/greeter +[0-9a-f-]{36}$/,
    },
    {
      argv: ["behavior", "get", "hello"],
      keys: [
        ...["id", "name", "type", "version", "tags", "globalArguments", "typeVersion"],
        ...["methods", "path"],
      ],
      text: /^Name: hello \(@acme\/greeter\)\nID: [\s\S]*name \(string\) \*required$/,
      keep: (stdout) => {
        const id = /"id": "([^"]+)"|ID: (\S+)/.exec(stdout)!.slice(1).find((each) => each);
        edited = `type: "@acme/greeter"\nid: ${id}\nname: hello\nversion: 2\n`;
      },
    },
    {
      argv: ["behavior", "edit", "hello"],
      get stdin() {
        return edited;
      },
      keys: ["path", "status", "name", "type", "editType"],
      text: /^(Updated hello\nPath: \S+|hello was not changed\.)$/,
    },
    {
      argv: ["behavior", "validate", "hello"],
      keys: ["modelId", "modelName", "type", "path", "validations", "warnings", "passed"],
      text: /^hello \(@acme\/greeter\): PASSED$/,
    },
    {
      argv: ["behavior", "evaluate", "hello"],
      keys: [
        ...["id", "name", "type", "hadExpressions", "globalArguments", "methods", "unresolved"],
        "outputPath",
      ],
      text: /^hello \(@acme\/greeter\)\nKept: \S+hello\.yaml$/,
    },
    {
      argv: ["behavior", "run", "hello", "greet", "--input", "name=Ada"],
      keys: [
        ...["modelId", "modelName", "modelType", "methodName", "status", "duration"],
        ...["outputId", "logFile", "dataArtifacts", "globalArguments", "methodArguments"],
        ...["initiatedBy"],
      ],
      text:
        /^hello greet succeeded in .*\n {2}wrote greeting\nSee it: svc data get hello greeting$/,
    },
    {
      argv: words("webhook add deploy hello greet --scheme github --map name=body.name"),
      keys: [...WEBHOOK_KEYS, "secret"],
      text: /^[0-9a-f]{64}$/,
    },
    {
      argv: words("webhook list"),
      keys: ["webhooks"],
      text: /^NAME .*\ndeploy +hello:greet +github +\/hooks\/deploy +never\n {2}name = body\.name$/,
    },
    {
      argv: words("webhook rotate deploy --grace 1h"),
      keys: [...WEBHOOK_KEYS, "secret"],
      text: /^[0-9a-f]{64}$/,
    },
    {
      argv: words("webhook rm deploy"),
      keys: ["removed", "behavior", "method"],
      text: /^Removed the webhook 'deploy'\.$/,
    },
    {
      argv: ["data", "list", "hello"],
      keys: ["modelId", "modelName", "modelType", "groups", "total", "limited"],
      text: /^NAME .*\ngreeting +resource +1 +\d+ +\d{4}-/,
    },
    {
      argv: ["data", "get", "hello", "greeting"],
      keys: [
        ...["id", "name", "contentType", "lifetime", "garbageCollection", "streaming"],
        ...["tags", "ownerDefinition", "lifecycle", "version", "createdAt", "size"],
        ...["checksum", "modelId", "modelName", "modelType", "contentPath", "content"],
      ],
      text: /^\{\n {2}"text": "Hello, Ada"\n\}$/,
    },
    {
      argv: ["data", "verify", "hello", "greeting"],
      keys: [
        ...[
          "modelId",
          "modelName",
          "modelType",
          "dataName",
          "dataId",
          "version",
          "outcome",
          "runId",
        ],
        ...["origin", "steps"],
      ],
      text: /^Data: greeting of hello, version \d+\nRun: \S+\nCaller: [^]*\nnot checked commit: /,
    },
    {
      argv: ["data", "versions", "hello", "greeting"],
      keys: ["dataName", "modelId", "modelName", "modelType", "versions", "total"],
      text: /^VERSION .*\n1 \(latest\) +\d{4}-.* [0-9a-f]{12}$/,
    },
    {
      argv: ["behavior", "history", "hello"],
      keys: ["results", "limited"],
      text: /^RUN .*\n[0-9a-f]{8} +hello +greet +succeeded +\d{4}-.* \d+ ms$/,
    },
    {
      argv: ["behavior", "output", "hello"],
      keys: [
        ...["id", "definitionId", "methodName", "type", "status", "startedAt", "completedAt"],
        ...["durationMs", "provenance", "artifacts", "checks", "origin", "logFile", "modelName"],
      ],
      text: /^Run: [0-9a-f-]{36}\nBehavior: hello [\s\S]*Wrote:\n {2}greeting \(version 1\)$/,
    },
    {
      argv: ["behavior", "logs", "hello"],
      keys: ["path", "lines", "lineCount"],
      text: /^\d{4}-\S+ \[INF\] greet: Greeting Ada$/,
    },
    {
      argv: words("vault create local_encryption prod"),
      keys: ["id", "name", "type", "config", "createdAt", "path"],
      text:
        /^Created vault prod \(local_encryption\)\.\nPath: vaults\/local_encryption\/\S+\.yaml\n/,
    },
    {
      argv: words("vault list pro"),
      keys: ["query", "results"],
      text: /^VAULT +TYPE +CREATED\nprod \(default\) +local_encryption +\d{4}-/,
    },
    {
      argv: words("vault put prod TOKEN"),
      stdin: "t0ken-of-the-test\n",
      keys: ["vaultName", "secretKey", "vaultType", "overwritten", "timestamp"],
      text: /^Stored TOKEN in prod\.$/,
    },
    {
      argv: words("vault get prod TOKEN"),
      keys: ["vaultName", "secretKey", "vaultType", "value"],
      text: /^t0ken-of-the-test$/,
    },
    {
      argv: words("vault list-keys prod"),
      keys: ["vaultName", "vaultType", "secretKeys", "count"],
      text: /^TOKEN$/,
    },
    {
      argv: words("vault describe prod"),
      keys: ["id", "name", "type", "config", "createdAt", "path", "storagePath", "keyFile"],
      text: /^Name: +prod \(local_encryption\)\nID: +[0-9a-f-]{36}\n/,
    },
    {
      argv: words("vault inspect prod TOKEN"),
      keys: [
        ...["vaultName", "secretKey", "vaultType", "sizeBytes", "sizeChars", "valueType"],
        "redacted",
      ],
      text: /^Key: +TOKEN\nVault: +prod .*\nSize: +17 characters, 17 bytes\nIn output: +hidden$/,
    },
    {
      argv: words("vault rotate prod"),
      keys: ["vaultName", "vaultType", "secretsRotated", "keyId", "timestamp"],
      text: /^prod has a new key; 1 secret is encrypted with it\.\nReplace the copy/,
    },
    {
      argv: words("signing-key create acme prod"),
      keys: [
        ...["action", "changed", "reason", "url"],
        ...["vaultName", "secretKey", "publicKey", "sha256"],
      ],
      text:
        /^Stored SIGNING_KEY in prod; SHA-256 [0-9a-f]{64}\.\nMembers, .*\nOpen this page to .*:\nhttp:/,
      exit: 4,
    },
    {
      argv: words("vault delete prod SIGNING_KEY --yes"),
      keys: ["vaultName", "secretKey", "vaultType", "timestamp"],
      text: /^Deleted SIGNING_KEY from prod\.$/,
    },
    {
      argv: words("vault delete prod TOKEN --yes"),
      keys: ["vaultName", "secretKey", "vaultType", "timestamp"],
      text: /^Deleted TOKEN from prod\.$/,
    },
    {
      argv: words("vault type search local"),
      keys: ["query", "results"],
      text: /^local_encryption +Keeps secrets encrypted/,
    },
    {
      argv: words("vault type describe local_encryption"),
      keys: ["type", "name", "description", "configSchema", "origin"],
      text: /^Type: +local_encryption .*\n[\s\S]*\nSettings:\n {2}key_file +string/,
    },
    {
      prepare: writeKeeper,
      argv: words(
        "vault migrate prod --to-type @acme/keeper --config folder=/nowhere --yes --allow-all-requested",
      ),
      keys: [
        ...["vaultName", "fromType", "toType", "copied", "replaced", "unchanged", "others"],
        ...["dryRun", "kept"],
      ],
      text: /^Moved prod from local_encryption to @acme\/keeper: no secrets\.$/,
    },
    {
      argv: words("datastore type search"),
      keys: ["query", "results"],
      text: /^filesystem +Shares data through a folder/,
    },
    {
      argv: words("datastore type describe filesystem"),
      keys: ["type", "name", "description", "configSchema", "origin"],
      text: /^Type: +filesystem .*\n[\s\S]*\nSettings:\n {2}path +string +required/,
    },
    {
      argv: ["datastore", "setup", "filesystem", "--path", store],
      keys: ["type", "path", "markerChanged", ...synced],
      text:
        /^Data is shared through filesystem \/\S+\.\n\d+ versions? sent, .*\nCommit \.svc\.yaml/,
    },
    {
      argv: words("datastore status"),
      keys: [
        ...["type", "path", "source", "agreed", "healthy", "message", "latencyMs", "directories"],
      ],
      text: /^filesystem \/\S+ \(named by \.svc\.yaml\)\nhealthy: .* ms\)\nshared: data, outputs$/,
    },
    {
      argv: words("datastore sync"),
      keys: ["type", "path", "direction", ...synced],
      text: /^filesystem \/\S+\nAlready up to date\.$/,
    },
    {
      argv: words("datastore lock hello"),
      keys: ["type", "locks"],
      text: /^hello: free$/,
    },
    {
      argv: words("datastore unlock hello --force"),
      keys: ["behavior", "released"],
      text: /^That lock is not held\.$/,
    },
    {
      argv: [
        "datastore",
        "setup",
        "extension",
        "@acme/depot",
        "--config",
        `folder=${store}`,
        "--allow-all-requested",
      ],
      keys: ["type", "before", "markerChanged", ...synced],
      text:
        /^Data is shared through @acme\/depot, no longer through filesystem \/\S+\.\n\d+ versions? sent/,
    },
    {
      argv: words("datastore remove --yes"),
      keys: ["before", "sync"],
      text: /^Data is no longer shared through @acme\/depot; .*\n.*\nNothing was deleted there\.$/,
    },
    {
      argv: ["report", "type", "search", "sum"],
      keys: ["query", "results"],
      text: /^REPORT .*\n@acme\/summary +method +@acme\/greeter +Sums up a run$/,
    },
    {
      argv: ["report", "describe", "@acme/summary"],
      keys: ["name", "description", "scope", "labels", "extension"],
      text: /^Report: @acme\/summary\nScope: method\n[\s\S]*\n\nSums up a run$/,
    },
    {
      argv: ["report", "run", "@acme/summary", "hello"],
      keys: ["name", "scope", "success", "markdown", "json"],
      text: /^Summary of hello\n\nIt wrote greeting\.$/,
    },
    {
      argv: ["report", "list"],
      keys: ["query", "results"],
      text: /^REPORT .*\n@acme\/summary +hello +method +1 +\d{4}-/,
    },
    {
      argv: ["report", "get", "@acme/summary"],
      keys: [
        ...["reportName", "reportScope", "modelName", "modelType", "version", "createdAt"],
        ...["dataName", "markdown", "json"],
      ],
      text: /^Summary of hello\n\nIt wrote greeting\.$/,
    },
    {
      argv: ["data", "query", 'modelName == "hello" && attributes.text == "Hello, Ada"'],
      keys: ["predicate", "results", "total", "limited"],
      text: /^BEHAVIOR .*\nhello +greeting +1 +resource .*\n1 result$/,
    },
    {
      argv: ["data", "search", "greet", "--type", "resource"],
      keys: ["query", "filters", "results", "total", "limited"],
      text: /^BEHAVIOR .*\nhello +greeting +resource +1 +\d+ +\d{4}-/,
    },
    {
      argv: ["data", "tag", "hello", "greeting", "team=core"],
      keys: ["modelId", "modelName", "modelType", "dataName", "version", "tags"],
      text: /\nteam +core\n/,
    },
    {
      argv: ["data", "rename", "hello", "greeting", "--new-name", "welcome"],
      keys: [
        ...["oldName", "newName", "modelId", "modelName", "modelType", "copiedVersion"],
        ...["newVersion", "warning"],
      ],
      text: /^Renamed greeting \(version 1\) to welcome \(version 1\)\.\n/,
    },
    {
      argv: ["data", "gc", "--yes"],
      keys: [
        ...["dataEntriesExpired", "versionsDeleted", "bytesReclaimed", "dryRun"],
        ...["expiredEntries", "skipped"],
      ],
      text: /^Nothing to clean up\.$/,
    },
    {
      argv: ["data", "prune", "--yes"],
      keys: [
        ...["modelsReclaimed", "dataEntriesReclaimed", "versionsDeleted", "bytesReclaimed"],
        ...["dryRun", "reclaimedModels"],
      ],
      text: /^Nothing to clean up\.$/,
    },
    {
      argv: ["data", "delete", "hello", "welcome", "--yes"],
      keys: ["modelId", "modelName", "modelType", "dataName", "versionsDeleted"],
      text: /^Deleted 1 version of welcome\.$/,
    },
    {
      argv: ["schedule", "add", "nightly", "hello", "greet", "--cron", "0 3 * * 1-5", ...NAMED],
      keys: SCHEDULE_KEYS,
      text: /^Added the schedule 'nightly': greet of hello, .*Next:\n( {2}\w{3} \d{4}-.*\n?){3}$/,
    },
    {
      argv: words("schedule list"),
      keys: ["schedules"],
      text: /^NAME .*\nnightly +hello:greet +0 3 \* \* 1-5 UTC +\w{3} \d{4}-\S+ 03:00 UTC +never$/,
    },
    {
      argv: words("schedule pause nightly"),
      keys: SCHEDULE_KEYS,
      text: /^Paused the schedule 'nightly'\. .*: svc schedule resume nightly$/,
    },
    {
      argv: words("schedule resume nightly"),
      keys: SCHEDULE_KEYS,
      text: /^Resumed the schedule 'nightly'\. Next: \w{3} \d{4}-\S+ 03:00 UTC$/,
    },
    {
      argv: words("schedule run nightly"),
      keys: [
        ...["modelId", "modelName", "modelType", "methodName", "status", "duration"],
        ...["outputId", "logFile", "dataArtifacts", "globalArguments", "methodArguments"],
        ...["initiatedBy"],
      ],
      text: /^hello greet succeeded in .*\n {2}wrote greeting\nSee it: /,
    },
    {
      argv: words("schedule rm nightly"),
      keys: ["removed", "behavior", "method", "cron", "timezone"],
      text: /^Removed the schedule 'nightly'\.$/,
    },
    {
      argv: ["behavior", "delete", "hello", "--force", "--yes"],
      keys: [
        ...["deleted", "resourceDeleted", "outputsDeleted", "evaluatedInputDeleted"],
        ...["dataDeleted", "expiredDataAutoCollected"],
      ],
      text: /^Deleted hello \(@acme\/greeter\) and \d+ versions of data\.$/,
    },
    {
      argv: ["extension", "rm", "@acme/greeter", "--yes"],
      keys: ["removed"],
      text: /^Removed @acme\/greeter 2026\.11\.21\.1 \(\d+ files\)\.$/,
    },
    {
      argv: words("extension deprecate @acme/greeter --reason old --yes"),
      keys: ["deprecated"],
      text: /^Deprecated @acme\/greeter: old\.$/,
    },
    {
      argv: words("extension undeprecate @acme/greeter --yes"),
      keys: ["undeprecated"],
      text: /^@acme\/greeter is no longer deprecated\.$/,
    },
    {
      argv: words("extension yank @acme/greeter --reason rude --yes"),
      keys: ["yanked"],
      text: /^Yanked .*@acme\/greeter.*: rude$/,
    },
    {
      argv: words("extension unyank @acme/greeter --yes"),
      keys: ["unyanked"],
      text: /^@acme\/greeter can be pulled again\.$/,
    },
    {
      argv: ["issue", "submit", "--title", "It is rude", "--body", "Very."],
      keys: ["method", "number", "type", "title", "url"],
      text: /^Submitted bug #1: It is rude\nhttp:\S+\/lab\/1$/,
    },
    {
      argv: ["issue", "ripple", "1", "--body", "Indeed."],
      keys: ["issueNumber", "commentId", "url"],
      text: /^Commented on #1\.\nhttp:\S+\/lab\/1$/,
    },
    {
      argv: ["issue", "get", "1"],
      keys: [
        ...["number", "title", "type", "status", "author", "body", "assignees", "extension"],
        ...["collective", "commentCount", "comments", "url"],
      ],
      text: /^#1 It is rude\nbug · open · by ada · 1 comment\n\n {2}Very\.\n\nhttp/,
    },
    {
      argv: words("issue list --search rude"),
      keys: ["issues", "total"],
      text: /^NUMBER +STATUS +TYPE +ABOUT +ASSIGNEES +TITLE\n#1 +open +bug +It is rude$/,
    },
    { argv: ["version"], keys: ["version"], text: /^svc \d/ },
    {
      argv: ["upgrade", "--check"],
      keys: [
        ...["version", "offered", "comparison", "registry", "installedBy", "command", "upgraded"],
      ],
      text: /^svc \S+ is what http\S+ has\.$/,
    },
    { argv: ["doctor"], keys: ["healthy", "checks"], text: /\nNothing failed\.$/ },
    {
      argv: words("serve token create ci --allow hello:greet --read hello"),
      keys: ["token", ...TOKEN_KEYS],
      text: /^ci\.[0-9a-f]{64}$/,
    },
    {
      argv: words("serve token list"),
      keys: ["tokens"],
      text: /^NAME .*\nci +active +hello:greet +hello +\d{4}-\S+ \S+ +never +\d{4}-/,
    },
    {
      argv: words("serve token rotate ci --expires never --grace 1h"),
      keys: ["token", ...TOKEN_KEYS],
      text: /^ci\.[0-9a-f]{64}$/,
    },
    {
      argv: words("serve token revoke ci"),
      keys: ["name", "state", "revokedAt", "alreadyRevoked"],
      text: /^Revoked token 'ci'\.$/,
    },
    { argv: ["completions", "bash"], keys: undefined, text: /complete .*svc/ },
    { argv: ["completions", "zsh"], keys: undefined, text: /compdef/ },
    { argv: ["completions", "powershell"], keys: undefined, text: /Register-ArgumentCompleter/ },
    { argv: ["completions", "fish"], keys: undefined, text: /complete -c svc/ },
    {
      argv: ["auth", "logout"],
      keys: ["loggedOut", "username", "serverUrl", "keyRevoked", "tokens", "otherTokens"],
      text: /^Logged out ada from \S+; the key is revoked\.$/,
    },
  ];
}

/** Lists of texts rather than objects, as the reference has them. */
const TEXTS: ReadonlySet<string> = new Set(["vault list-keys"]);

/** What the last word of a command that lists is, also as another name of it. */
const LIST_WORD = /(^|[ -])(list|ls|search|query|history|versions|list-keys)$/;

/** A text that begins with the headings of a table: two or more words in capitals, in columns. */
const HEADINGS = /^[A-Z]{2,}(?: +[A-Z]{2,})+\n/;

/** The items at `path`, such as `.groups[].items[]`; undefined where something else stands there. */
function itemsAt(document: unknown, path: string): unknown[] | undefined {
  let found: unknown[] = [document];
  for (const [, key, each] of path.matchAll(/\.(\w+)(\[\])?/g)) {
    found = found.map((value) => (value as Record<string, unknown>)?.[key!]);
    if (each === undefined) continue;
    if (!found.every(Array.isArray)) return undefined;
    found = found.flat(1);
  }
  return found;
}

Deno.test("each command whose name says that it lists says where its items are", async () => {
  for (const [path, row] of Object.entries(COMMANDS)) {
    const { lists } = await loadCommand(row);
    const names = [path, ..."aliases" in row ? row.aliases ?? [] : []];
    if (names.some((name) => LIST_WORD.test(name))) assert.ok(lists, `${path} has no 'lists'`);
    if (lists !== undefined) assert.match(lists, /^(\.\w+\[\])+$/, path);
  }
});

for (const form of ["text", "json"] as const) {
  Deno.test(`every command of the table has its ${form} form, alone on stdout`, async () => {
    await using on = await listeningRegistry({
      repositories: ["https://github.com/acme/greeter"],
    });
    await using ada = await loggedIn(on, "ada");
    await on.createCollective(ada.cookie, "acme");
    await trustJobs(on, ada.cookie);
    await using serve = runsServer();
    await using sources = await temporaryConfig();
    await using repo = await temporaryConfig();
    await using store = await temporaryConfig();
    await writeFiles(`${repo.path}/extensions/provider`, DEPOT);
    const walked = new Set<string>();
    const manifest = await writeExtension(sources.path, {
      manifest: "reports:\n  - summary.ts\n",
      files: { "summary.ts": SUMMARY, "greeter_test.ts": 'Deno.test("greets", () => {});\n' },
    });
    for (const step of walk(on.url, serve.url, manifest, store.path)) {
      const { argv, stdin = "", keys, text, keep } = step;
      await step.prepare?.(repo.path);
      const done = await ada.svc(form === "json" ? [...argv, "--json"] : argv, {
        cwd: repo.path,
        stdin,
      });
      const line = `svc ${argv.join(" ")}`;
      // The longest: 'serve token list' begins with 'serve'.
      const path = Object.keys(COMMANDS).filter((path) =>
        `${argv.join(" ")} `.startsWith(`${path} `)
      )
        .toSorted((a, b) => b.length - a.length)[0] ?? line;
      const { lists } = await loadCommand(COMMANDS[path]!);
      assert.equal(done.exit, step.exit ?? 0, `${line}: ${done.stderr}`);
      assert.doesNotMatch(done.stderr, /^(error|unexpected)/m, line);
      const out = done.stdout.replace(/\n$/, "");
      if (form === "text" || keys === undefined) {
        assert.match(out, text, line);
        assert.doesNotMatch(out, /undefined|\[object|NaN/, line);
        if (HEADINGS.test(out)) assert.ok(lists, `${line} prints a table and has no 'lists'`);
      } else {
        const document = JSON.parse(out);
        assert.deepEqual(Object.keys(document), keys, line);
        if (lists !== undefined) {
          const items = itemsAt(document, lists);
          assert.ok(items, `${line}: ${lists} is no array`);
          const isItem = (item: unknown) =>
            TEXTS.has(path) ? typeof item === "string" : typeof item === "object";
          assert.ok(items.every(isItem), `${line}: ${lists}`);
        }
      }
      keep?.(done.stdout);
      walked.add(path);
    }
    assert.deepEqual([...walked].toSorted(), await endingCommands());
  });
}

/** Adds a publisher, as the form of the collective's page does. */
async function trustJobs({ registry, url }: ListeningRegistry, cookie: string): Promise<void> {
  const response = await registry.request("/api/v1/collectives/acme/publishers", {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, cookie },
    body: JSON.stringify({
      extension: "@acme/greeter",
      provider: "github",
      names: { repository: "acme/greeter" },
      workflow: "release.yml",
    }),
  });
  assert.equal(response.status, 201, await response.text());
}

/** Commands that print one result; those that write as they go, such as 'svc serve', have tests of their own. */
async function endingCommands(): Promise<string[]> {
  const ending = [];
  for (const [path, row] of Object.entries(COMMANDS)) {
    // One that only a CI job can run is tested as one: packages/cli/publishing/check_test.ts.
    if (path === "publisher check") continue;
    // Only where there is a log is there something to print: packages/cli/commands/trust/trust_test.ts.
    if (path === "trust monitor") continue;
    if (!(await loadCommand(row)).streams) ending.push(path);
  }
  return ending.toSorted();
}
