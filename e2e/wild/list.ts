/** One command that a user types, without `svc`, and what comes of it. */
export interface Step {
  /**
   * `{services}` is the address of the services, `{secure}` the same over TLS, and `{folder}` a
   * folder of files. `{folder}/ca.pem` is the authority behind the certificate.
   */
  svc: readonly string[];
  stdin?: string;
  /** 0 by default. */
  exit?: number;
  /** What stdout and stderr together have, and do not have. */
  has?: readonly string[];
  lacks?: readonly string[];
  /** Stdout is one JSON document. */
  json?: boolean;
}

/** An extension, and what a user does with it. */
export interface Listed {
  /** Its folder below `extensions`. */
  folder: string;
  name: string;
  env?: Readonly<Record<string, string>>;
  /** Programs that a user has on the PATH, as shell scripts. */
  programs?: Readonly<Record<string, string>>;
  /** Files in `{folder}`. */
  files?: Readonly<Record<string, string>>;
  /** Programs of the machine. */
  needs?: readonly string[];
  /** Whether something answers at `{services}`. */
  services?: boolean;
  /** Why a user cannot go through the steps yet. */
  open?: string;
  /** A login is needed. */
  login?: boolean;
  steps: readonly Step[];
}

const AWS = {
  AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
  AWS_SECRET_ACCESS_KEY: "secret-key-of-the-shell-0123456789",
  AWS_REGION: "us-east-1",
  AWS_ENDPOINT_URL: "{services}",
};

const SSH = `#!/bin/sh
for last; do :; done
case " $* " in
  *" -V "*) echo "OpenSSH_9.9" >&2; exit 0 ;;
  *" -G "*) echo "hostname $last"; exit 0 ;;
esac
exec sh -c "$last"
`;

const GCLOUD = `#!/bin/sh
case "$*" in
  --version) echo "Google Cloud SDK 530.0.0" ;;
  "auth print-access-token"*) echo "token-of-gcloud-0123456789" ;;
  "config get-value project"*) echo "shop-prod" ;;
  "compute instances list"*) cat <<'END'
[{"zone":"https://compute.example/zones/eu-1a","cpuPlatform":"Intel","name":"web-1","status":"RUNNING","networkInterfaces":[{"nicType":"GVNIC","networkIP":"10.0.0.2"}],"machineType":"https://compute.example/types/e2-small"}]
END
  ;;
  *) echo "unknown: $*" >&2; exit 2 ;;
esac
`;

const create = (type: string, name: string, args: Record<string, string> = {}): Step => ({
  svc: ["behavior", "create", type, name, ...pairs("--global-arg", args)],
});
const run = (
  name: string,
  method: string,
  inputs: Record<string, string> = {},
  more: Omit<Step, "svc"> = {},
): Step => ({ svc: ["behavior", "run", name, method, ...pairs("--input", inputs)], ...more });
const data = (behavior: string, name: string, ...has: string[]): Step => ({
  svc: ["data", "get", behavior, name],
  has,
});
const pairs = (option: string, values: Record<string, string>) =>
  Object.entries(values).flatMap(([key, value]) => [option, `${key}=${value}`]);

/** Every extension, with the steps of a user after the pull. */
export const list: readonly Listed[] = [
  {
    folder: "harbor-aws-identity",
    name: "@harbor/aws-identity",
    env: AWS,
    services: true,
    steps: [
      { svc: ["vault", "create", "local_encryption", "own"] },
      create("@harbor/aws-identity", "me"),
      run("me", "whoami"),
      data("me", "latest", '"account": "123456789012"', '"name": "build/ada"'),
      run("me", "take_role", { roleArn: "arn:aws:iam::123456789012:role/reader" }, {
        lacks: ["secret-access-key-0123456789", "session-token-0123456789"],
      }),
      {
        ...data("me", "reader", "ASIAEXAMPLE", "vault.get("),
        lacks: ["secret-access-key-0123456789"],
      },
    ],
  },
  {
    folder: "cumulus-sqs",
    name: "@cumulus/aws/sqs",
    env: AWS,
    services: true,
    steps: [
      create("@cumulus/aws/sqs/queue", "jobs", {
        name: "jobs",
        QueueName: "jobs",
        Tags: '[{"Key":"team","Value":"shop"}]',
      }),
      run("jobs", "create"),
      data("jobs", "jobs", '"QueueName": "jobs"', '"Key": "team"'),
      run("jobs", "sync"),
      run("jobs", "update"),
      run("jobs", "delete", {
        identifier: "https://sqs.us-east-1.amazonaws.com/123456789012/jobs",
      }),
    ],
  },
  {
    folder: "harbor-s3-shelf",
    name: "@harbor/s3-shelf",
    env: AWS,
    services: true,
    steps: [
      create("@harbor/s3-shelf", "shelf", { bucket: "reports", endpoint: "{services}/s3" }),
      run("shelf", "list", { prefix: "2026/" }),
      data("shelf", "summary", '"count": 2'),
      data("shelf", "2026_july.txt", '"size": 15', '"etag": "e1"'),
      run("shelf", "fetch", { key: "2026/july.txt" }),
      data("shelf", "2026_july.txt", "July was warm."),
      run("shelf", "put", { key: "2026/may.txt", text: "May." }),
    ],
  },
  {
    folder: "opsworks-keyvault",
    open: "of an output that is secret as a whole, what names it is a secret, too",
    name: "@opsworks/keyvault",
    env: {
      AZURE_KEYVAULT_TOKEN: "azure-token-0123456789",
      NODE_EXTRA_CA_CERTS: "{folder}/ca.pem",
    },
    services: true,
    steps: [
      { svc: ["vault", "create", "local_encryption", "own"] },
      create("@opsworks/keyvault", "prod", { vaultUrl: "{secure}" }),
      run("prod", "list_secrets"),
      data("prod", "db-password", '"name": "db-password"', '"enabled": true'),
      run("prod", "expiring", { days: "30" }),
      run("prod", "read_value", { name: "api-key" }, { lacks: ["value-of-api-key-0123456789"] }),
    ],
  },
  {
    folder: "cumulus-gcp-storage",
    name: "@cumulus/gcp/storage",
    env: {
      GCP_ACCESS_TOKEN: "google-access-token-0123456789",
      GCP_PROJECT: "shop-prod",
      GCP_API_ENDPOINT: "{services}/storage/v1/",
    },
    services: true,
    steps: [
      create("@cumulus/gcp/storage/buckets", "assets", { name: "assets", location: "EU" }),
      run("assets", "create"),
      data("assets", "assets", '"kind": "storage#bucket"', '"location": "EU"'),
      run("assets", "sync"),
      run("assets", "list_objects", { prefix: "x" }),
    ],
  },
  {
    folder: "harbor-gcp-secrets",
    name: "@harbor/gcp-secrets",
    env: {
      GOOGLE_APPLICATION_CREDENTIALS: "{folder}/credentials.json",
      GOOGLE_CLOUD_PROJECT: "1",
    },
    files: {
      "subject.txt": "subject-of-the-build",
      "credentials.json": JSON.stringify({
        type: "external_account",
        audience:
          "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x",
        subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
        token_url: "{services}/sts/v1/token",
        credential_source: { file: "{folder}/subject.txt" },
      }),
    },
    services: true,
    steps: [
      create("@harbor/gcp-secrets", "secrets", {
        project: "1",
        baseUrl: "{services}/secretmanager/v1",
      }),
      run("secrets", "list"),
      data("secrets", "a", '"name": "projects/1/secrets/a"'),
      data("secrets", "b", '"name": "projects/1/secrets/b"'),
    ],
  },
  {
    folder: "opsworks-gcloud-compute",
    name: "@opsworks/gcloud-compute",
    programs: { gcloud: GCLOUD },
    steps: [
      create("@opsworks/gcloud-compute", "vms", { project: "shop-prod" }),
      run("vms", "refresh"),
      data("vms", "web-1", '"zone": "eu-1a"', '"networkIP": "10.0.0.2"'),
    ],
  },
  {
    folder: "harbor-ssh-host",
    name: "@harbor/ssh-host",
    programs: { ssh: SSH },
    steps: [
      create("@harbor/ssh-host", "web", { host: "web1.example.com", user: "deploy" }),
      run("web", "exec", { command: "echo up 3 days" }),
      data("web", "web", '"stdout": "up 3 days\\n"', '"code": 0'),
      run("web", "send", { path: "{folder}/motd", text: "hello" }),
      data("web", "sent-motd", '"code": 0'),
      run("web", "exec", { command: "exec sleep 60", timeoutMs: "200", allowFailure: "true" }),
      data("web", "web", '"code": 143'),
      run("web", "client_version"),
      run("web", "exec", { command: "exit 3" }, { exit: 1, has: ["exit 3 ended with 3"] }),
    ],
  },
  {
    folder: "fieldnotes-git-history",
    name: "@fieldnotes/git-history",
    needs: ["git"],
    steps: [
      create("@fieldnotes/git-history", "history", { path: "{folder}/repository" }),
      run("history", "collect", { limit: "5" }),
      data("history", "summary", '"commits": 1', '"ada@example.org": 1', '"previousHead": null'),
      run("history", "collect"),
      run("history", "changed", { commit: "HEAD" }),
    ],
  },
  {
    folder: "fieldnotes-folder-archive",
    name: "@fieldnotes/folder-archive",
    needs: ["tar"],
    files: { "site/index.html": "<p>hello</p>\n", "site/about.html": "<p>us</p>\n" },
    steps: [
      create("@fieldnotes/folder-archive", "site", {
        folder: "{folder}/site",
        target: "{folder}/backup",
      }),
      run("site", "pack"),
      data("site", "archive", '"about.html"', '"sha256": "'),
      data("site", "archive.txt", "./index.html"),
    ],
  },
  {
    folder: "fieldnotes-letters",
    name: "@fieldnotes/letters",
    steps: [
      create("@fieldnotes/letters", "letters"),
      run("letters", "remind", { name: "Ada", items: '["books","keys"]' }),
      data("letters", "ada", "Dear Ada,", "- books\n- keys\n"),
      run("letters", "fill", { template: "# <%= title %>", values: '{"title":"Hello"}' }),
      data("letters", "letter", "# Hello"),
    ],
  },
  {
    folder: "fieldnotes-release-page",
    name: "@fieldnotes/release-page",
    steps: [
      create("@fieldnotes/release-page", "page", { title: "Shop & Co", groups: '{"a":{}}' }),
      run("page", "add", { version: "1.2.0", changes: '["faster"]' }),
      { svc: ["report", "get", "@fieldnotes/release-list", "--markdown"], has: ["| v1.2.0 |"] },
      { svc: ["report", "get", "@fieldnotes/release-state", "--json"], has: ['"count": 1'] },
      { svc: ["report", "get", "@fieldnotes/release-note"], has: ["add succeeded"] },
      run("page", "add", { version: "1.3.0", changes: '["smaller","safer"]' }),
      run("page", "render"),
      data("page", "current", "<h1>Shop &amp; Co</h1>", "<h2>1.3.0</h2>", "<li>faster</li>"),
      run("page", "touch"),
    ],
  },
  {
    folder: "fieldnotes-thumbnails",
    name: "@fieldnotes/thumbnails",
    files: {
      // A picture of two by one points, as base64.
      "dots.png.base64":
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg==",
    },
    steps: [
      create("@fieldnotes/thumbnails", "thumbs", { folder: "{folder}" }),
      run("thumbs", "swatch", { color: "#ff8800" }),
      data("thumbs", "swatch-ff8800", '"width": 16'),
      run("thumbs", "make", { file: "dots.png", width: "8" }),
      data("thumbs", "dots", '"width": 8', '"height": 4'),
    ],
  },
  {
    folder: "opsworks-page-watch",
    name: "@opsworks/page-watch",
    services: true,
    steps: [
      create("@opsworks/page-watch", "news", { url: "{services}/news" }),
      run("news", "look"),
      data("news", "page", '"title": "The news"', '"links": 30', '"changed": true'),
      data("news", "links", "{services}/news/0\n{services}/news/1\n", "{services}/news/29"),
      run("news", "look"),
    ],
  },
  {
    folder: "opsworks-host-facts",
    name: "@opsworks/host-facts",
    steps: [
      create("@opsworks/host-facts", "here"),
      run("here", "collect"),
      data("here", "current", '"totalKb": ', '"hostname": "'),
      run("here", "digest", { path: "notes.txt" }),
      data(
        "here",
        "notes.txt",
        '"sha256": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"',
      ),
      run("here", "certify"),
      data("here", "localhost", '"subject": "CN=localhost"'),
    ],
  },
  {
    folder: "harbor-fleet",
    name: "@harbor/fleet",
    steps: [
      { svc: ["vault", "create", "local_encryption", "own"] },
      create("@harbor/fleet", "fleet", {
        hosts: '[{"name":"a"},{"name":"b","port":2222,"tags":["db"]}]',
        access: '{"kind":"agent"}',
        registries: '{"main":{"url":"https://registry.example.com"}}',
      }),
      { svc: ["behavior", "validate", "fleet"] },
      run("fleet", "plan"),
      data("fleet", "a", '"port": 22', '"socket": "/run/agent.sock"'),
      data("fleet", "b", '"port": 2222', '"db"'),
      data("fleet", "plan-note", "2 hosts, function, before: none"),
      run("fleet", "shapes"),
      data("fleet", "counts", '"db": 1'),
      data("fleet", "either", '"ok": true'),
      data("fleet", "raw"),
      data("fleet", "open", '"unknownOutside": 2', '"owner": null', '"id": "i"'),
      run("fleet", "keep_keys", { hosts: '["a","b"]' }, { lacks: ["key-of-a-0123456789"] }),
      { ...data("fleet", "keys", "vault.get("), lacks: ["key-of-a-0123456789"] },
    ],
  },
  {
    folder: "opsworks-rollout",
    name: "@opsworks/rollout",
    steps: [
      create("@opsworks/rollout", "rollout"),
      run("rollout", "check", { stage: "test" }, {
        has: ["svc extension grant @opsworks/rollout data:@opsworks/host-facts"],
      }),
      { svc: ["extension", "grant", "@opsworks/rollout", "data:@opsworks/host-facts"] },
      run("rollout", "check", { stage: "prod" }),
      data("rollout", "prod", '"stage": "prod"', '"current"', '"machine": "linux-'),
    ],
  },
  {
    folder: "opsworks-stocktake",
    name: "@opsworks/stocktake",
    steps: [
      create("@opsworks/stocktake", "stock"),
      create("command/shell", "shell"),
      {
        svc: [
          "behavior",
          "run",
          "shell",
          "execute",
          "--input",
          "run=echo hello",
          "--allow",
          "run:sh",
        ],
      },
      run("stock", "count", { behavior: "shell", name: "result" }),
      data("stock", "shell.result", '"behavior": "shell"', '"characters": '),
    ],
  },
  {
    folder: "harbor-kv-vault",
    name: "@harbor/kv-vault",
    env: { VAULT_TOKEN: "root-token-0123456789" },
    services: true,
    login: true,
    steps: [
      { svc: ["vault", "create", "@harbor/kv-vault", "team", "--config", "address={services}"] },
      { svc: ["vault", "put", "team", "API_KEY"], stdin: "value-of-the-key-0123456789" },
      { svc: ["vault", "get", "team", "API_KEY"], has: ["value-of-the-key-0123456789"] },
      { svc: ["vault", "list-keys", "team"], has: ["API_KEY"] },
    ],
  },
  {
    folder: "harbor-share-store",
    name: "@harbor/share-store",
    files: { "share/.keep": "" },
    login: true,
    steps: [
      {
        svc: [
          "datastore",
          "setup",
          "extension",
          "@harbor/share-store",
          "--config",
          "path={folder}/share",
        ],
      },
      create("command/shell", "shell"),
      {
        svc: [
          "behavior",
          "run",
          "shell",
          "execute",
          "--input",
          "run=echo hello",
          "--allow",
          "run:sh",
        ],
      },
      { svc: ["datastore", "sync"] },
      { svc: ["datastore", "status"], has: ["@harbor/share-store"] },
    ],
  },
  {
    folder: "opsworks-run-digest",
    name: "@opsworks/run-digest",
    steps: [
      create("command/shell", "shell"),
      {
        svc: [
          "behavior",
          "run",
          "shell",
          "execute",
          "--input",
          "run=echo hello",
          "--allow",
          "run:sh",
        ],
      },
      {
        svc: ["report", "run", "@opsworks/run-digest", "shell", "--markdown"],
        has: ["**shell** execute"],
      },
      { svc: ["report", "run", "@opsworks/run-digest", "shell", "--json"], has: ['"result"'] },
    ],
  },
  {
    folder: "fieldnotes-host-notes",
    name: "@fieldnotes/host-notes",
    steps: [
      create("@opsworks/host-facts", "here"),
      run("here", "collect"),
      run("here", "note", { text: "new disk" }),
      data("here", "remark", '"text": "new disk"'),
      run("here", "stamp"),
      data("here", "stamp", '"text": "linux-', "/ this machine"),
    ],
  },
  {
    folder: "cumulus-hosting",
    name: "@cumulus/hosting/projects",
    env: { HOSTING_TOKEN: "hosting-token-0123456789", HOSTING_API_BASE: "{services}/hosting" },
    services: true,
    steps: [
      create("@cumulus/hosting/projects", "shop", { name: "shop" }),
      run("shop", "create"),
      data("shop", "shop", '"id": "prj_shop"', '"verified": true'),
      { svc: ["behavior", "run", "shop", "list", "--json"], has: ['"shop"'] },
      run("shop", "lookup", { identifier: "shop" }),
      run("shop", "lookup", { identifier: "absent" }),
    ],
  },
  {
    folder: "opsworks-probe",
    name: "@opsworks/probe",
    needs: ["git"],
    services: true,
    steps: [
      create("@opsworks/probe", "probe", { statusUrl: "{services}" }),
      run("probe", "scan"),
      data("probe", "scan-log", "line 1\nline 2\n", "line 30\n"),
      data("probe", "latest", '"target": "itself"'),
      run("probe", "ask", { url: "{services}/health" }),
      data("probe", "127.0.0.1", '"up": true'),
      { svc: ["behavior", "run", "probe", "scan", "--json"], json: true },
      run("probe", "ask", { url: "{secure}/health" }, {
        has: ["svc extension grant @opsworks/probe net:127.0.0.1:"],
      }),
      run("probe", "tool", { program: "git" }),
      data("probe", "git", '"up": true'),
      run("probe", "environment"),
      run("probe", "nothing"),
      run("probe", "result_only"),
      run("probe", "forbidden", {}, { exit: 1, has: ["this is never done"] }),
    ],
  },
];
