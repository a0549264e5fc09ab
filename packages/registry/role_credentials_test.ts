// A registry on an instance of AWS: no key stands in its settings, and its role signs for the bucket.
import { newCredentials, startAws } from "@svc/fakes/aws";
import { startS3rver } from "@svc/fakes/s3";
import assert from "node:assert/strict";
import { besideServer } from "./admin/testing/beside.ts";
import { s3World } from "./platform/store/blobs/s3/testing/world.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { announcementOf, send } from "./testing/extensions/push.ts";
import { testRegistry } from "./testing.ts";

const EXTENSIONS = "/api/v1/extensions";

Deno.test("a registry keeps archives in a bucket by the role of its instance", async (test) => {
  await using backend = await startS3rver();
  await using world = await s3World(backend);
  await using aws = startAws();
  // The store takes the key and passes over the token.
  aws.issue = () => {
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = backend;
    aws.issued.push({ ...newCredentials(aws.lifetime), AccessKeyId, SecretAccessKey });
    return aws.issued.at(-1)!;
  };
  const url = new URL(world.urlOf());
  url.username = "";
  url.password = "";
  url.searchParams.set("credentials", "instance");
  const environment = { SVC_BLOBS_URL: url.href };
  Deno.env.set("AWS_EC2_METADATA_SERVICE_ENDPOINT", aws.url);
  using _ = { [Symbol.dispose]: () => Deno.env.delete("AWS_EC2_METADATA_SERVICE_ENDPOINT") };

  await test.step("without the role it does not start, and says whom it asked and what to do", async () => {
    aws.role = undefined;
    await assert.rejects(testRegistry({ environment }), {
      code: "unavailable",
      message:
        /no credentials for the bucket from the instance's metadata service: ProviderError 404/,
      hint: /Check that the instance has a role/,
    });
    aws.role = "archives";
  });

  await using beside = await besideServer({ environment });
  const { registry } = beside;
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  const version = "2026.01.02.1";
  const bytes = await packageOf({ version });

  await test.step("clients send to addresses that carry its token, and fetch from such", async () => {
    const ask = (path: string) =>
      send(registry, "POST", `${EXTENSIONS}/${path}`, key, announcementOf({ version }));
    const { uploadUrl } = await (await ask("push")).json();
    const token = new URL(uploadUrl).searchParams.get("X-Amz-Security-Token");
    assert.equal(token, aws.issued.at(-1)!.Token);
    const headers = { "content-type": "application/gzip" };
    const sent = await fetch(uploadUrl, { method: "PUT", headers, body: bytes });
    assert.equal(sent.status, 200, await sent.text());
    assert.equal((await ask("confirm")).status, 200);
    const path = `${EXTENSIONS}/%40acme%2Fhello@${version}/download`;
    const address = (await registry.request(path)).headers.get("location")!;
    assert.equal(new URL(address).searchParams.get("X-Amz-Security-Token"), token);
    assert.deepEqual(await (await fetch(address)).bytes(), bytes);
  });

  await test.step("while nobody gives credentials it goes on with those that it has", async () => {
    const asked = aws.issued.length;
    aws.fault = { status: 503 };
    const { checks } = await (await registry.request("/readyz")).json();
    assert.equal(checks.archives, "ok");
    assert.ok((await services.blobs.readAll(await checksumOf(bytes)))?.length);
    assert.equal(aws.issued.length, asked);
  });

  await test.step("the operator's check names who gives none, and goes on with what else there is", async () => {
    const { findings } = await beside.json(1, "check");
    const failing = findings.filter(({ status }: { status: string }) => status === "failing");
    assert.deepEqual(failing.map(({ check }: { check: string }) => check), ["archives"]);
    assert.match(
      failing[0].message,
      /no credentials for the bucket from the instance's metadata service: /,
    );
    assert.match(failing[0].hint, /Check that the instance has a role/);
    aws.fault = undefined;
    assert.equal((await beside.json(0, "check")).ok, true);
  });

  await test.step("the log holds no secret", () => {
    const logged = registry.logged.join();
    for (const { SecretAccessKey, Token } of aws.issued) {
      assert.ok(!logged.includes(SecretAccessKey) && !logged.includes(Token));
    }
  });
});

async function checksumOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
