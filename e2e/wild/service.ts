import { type Answers, createAnswers } from "./answer.ts";

/** The services that the extensions speak to, at one address of this machine. */
export interface Services extends AsyncDisposable {
  url: string;
  /** The same over TLS. */
  secure: string;
  /** The certificate of the authority behind it, as PEM. */
  authority: string;
}

/** What the services keep. */
interface Store {
  queues: Map<string, Record<string, unknown>>;
  buckets: Map<string, Record<string, unknown>>;
  projects: Map<string, Record<string, unknown>>;
  objects: Map<string, string>;
  secrets: Map<string, string>;
  /** Requests of Cloud Control by token. */
  requests: Map<string, object>;
}

/** A request that was read. */
interface Asked {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
  answers: Answers;
  store: Store;
}

type Handler = (asked: Asked) => Response | undefined;

const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(value, { status, headers });
const xml = (text: string, headers: Record<string, string> = {}) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    headers: { "content-type": "text/xml", ...headers },
  });
const bearer = ({ headers }: Asked) => headers.get("authorization")?.startsWith("Bearer ");

/** AWS STS: the query protocol of 2011-06-15. */
const sts: Handler = ({ method, url, body }) => {
  const action = new URLSearchParams(body).get("Action");
  if (method !== "POST" || url.pathname !== "/" || action === null) return undefined;
  const ns = 'xmlns="https://sts.amazonaws.com/doc/2011-06-15/"';
  if (action === "GetCallerIdentity") {
    return xml(
      `<GetCallerIdentityResponse ${ns}><GetCallerIdentityResult><UserId>AIDAEXAMPLE</UserId><Account>123456789012</Account><Added>1</Added><Arn>arn:aws:iam::123456789012:user/build/ada</Arn></GetCallerIdentityResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></GetCallerIdentityResponse>`,
    );
  }
  if (action === "AssumeRole") {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    return xml(
      `<AssumeRoleResponse ${ns}><AssumeRoleResult><AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/reader/svc</Arn><AssumedRoleId>A:svc</AssumedRoleId></AssumedRoleUser><Credentials><SessionToken>session-token-0123456789</SessionToken><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>secret-access-key-0123456789</SecretAccessKey><Expiration>${expires}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  }
  return undefined;
};

/** AWS Cloud Control API: JSON 1.0 of 2021-09-30. */
const cloudControl: Handler = ({ headers, body, answers, store }) => {
  const operation = headers.get("x-amz-target")?.split(".")[1];
  if (operation === undefined) return undefined;
  const input = JSON.parse(body);
  const typed = { "content-type": "application/x-amz-json-1.0" };
  const absent = (message: string) =>
    json({ __type: "com.amazonaws.cloudcontrol#ResourceNotFoundException", message }, 400, typed);
  const progress = (kind: string, identifier: string) => {
    const token = crypto.randomUUID();
    const event = (status: string) =>
      answers.object({
        TypeName: input.TypeName,
        Identifier: identifier,
        RequestToken: token,
        Operation: kind,
        OperationStatus: status,
      }, { EventTime: Date.now() / 1000 });
    store.requests.set(token, event("SUCCESS"));
    return json(answers.object({ ProgressEvent: event("IN_PROGRESS") }), 200, typed);
  };
  switch (operation) {
    case "CreateResource": {
      const desired = JSON.parse(input.DesiredState);
      const address = `https://sqs.us-east-1.amazonaws.com/123456789012/${desired.QueueName}`;
      store.queues.set(address, desired);
      return progress("CREATE", address);
    }
    case "GetResourceRequestStatus":
      return json({ ProgressEvent: store.requests.get(input.RequestToken) }, 200, typed);
    case "GetResource": {
      const queue = store.queues.get(input.Identifier);
      if (queue === undefined) return absent(`There is no ${input.Identifier}`);
      const properties = answers.object({ ...queue, QueueUrl: input.Identifier }, {
        Arn: "arn:aws:sqs:us-east-1:123456789012:jobs",
        MaximumMessageSize: 262144,
      });
      return json(
        answers.object({
          TypeName: input.TypeName,
          ResourceDescription: answers.object({
            Identifier: input.Identifier,
            Properties: JSON.stringify(properties),
          }),
        }),
        200,
        typed,
      );
    }
    case "UpdateResource": {
      const queue = store.queues.get(input.Identifier);
      if (queue === undefined) return absent(`There is no ${input.Identifier}`);
      for (const { path, value } of JSON.parse(input.PatchDocument)) queue[path.slice(1)] = value;
      return progress("UPDATE", input.Identifier);
    }
    case "DeleteResource":
      if (!store.queues.delete(input.Identifier)) return absent(`There is no ${input.Identifier}`);
      return progress("DELETE", input.Identifier);
  }
  return undefined;
};

/** S3: lists, objects. */
const s3: Handler = ({ method, url, body, store, headers }) => {
  const [, area, bucket, ...rest] = url.pathname.split("/");
  if (area !== "s3" || bucket === undefined) return undefined;
  if (!headers.has("authorization")) return new Response(null, { status: 403 });
  const key = rest.map(decodeURIComponent).join("/");
  if (method === "PUT") {
    store.objects.set(key, body);
    return new Response(null, { headers: { etag: '"e1"' } });
  }
  if (key === "") {
    const prefix = url.searchParams.get("prefix") ?? "";
    const found = [...store.objects].filter(([name]) => name.startsWith(prefix));
    const contents = found.map(([name, text]) =>
      `<Contents><Key>${name}</Key><LastModified>2026-07-01T00:00:00.000Z</LastModified><ETag>&quot;e1&quot;</ETag><Size>${text.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    );
    return xml(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${found.length}</KeyCount><MaxKeys>100</MaxKeys><IsTruncated>false</IsTruncated>${
        contents.join("")
      }</ListBucketResult>`,
    );
  }
  const text = store.objects.get(key);
  if (text !== undefined) {
    return new Response(text, { headers: { "content-type": "text/plain", etag: '"e1"' } });
  }
  const none = "<Error><Code>NoSuchKey</Code><Message>none</Message></Error>";
  return new Response(none, { status: 404, headers: { "content-type": "application/xml" } });
};

/** Azure Key Vault secrets. */
const keyVault: Handler = (asked) => {
  const { url, answers } = asked;
  const [, area, name] = url.pathname.split("/");
  if (area !== "secrets") return undefined;
  if (!bearer(asked)) {
    return new Response(null, {
      status: 401,
      headers: {
        "www-authenticate":
          'Bearer authorization="https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47", resource="https://vault.azure.net"',
      },
    });
  }
  const secret = (id: string, expires: number) =>
    answers.object({
      id: `${url.origin}/secrets/${id}`,
      attributes: answers.object({ enabled: true, created: 1750000000, updated: 1750000000 }, {
        recoveryLevel: "Recoverable",
        nbf: 1750000000,
        exp: expires,
      }),
    }, { contentType: "text/plain", tags: { team: "shop" } });
  if (name === undefined || name === "") {
    return json(answers.object({
      value: [secret("db-password", 1900000000), secret("api-key", 1900000000)],
      nextLink: null,
    }));
  }
  return json({ ...secret(`${name}/v1`, 1900000000), value: `value-of-${name}-0123456789` });
};

/** Google Cloud Storage, JSON API. */
const cloudStorage: Handler = (asked) => {
  const { method, url, body, answers, store } = asked;
  const [, area, v1, b, name, objects] = url.pathname.split("/");
  if (area !== "storage" || v1 !== "v1" || b !== "b") return undefined;
  if (!bearer(asked)) return json({ error: { code: 401 } }, 401);
  if (method === "POST") {
    const given = JSON.parse(body);
    store.buckets.set(given.name, given);
    return json({ kind: "storage#bucket", ...given });
  }
  if (objects === "o") return json(answers.object({ kind: "storage#objects", items: [] }));
  const bucket = store.buckets.get(name!);
  if (bucket === undefined) return json({ error: { code: 404, message: "Not Found" } }, 404);
  return json(answers.object({ kind: "storage#bucket", id: name, ...bucket }, {
    etag: "CAE=",
    storageClass: "STANDARD",
    owner: answers.object({ entity: "project-owners-1", entityId: "1" }),
    timeCreated: "2026-07-01T00:00:00.000Z",
  }));
};

/** Google Secret Manager, and the token exchange before it. */
const secretManager: Handler = (asked) => {
  const { url, body, answers } = asked;
  if (url.pathname === "/sts/v1/token") {
    const form = new URLSearchParams(body);
    if (form.get("subject_token") !== "subject-of-the-build") {
      return json({ error: "invalid_grant", error_description: "unknown subject" }, 400);
    }
    return json(answers.object({
      access_token: "google-access-token-0123456789",
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
      expires_in: 3600,
    }));
  }
  const [, area, , , , secrets] = url.pathname.split("/");
  if (area !== "secretmanager" || secrets !== "secrets") return undefined;
  if (!bearer(asked)) return json({ error: { code: 401 } }, 401);
  const secret = (name: string) =>
    answers.object({
      name: `projects/1/secrets/${name}`,
      replication: answers.object({ automatic: answers.object({}) }),
    }, { createTime: "2026-07-01T00:00:00Z", labels: { team: "shop" }, etag: '"1"' });
  const second = url.searchParams.get("pageToken") === "second";
  return json(answers.object(
    second
      ? { secrets: [secret("b")], totalSize: 2 }
      : { secrets: [secret("a")], totalSize: 2, nextPageToken: "second" },
  ));
};

/** The KV engine, version 2. */
const kv: Handler = ({ method, url, headers, body, answers, store }) => {
  const [, v1, mount, kind, prefix, key = ""] = url.pathname.split("/");
  if (v1 !== "v1" || mount !== "secret") return undefined;
  if (headers.get("x-vault-token") !== "root-token-0123456789") {
    return json({ errors: ["permission denied"] }, 403);
  }
  const name = `${prefix}/${decodeURIComponent(key)}`;
  if (method === "LIST") {
    const keys = [...store.secrets.keys()].map((one) => one.split("/")[1]);
    return keys.length === 0 ? json({ errors: [] }, 404) : json(answers.object({ data: { keys } }));
  }
  if (method === "POST" && kind === "data") {
    store.secrets.set(name, JSON.parse(body).data.value);
    return json(answers.object({ data: answers.object({ version: 1 }) }));
  }
  if (method === "DELETE") {
    store.secrets.delete(name);
    return new Response(null, { status: 204 });
  }
  const value = store.secrets.get(name);
  if (value === undefined) return json({ errors: [] }, 404);
  return json(answers.object({
    request_id: "1",
    data: answers.object({ data: { value }, metadata: answers.object({ version: 1 }) }),
  }));
};

/** A hosting service. */
const hosting: Handler = (asked) => {
  const { method, url, body, answers, store } = asked;
  const [, area, projects, name] = url.pathname.split("/");
  if (area !== "hosting" || projects !== "projects") return undefined;
  if (!bearer(asked)) return json({}, 401);
  const project = (given: Record<string, unknown>) =>
    answers.object({
      id: `prj_${given.name}`,
      ...given,
      domains: [answers.object({ name: `${given.name}.example.com`, verified: true })],
    }, { team: answers.object({ id: "t1", slug: "shop" }), createdAt: 1750000000000 });
  if (method === "POST") {
    const given = JSON.parse(body);
    store.projects.set(given.name, given);
    return json(project(given), 201);
  }
  if (name === undefined) {
    return json(answers.object({ projects: [...store.projects.values()].map(project) }));
  }
  const found = store.projects.get(name);
  return found === undefined ? json({}, 404) : json(project(found));
};

/** Pages. */
const pages: Handler = ({ url, headers }) => {
  if (url.pathname === "/health") return new Response("ok");
  if (url.pathname !== "/news") return undefined;
  if (headers.get("if-none-match") === '"n1"') return new Response(null, { status: 304 });
  const links = Array.from({ length: 30 }, (_, i) => `<li><a href="/news/${i}">News ${i}</a></li>`);
  return new Response(
    `<!doctype html><html><head><title>The news</title></head><body><ul>${
      links.join("")
    }</ul></body></html>`,
    { headers: { "content-type": "text/html", etag: '"n1"' } },
  );
};

const handlers = [
  cloudControl,
  sts,
  s3,
  keyVault,
  cloudStorage,
  secretManager,
  kv,
  hosting,
  pages,
];

/**
 * Starts the services.
 *
 * @param added whether each object of an answer gets a key that its description does not have
 */
export async function startServices(seed: number, added: boolean): Promise<Services> {
  const answers = createAnswers(seed, added);
  const store: Store = {
    queues: new Map(),
    buckets: new Map(),
    projects: new Map(),
    objects: new Map([["2026/july.txt", "July was warm.\n"], ["2026/june.txt", "June.\n"]]),
    secrets: new Map(),
    requests: new Map(),
  };
  const answer = async (request: Request) => {
    const asked = {
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: await request.text(),
      answers,
      store,
    };
    for (const handler of handlers) {
      const given = handler(asked);
      if (given !== undefined) return given;
    }
    return json({ error: `nothing answers ${asked.method} ${asked.url.pathname}` }, 404);
  };
  const listen = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const plain = Deno.serve(listen, answer);
  const { authority, cert, key } = await makeCertificate();
  const secure = Deno.serve({ ...listen, cert, key }, answer);
  return {
    url: `http://127.0.0.1:${plain.addr.port}`,
    secure: `https://127.0.0.1:${secure.addr.port}`,
    authority,
    async [Symbol.asyncDispose]() {
      await Promise.all([plain.shutdown(), secure.shutdown()]);
    },
  };
}

/** A certificate for 127.0.0.1, of an authority of its own. */
async function makeCertificate(): Promise<{ authority: string; cert: string; key: string }> {
  const folder = await Deno.makeTempDir({ prefix: "svc-certificate-" });
  const openssl = async (...args: string[]) => {
    const { success, stderr } = await new Deno.Command("openssl", { args, cwd: folder }).output();
    if (!success) throw new Error(`openssl: ${new TextDecoder().decode(stderr)}`);
  };
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const read = (name: string) => Deno.readTextFile(`${folder}/${name}`);
  try {
    await openssl(
      ...["req", "-x509", ...curve, "-days", "2", "-subj", "/CN=Wild authority"],
      ...["-keyout", "ca.key", "-out", "ca.pem"],
    );
    await openssl(
      ...["req", "-x509", ...curve, "-days", "2", "-subj", "/CN=127.0.0.1"],
      ...["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE"],
      ...["-CA", "ca.pem", "-CAkey", "ca.key", "-keyout", "key.pem", "-out", "cert.pem"],
    );
    return {
      authority: await read("ca.pem"),
      cert: await read("cert.pem"),
      key: await read("key.pem"),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
