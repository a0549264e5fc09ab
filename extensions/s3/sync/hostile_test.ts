import assert from "node:assert/strict";
import { s3Error } from "@svc/fakes/s3";
import { isFailure } from "../client/failure.ts";
import { type Machine, newMachine, startStore, type TestStore } from "../testing/store.ts";

/** Stores that do one thing wrong, and what a person reads. */
const REFUSALS: { name: string; answer: () => Response; says: RegExp }[] = [
  {
    name: "a missing bucket",
    answer: () => s3Error(404, "NoSuchBucket"),
    says: /bucket does not exist.*create it/,
  },
  {
    name: "wrong credentials",
    answer: () => s3Error(403, "SignatureDoesNotMatch"),
    says: /does not allow it.*credentials/,
  },
  { name: "a full store (507)", answer: () => s3Error(507, "XMinioStorageFull"), says: /is full/ },
  { name: "a full quota", answer: () => s3Error(403, "QuotaExceeded"), says: /is full/ },
  {
    name: "a clock that is off",
    answer: () =>
      s3Error(403, "RequestTimeTooSkewed", {
        date: new Date(Date.now() + 3_600_000).toUTCString(),
      }),
    says: /clock differs.*this clock is 60 minutes behind; set the clock/,
  },
  {
    name: "another region",
    answer: () => s3Error(301, "PermanentRedirect", { "x-amz-bucket-region": "eu-west-9" }),
    says: /another region.*its region is eu-west-9/,
  },
  {
    name: "conditions that are not known",
    answer: () => s3Error(501, "NotImplemented"),
    says: /no conditional writes/,
  },
  {
    name: "too many requests",
    answer: () => s3Error(503, "SlowDown"),
    says: /too busy.*503 SlowDown/,
  },
  {
    name: "a gateway's page",
    answer: () => new Response("<html>", { status: 418 }),
    says: /not valid.*418/,
  },
];

async function withMachine(work: (store: TestStore, machine: Machine) => Promise<void>) {
  await using store = await startStore();
  await using machine = await newMachine(store.client);
  await work(store, machine);
}

Deno.test("a store that refuses says what is wrong, and nothing is lost", async (test) => {
  await withMachine(async (store, machine) => {
    await machine.write("data/a.version", "kept");
    for (const { name, answer, says } of REFUSALS) {
      await test.step(name, async () => {
        store.front.intercept = () => Promise.resolve(answer());
        await assert.rejects(machine.sync.pullChanged(), says);
        await assert.rejects(machine.sync.pushChanged(), says);
        assert.equal(machine.read("data/a.version"), "kept");
      });
    }
    store.front.intercept = undefined;
    assert.equal(await machine.sync.pushChanged(), 1);
  });
});

Deno.test("a redirect is not followed, wherever it leads", async () => {
  await withMachine(async (store, machine) => {
    const taken: string[] = [];
    await using thief = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      ({ headers }) => {
        taken.push(headers.get("authorization") ?? "");
        return new Response("{}");
      },
    );
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${thief.addr.port}/`;
      store.front.intercept = () =>
        Promise.resolve(new Response(null, { status, headers: { location } }));
      await assert.rejects(machine.sync.pullChanged(), /redirect, which is not followed/);
    }
    assert.deepEqual(taken, []);
  });
});

Deno.test("no failure shows a credential, whatever the store repeats", async () => {
  await using store = await startStore();
  const secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  await using machine = await newMachine(store.clientOf({ secret }));
  await machine.write("data/a.version", "x");
  for (const status of [400, 403, 404, 500, 200]) {
    store.front.intercept = ({ headers }) => {
      const sent = headers.get("authorization")!;
      const body = `<Error><Code>${secret}</Code><Message>${secret} ${sent}</Message></Error>`;
      return Promise.resolve(new Response(body, { status, headers: { etag: secret } }));
    };
    const failure = await machine.sync.pushChanged().then(() => undefined, (error) => error);
    if (status !== 404) assert.ok(failure instanceof Error, String(status));
    const text = `${failure?.message} ${failure?.stack} ${
      Deno.inspect(failure)
    } ${machine.warnings}`;
    for (const part of [secret, store.backend.accessKeyId + "/", "Signature="]) {
      assert.ok(!text.includes(part), `${status}: ${text}`);
    }
  }
});

Deno.test("only bytes that were written are taken from objects that are cut, longer or others", async (test) => {
  await withMachine(async (store, writer) => {
    for (let n = 0; n < 20; n++) {
      await writer.write(`data/${n}.version`, `content ${n} `.repeat(50));
    }
    await writer.sync.pushChanged();
    const wrongs: Record<string, (bytes: Uint8Array<ArrayBuffer>) => BodyInit> = {
      truncated: (bytes) => bytes.slice(0, bytes.length / 2),
      longer: (bytes) => new Blob([bytes, "and more"]),
      "of other bytes": (bytes) => bytes.map((byte) => byte ^ 1),
      empty: () => "",
      "a megabyte of XML": () => "<a>".repeat(400_000),
    };
    for (const [name, change] of Object.entries(wrongs)) {
      await test.step(name, async () => {
        await using reader = await newMachine(store.client);
        store.front.intercept = async ({ path }, forward) => {
          const answer = await forward();
          if (!path.includes("/objects/")) return answer;
          const bytes = new Uint8Array(await answer.arrayBuffer());
          const headers = new Headers(answer.headers);
          headers.delete("content-length");
          return new Response(change(bytes), { status: answer.status, headers });
        };
        await reader.sync.pullChanged();
        const written = writer.files();
        for (const [path, content] of Object.entries(reader.files())) {
          assert.equal(content, written[path]);
        }
        assert.ok(Object.keys(reader.files()).length < 20);
        assert.match(
          reader.warnings.join("\n"),
          /Remove objects\/\S+ from the bucket, then sync on a machine that has/,
        );

        store.front.intercept = undefined;
        await reader.sync.pullChanged();
        assert.deepEqual(reader.files(), writer.files(), "and all of it once the store is sound");
      });
    }
  });
});

Deno.test("a head that svc did not write is refused, and the folder stays as it is", async (test) => {
  await withMachine(async (store, machine) => {
    await machine.write("data/a.version", "kept");
    await machine.sync.pushChanged();
    const pack = (parts: object) => ({
      id: crypto.randomUUID(),
      sequence: 1,
      size: 10,
      table: 5,
      checksum: "0".repeat(64),
      merged: false,
      ...parts,
    });
    const heads: Record<string, unknown> = {
      "not JSON": "{",
      "an array": [],
      "of a newer format": { format: 2 },
      "with a pack outside of its folder": {
        format: 1,
        generation: 9,
        packs: [pack({ id: "../x" })],
      },
      "with a pack of a terabyte": { format: 1, generation: 9, packs: [pack({ size: 1e12 })] },
      "with a negative size": { format: 1, generation: 9, packs: [pack({ size: -1 })] },
      "that is deeply nested": `${"[".repeat(200_000)}`,
    };
    for (const [name, head] of Object.entries(heads)) {
      await test.step(name, async () => {
        const body = typeof head === "string" ? head : JSON.stringify(head);
        store.front.intercept = ({ path }, forward) =>
          path.endsWith("/head.json")
            ? Promise.resolve(new Response(body, { headers: { etag: '"1"' } }))
            : forward();
        await assert.rejects(machine.sync.pullChanged(), /damaged/);
        assert.equal(machine.read("data/a.version"), "kept");
      });
    }
  });
});

Deno.test("a head that never ends is cut off", async () => {
  await withMachine(async (store, machine) => {
    // The bytes come from a server of its own, since the front holds whole answers.
    let sent = 0;
    await using endless = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              sent += 1024 * 1024;
              controller.enqueue(new Uint8Array(1024 * 1024));
            },
          }),
          { headers: { etag: '"1"' } },
        ),
    );
    const target = { ...store.client.target, origin: `http://127.0.0.1:${endless.addr.port}` };
    const { openClient } = await import("../client/client.ts");
    const client = openClient(target, () => ({ accessKeyId: "a", secretAccessKey: "b" }), {
      tries: 1,
      pause: () => Promise.resolve(),
    });
    await using victim = await newMachine(client);
    await assert.rejects(victim.sync.pullChanged(), /longer than/);
    assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes`);
    assert.deepEqual(machine.files(), {});
  });
});

Deno.test("a path that leads elsewhere is not written, and a link is not followed", async () => {
  await using store = await startStore();
  const { makePack } = await import("../layout/pack.ts");
  const { writeHead } = await import("../layout/head.ts");
  const { sha256 } = await import("../client/checksum.ts");
  const bytes = new TextEncoder().encode("stolen");
  const put = async (path: string) => {
    const entry = { path, size: bytes.length, checksum: sha256(bytes), at: 0 };
    const { id, table, checksum, bytes: whole } = makePack([{ entry, bytes }]);
    await store.client.put(`objects/${id}`, whole, undefined);
    const packs = [{ id, sequence: 1, size: whole.length, table, checksum, merged: false }];
    await store.client.put("head.json", writeHead({ generation: 1, packs }), undefined);
  };
  const outside = await Deno.makeTempDir();
  const hostile = [
    "../escaped",
    "data/../../escaped",
    "/etc/escaped",
    "data//x",
    "./x",
    "data\\..\\x",
    "a\0b",
    "C:/x",
    ".svc-s3/state.json",
    ".SVC-S3/state.json",
    "x".repeat(2000),
    "data/\ud800",
    "data/con.",
    "",
  ];
  for (const path of hostile) {
    await using machine = await newMachine(store.client);
    await put(path);
    await machine.sync.pullChanged();
    assert.deepEqual(machine.files(), {}, path);
    assert.match(machine.warnings.join(), /was not written by svc/, path);
  }
  await using machine = await newMachine(store.client);
  await Deno.symlink(outside, `${machine.folder}/data`);
  await put("data/x");
  await assert.rejects(machine.sync.pullChanged(), (error) => isFailure(error, "damaged"));
  assert.deepEqual([...Deno.readDirSync(outside)], []);
  await Deno.remove(outside, { recursive: true });
});

Deno.test("a store that confirms writes and loses them is found before anything names them", async () => {
  await withMachine(async (store, machine) => {
    await machine.write("data/before.version", "before");
    await machine.sync.pushChanged();
    await machine.write("data/a.version", "a");
    store.front.intercept = ({ method, path }, forward) =>
      method === "PUT" && path.includes("/objects/")
        ? Promise.resolve(new Response(null, { headers: { etag: '"1"' } }))
        : forward();
    await assert.rejects(machine.sync.pushChanged(), /confirmed objects\/.* but does not have it/);

    store.front.intercept = undefined;
    await using other = await newMachine(store.client);
    await other.sync.pullChanged();
    assert.deepEqual(Object.keys(other.files()), ["data/before.version"]);
    assert.equal(await machine.sync.pushChanged(), 1);
    assert.equal(await other.sync.pullChanged(), 1);
  });
});

Deno.test("what a store lost comes back from a machine that has it", async () => {
  await withMachine(async (store, machine) => {
    const large = new Uint8Array(9 * 1024 * 1024).fill(7);
    await machine.write("data/a.version", "a");
    await machine.write("data/large.version", large);
    await machine.sync.pushChanged();
    const { objects } = await store.client.list("objects/");
    assert.equal(objects.length, 3, "one pack and two parts");
    for (const { key } of objects) await store.client.remove(`objects/${key}`);

    await using other = await newMachine(store.client);
    await other.sync.pullChanged();
    assert.deepEqual(other.files(), {});
    assert.match(other.warnings.join(), /has lost/);

    await machine.write("data/b.version", "b");
    await machine.sync.pushChanged();
    assert.match(machine.warnings.join(), /are sent again/);
    await other.sync.pullChanged();
    assert.deepEqual(other.files(), machine.files());
  });
});

Deno.test("a store that was reset gets everything again, and nothing is removed here", async () => {
  await withMachine(async (store, machine) => {
    await machine.write("data/a.version", "a");
    await machine.sync.pushChanged();
    await store.client.remove("head.json");
    await machine.sync.pullChanged();
    assert.equal(machine.read("data/a.version"), "a");
    assert.match(machine.warnings.join(), /older than before/);
    assert.equal(await machine.sync.pushChanged(), 1);
    await using other = await newMachine(store.client);
    await other.sync.pullChanged();
    assert.equal(other.read("data/a.version"), "a");
  });
});

Deno.test("read-only credentials pull, and a push says what they may not do", async () => {
  await withMachine(async (store, machine) => {
    await machine.write("data/a.version", "a");
    await machine.sync.pushChanged();
    store.front.intercept = ({ method }, forward) =>
      method === "GET" || method === "HEAD"
        ? forward()
        : Promise.resolve(s3Error(403, "AccessDenied"));
    await using reader = await newMachine(store.client);
    assert.equal(await reader.sync.pullChanged(), 1);
    await reader.write("data/b.version", "b");
    await assert.rejects(reader.sync.pushChanged(), /does not allow it.*PutObject/);
    assert.equal(reader.read("data/b.version"), "b");

    store.front.intercept = undefined;
    assert.equal(await reader.sync.pushChanged(), 1, "the mark is still there");
  });
});

Deno.test("a listing that repeats itself, or is full of entities, costs no push", async (test) => {
  await withMachine(async (store, machine) => {
    const entry = "<Contents><Key>data/objects/a</Key><Size>1</Size>" +
      "<LastModified>2026-11-22T00:00:00Z</LastModified></Contents>";
    const list = (content: string) =>
      `<ListBucketResult>${content}<IsTruncated>true</IsTruncated>` +
      "<NextContinuationToken>again</NextContinuationToken></ListBucketResult>";
    const entities = `<!DOCTYPE x [${
      Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(9)}">`).join("")
    }]><ListBucketResult><Key>&e30;</Key></ListBucketResult>`;
    const listings: Record<string, string> = {
      "the same page for ever": list(entry),
      "empty pages for ever": list(""),
      "entities": entities,
      "not XML": "<",
      "somebody else's keys": list(entry.replace("data/", "other/")),
      "an error in a success": "<Error><Code>InternalError</Code></Error>",
      "deeply nested": "<a>".repeat(300_000),
    };
    for (const [name, body] of Object.entries(listings)) {
      await test.step(name, async () => {
        store.front.requests.length = 0;
        store.front.intercept = ({ path }, forward) =>
          path.includes("list-type=2") ? Promise.resolve(new Response(body)) : forward();
        await machine.write(`data/${crypto.randomUUID()}.version`, name);
        assert.equal(await machine.sync.pushChanged(), 1);
        assert.match(machine.warnings.at(-1)!, /could not be listed.*not valid/);
        assert.ok(store.front.requests.length < 30, String(store.front.requests.length));
      });
    }
  });
});
