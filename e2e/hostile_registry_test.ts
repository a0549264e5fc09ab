import assert from "node:assert/strict";
import { constants, deflateRawSync } from "node:zlib";
import { createPerson } from "./process/svc.ts";
import { writeGreeting } from "./process/greeting.ts";

const KEY = "svc_0123456789abcdef0123456789abcdef";

/** Answers a request, or leaves it to the next. */
type Answer = (request: Request, path: string) => Response | undefined;

interface Web extends AsyncDisposable {
  url: string;
  /** Method and path of each request, with the headers that tell who asks. */
  requests: { line: string; identity: string[] }[];
}

const IDENTITY = ["authorization", "x-api-key", "cookie", "svc-distinct-id"];

/** A server that answers as it likes. */
function web(answer: Answer): Web {
  const requests: Web["requests"] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const path = decodeURIComponent(pathname);
      requests.push({
        line: `${request.method} ${path}`,
        identity: IDENTITY.filter((name) => request.headers.has(name)),
      });
      await request.body?.cancel();
      return answer(request, path) ?? Response.json({ error: "Not found" }, { status: 404 });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A body that never ends, as fast as it is read. */
function endless(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024).fill(97);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}

const GRANT = {
  device_code: "d",
  user_code: "ABCD-EFGH",
  verification_uri: "/device",
  expires_in: 60,
  interval: 0.001,
};

for (
  const [what, grant] of Object.entries<unknown>({
    "a file": { ...GRANT, verification_uri: "file:///etc/passwd" },
    "a script": { ...GRANT, verification_uri: "javascript:alert(1)" },
    "no address": { ...GRANT, verification_uri: undefined },
    "a code that is not text": { ...GRANT, user_code: ["x"] },
    "a list": [],
    "nothing": null,
  })
) {
  Deno.test(`a login that a server begins with ${what} is refused, and nothing is shown to open`, async () => {
    await using registry = web((_, path) =>
      path === "/api/auth/device/code" ? Response.json(grant) : undefined
    );
    await using person = await createPerson(registry.url);
    const { code, stderr } = await person.svc(["auth", "login"]);
    assert.equal(code, 1, stderr);
    assert.doesNotMatch(stderr, /^Open |unexpected|bug in svc/m);
    assert.deepEqual(registry.requests.map(({ line }) => line), ["POST /api/auth/device/code"]);
  });
}

Deno.test("an address and code that a server sends cannot forge lines on the terminal", async () => {
  await using registry = web((_, path) => {
    if (path === "/api/auth/device/code") {
      return Response.json({
        ...GRANT,
        verification_uri: "/device\u001b[2J\nLogged in",
        verification_uri_complete: "file:///etc/passwd",
        user_code: "AB\u001b[2J\nLogged in to x as ada.\u202e",
      });
    }
    return path === "/api/auth/device/token"
      ? Response.json({ error: "access_denied" }, { status: 403 })
      : undefined;
  });
  await using person = await createPerson(registry.url);
  const { stderr } = await person.svc(["auth", "login", "--no-browser"]);
  assert.doesNotMatch(stderr, /^Logged in|file:/m);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(stderr, /[\u001b\u202e]/);
});

/** A registry that takes announcements and says where to upload. */
function announcing(uploadUrl: unknown): Answer {
  return (request, path) => {
    if (path === "/api/whoami") {
      return Response.json({
        authenticated: true,
        collectiveEntitlements: [],
        id: "1",
        username: "ada",
        name: "ada",
        email: "ada@example.org",
        organizations: [{ slug: "ada", role: "owner" }],
      });
    }
    if (path === "/api/v1/extensions/push" && request.method === "POST") {
      return Response.json({ uploadUrl, s3Key: "k", extensionId: "1" });
    }
    return undefined;
  };
}

async function push(uploadUrl: unknown) {
  await using registry = web(announcing(uploadUrl));
  await using person = await createPerson(registry.url, { SVC_API_KEY: KEY });
  await person.ok(["init"]);
  const manifest = await writeGreeting(
    `${person.work}/extensions/g`,
    "@ada/greeting",
    "2026.11.21.1",
  );
  const result = await person.svc(["extension", "push", manifest, "--yes", "--no-check"]);
  return { ...result, requests: registry.requests };
}

Deno.test("an upload goes only to the web, without a credential, and its answer is bounded", async () => {
  for (const address of ["file:///etc/hostname", 7]) {
    const { code, stderr, requests } = await push(address);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /sent an invalid address for the upload/, String(address));
    assert.ok(requests.every(({ line }) => !line.endsWith("/confirm")));
  }
  await using elsewhere = web((_, path) => {
    if (path === "/moved") return Response.redirect(new URL("/again", elsewhere.url), 307);
    return new Response(endless(), { status: 403 });
  });
  for (const path of ["/endless", "/moved"]) {
    const { code, stderr, requests } = await push(`${elsewhere.url}${path}`);
    assert.equal(code, 1, stderr);
    assert.doesNotMatch(stderr, /unexpected|bug in svc/);
    assert.ok(stderr.length < 2000, stderr);
    assert.ok(requests.every(({ line }) => !line.endsWith("/confirm")));
  }
  assert.deepEqual(
    elsewhere.requests.map(({ line, identity }) => [line, identity]),
    [["PUT /endless", []], ["PUT /moved", []]],
  );
});

const NAME = "@ada/greeting";
const RECORD = `/api/v1/extensions/${NAME}`;

/** A registry that knows one extension and says where its archive is. */
function offering(
  archive: (request: Request) => Response,
  checksum: unknown = "0".repeat(64),
): Answer {
  return (request, path) => {
    if (path.endsWith("/checksum")) return Response.json({ checksum });
    if (path.endsWith("/download")) return archive(request);
    if (path === "/archive") return new Response(endless());
    if (path.startsWith(RECORD)) {
      return Response.json({
        name: NAME,
        latestVersion: "2026.11.21.1",
        versions: [{ version: "2026.11.21.1", channel: "stable" }],
      });
    }
    return undefined;
  };
}

/** An archive of zeros that is small enough, and grows a thousandfold to 2 GB. */
function bomb(): ReadableStream<Uint8Array> {
  // Flushed, a block ends at a whole byte and is not the last, so that it may come again and again.
  const zeros = deflateRawSync(new Uint8Array(1024 * 1024), {
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const header = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  let left = 2000;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(header),
    pull(controller) {
      controller.enqueue(zeros);
      if (--left === 0) controller.close();
    },
  });
}

/** The beginning of an archive, and then the connection is gone. */
function broken(): ReadableStream<Uint8Array> {
  let begun = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (begun) return controller.error(new Error("gone"));
      begun = true;
      controller.enqueue(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]));
    },
  });
}

Deno.test("an archive is fetched from the web only, without a credential, and within limits", async () => {
  await using elsewhere = web((_, path) =>
    new Response(path === "/bomb" ? bomb() : path === "/broken" ? broken() : endless())
  );
  const found = (location: string) => () =>
    new Response(null, { status: 302, headers: { location } });
  for (
    const [archive, checksum, refusal] of [
      [found("file:///etc/hostname")],
      [found("data:application/gzip,x")],
      [found(`${elsewhere.url}/endless`), "", /packed bytes/],
      [found(`${elsewhere.url}/bomb`), "", /The archive is refused/],
      [found(`${elsewhere.url}/broken`)],
      [() => new Response("x")],
      [() => new Response(endless(), { status: 500 })],
      [found(`${elsewhere.url}/endless`), 7],
      [found(`${elsewhere.url}/endless`), { x: 1 }],
    ] as const
  ) {
    await using registry = web(offering(archive, checksum));
    await using person = await createPerson(registry.url, { SVC_API_KEY: KEY });
    await person.ok(["init"]);
    const { code, stderr } = await person.svc([
      "extension",
      "pull",
      `${NAME}@2026.11.21.1`,
      "--yes",
    ]);
    assert.equal(code, 1, stderr);
    if (refusal !== undefined) assert.match(stderr, refusal);
    assert.doesNotMatch(stderr, /unexpected|bug in svc/);
    assert.ok(!stderr.includes(KEY));
  }
  assert.ok(elsewhere.requests.length > 0);
  assert.ok(elsewhere.requests.every(({ identity }) => identity.length === 0));
});
