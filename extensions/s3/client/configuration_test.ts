import assert from "node:assert/strict";
import { isFailure } from "./failure.ts";
import { readConfiguration } from "./configuration.ts";
import { readCredentials } from "./credentials.ts";

const VALID = { endpoint: "https://s3.example.com", bucket: "team-data" };

Deno.test("a configuration names where objects lie", () => {
  assert.deepEqual(readConfiguration(VALID), {
    origin: "https://s3.example.com",
    path: "/team-data/",
    region: "us-east-1",
    prefix: "",
    shown: "s3://team-data/ at s3.example.com",
  });
  for (const prefix of ["a/b", "a/b/"]) {
    assert.equal(readConfiguration({ ...VALID, prefix }).prefix, "a/b/");
  }
  const virtual = { ...VALID, addressing: "virtual" };
  assert.throws(
    () => readConfiguration(virtual),
    /names the bucket: https:\/\/team-data\.s3\.example\.com/,
  );
  const { origin, path } = readConfiguration({
    ...virtual,
    endpoint: "https://team-data.s3.example.com:8443",
  });
  assert.deepEqual([origin, path], ["https://team-data.s3.example.com:8443", "/"]);
});

Deno.test("plain http is for this machine itself only", () => {
  for (const host of ["localhost:9000", "127.0.0.1", "127.8.9.1:1", "[::1]:9000"]) {
    assert.ok(readConfiguration({ ...VALID, endpoint: `http://${host}` }));
  }
  const others = [
    "example.com",
    "127.0.0.1.example.com",
    "localhost.example.com",
    "10.0.0.1",
    "[::2]",
  ];
  for (const host of others) {
    assert.throws(() => readConfiguration({ ...VALID, endpoint: `http://${host}` }), /https/, host);
  }
});

Deno.test("a configuration that could lead elsewhere is refused, and shows no password", () => {
  const wrong: Record<string, unknown>[] = [
    { endpoint: "s3.example.com" },
    { endpoint: "ftp://s3.example.com" },
    { endpoint: "https://user:hunter2@s3.example.com" },
    { endpoint: "https://s3.example.com/bucket" },
    { endpoint: "https://s3.example.com/?x=hunter2" },
    { endpoint: "https://s3.example.com/#x" },
    { endpoint: "file:///etc" },
    { endpoint: "" },
    { endpoint: 5 },
    { bucket: "a/b" },
    { bucket: ".." },
    { bucket: "Up" },
    { bucket: "" },
    { prefix: "../other" },
    { prefix: "/a" },
    { prefix: "a//b" },
    { prefix: "a/./b" },
    { prefix: "a%2fb" },
    { prefix: "a?b" },
    { prefix: "ä" },
    { region: "eu west" },
    { region: "" },
    { addressing: "both" },
    { secretAccessKey: "hunter2" },
  ];
  for (const part of wrong) {
    assert.throws(
      () => readConfiguration({ ...VALID, ...part }),
      (error) => isFailure(error, "configuration") && !error.message.includes("hunter2"),
      JSON.stringify(part),
    );
  }
  for (const given of [undefined, null, "x", [], {}]) {
    assert.throws(() => readConfiguration(given), (error) => isFailure(error, "configuration"));
  }
});

Deno.test("credentials come from the environment, and what is missing is named", () => {
  const read = (given: Record<string, string>) => readCredentials((name) => given[name]);
  const both = { AWS_ACCESS_KEY_ID: " id\n", AWS_SECRET_ACCESS_KEY: "secret" };
  assert.deepEqual(read(both), { accessKeyId: "id", secretAccessKey: "secret" });
  assert.equal(read({ ...both, AWS_SESSION_TOKEN: "t" }).sessionToken, "t");
  assert.throws(
    () => read({}),
    /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment/,
  );
  assert.throws(() => read({ AWS_ACCESS_KEY_ID: "id" }), /set AWS_SECRET_ACCESS_KEY in/);
  assert.throws(
    () => read({ ...both, AWS_SESSION_TOKEN: "hunter2\r\nx: y" }),
    (error) => isFailure(error, "no_credentials") && !error.message.includes("hunter2"),
  );
});
