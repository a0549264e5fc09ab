import assert from "node:assert/strict";
import { readConfig } from "../../../config/config.ts";
import type { S3Source } from "./credentials/source.ts";
import { readS3Url } from "./target.ts";

const KEY = "s3://AKIA1:c2%2Fcret%2B@";

function placeOf(text: string, environment: Record<string, string> = {}) {
  const read = readS3Url(text, environment);
  if ("problem" in read) throw new Error(read.problem);
  const { address, region, prefix, shown } = read.target;
  return [address, region, prefix, shown];
}

Deno.test("a URL names a bucket of Amazon S3 by its region, and one of any other store by its endpoint", () => {
  assert.deepEqual(placeOf(`${KEY}team-data?region=eu-central-1`), [
    "https://team-data.s3.eu-central-1.amazonaws.com/",
    "eu-central-1",
    "",
    "s3://team-data/ at s3.eu-central-1.amazonaws.com",
  ]);
  const [address, region, prefix] = placeOf(
    `${KEY}team/svc/archives?endpoint=https://minio.example:9000`,
  );
  assert.deepEqual([address, region, prefix], [
    "https://minio.example:9000/team/",
    "us-east-1",
    "svc/archives/",
  ]);
  const virtual = `${KEY}team/a/?endpoint=${encodeURIComponent("http://s3.local")}&style=virtual`;
  assert.deepEqual(placeOf(virtual).slice(0, 3), ["http://team.s3.local/", "us-east-1", "a/"]);
  assert.equal(
    placeOf(`${KEY}a.b.c?region=eu-west-1&style=path`)[0],
    "https://s3.eu-west-1.amazonaws.com/a.b.c/",
  );
});

Deno.test("the key is the URL's, decoded, else the environment's", () => {
  const environment = {
    AWS_ACCESS_KEY_ID: "AKIA2",
    AWS_SECRET_ACCESS_KEY: "other",
    AWS_SESSION_TOKEN: "token",
  };
  const credentialsOf = (text: string) => {
    const read = readS3Url(text, environment);
    return "target" in read ? read.target.credentials : read.problem;
  };
  assert.deepEqual(credentialsOf(`${KEY}team?region=eu-west-1`), {
    accessKeyId: "AKIA1",
    secretAccessKey: "c2/cret+",
  });
  assert.deepEqual(credentialsOf("s3://team?region=eu-west-1"), {
    accessKeyId: "AKIA2",
    secretAccessKey: "other",
    sessionToken: "token",
  });
});

Deno.test("without a key the role whose variables are set is asked, and an instance's on request only", () => {
  const rows: [string, Record<string, string>, S3Source | RegExp][] = [
    ["", { AWS_PROFILE: "registry" }, "profile"],
    ["", { AWS_WEB_IDENTITY_TOKEN_FILE: "/token" }, "web-identity"],
    ["", { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/x" }, "container"],
    ["&credentials=instance", {}, "instance"],
    // What is asked for wins over keys that are there for something else.
    ["&credentials=instance", { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" }, "instance"],
    ["&credentials=profile", { AWS_PROFILE: "a", AWS_WEB_IDENTITY_TOKEN_FILE: "/b" }, "profile"],
    ["", { AWS_EC2_METADATA_SERVICE_ENDPOINT: "http://[fd00:ec2::254]" }, /credentials=instance/],
    ["", { AWS_ACCESS_KEY_ID: "half", AWS_PROFILE: "registry" }, /has no key/],
    ["&credentials=container", {}, /needs AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or AWS_CON/],
    ["&credentials=toString", {}, /credentials= of none of profile, web-identity, container, inst/],
  ];
  for (const [parameter, environment, expected] of rows) {
    const read = readS3Url(`s3://team?region=eu-west-1${parameter}`, environment);
    if (expected instanceof RegExp) assert.match("problem" in read ? read.problem : "", expected);
    else assert.deepEqual("target" in read && read.target.credentials, { source: expected });
  }
  const both = readS3Url(`${KEY}team?region=eu-west-1&credentials=instance`, {});
  assert.match("problem" in both ? both.problem : "", /both KEY:SECRET and credentials=/);
  const keys = { AWS_ACCESS_KEY_ID: "AKIA2", AWS_SECRET_ACCESS_KEY: "b", AWS_PROFILE: "registry" };
  const kept = readS3Url("s3://team?region=eu-west-1", keys);
  assert.deepEqual("target" in kept && kept.target.credentials, {
    accessKeyId: "AKIA2",
    secretAccessKey: "b",
  });
});

Deno.test("a URL that names no bucket is refused with what is wrong, and never shown", () => {
  const rows: [string, RegExp][] = [
    ["https://AKIA1:hidden@minio.example/team", /give s3:\/\/KEY:SECRET@BUCKET/],
    ["s3://AKIA1:hid/den@team?region=eu-west-1", /special characters/],
    ["s3://AKIA1:hidden@team", /needs \?region=/],
    ["s3://AKIA1@team?region=eu-west-1", /only half of KEY:SECRET/],
    ["s3://team?region=eu-west-1", /has no key: .*AWS_ACCESS_KEY_ID/],
    ["s3://AKIA1:hidden@Team?region=eu-west-1", /names no bucket/],
    ["s3://AKIA1:hidden@team:9000?region=eu-west-1", /names no bucket.*\?endpoint=/],
    ["s3://AKIA1:hidden@team/a%20b?region=eu-west-1", /a prefix with other characters/],
    ["s3://AKIA1:hidden@team/a/../b//c?region=eu-west-1", /a prefix with other characters/],
    ["s3://AKIA1:hidden@team?regoin=eu-west-1", /a parameter "regoin"; known are endpoint, region/],
    ["s3://AKIA1:hidden@team?region=EU West", /a region that is not one/],
    ["s3://AKIA1:hidden@team?region=a&style=dns", /neither path nor virtual/],
    ["s3://AKIA1:hidden@team?endpoint=https://u:hidden@host", /an endpoint that is no http/],
    ["s3://AKIA1:hidden@team?endpoint=https://host/path", /an endpoint that is no http/],
    ["s3://AKIA1:hidden@team?endpoint=file:///etc", /an endpoint that is no http/],
  ];
  for (const [url, says] of rows) {
    assert.throws(() => readConfig({ SVC_BLOBS_URL: url }), (error: Error) => {
      assert.match(error.message, says, url);
      assert.match(error.message, /SVC_BLOBS_URL: /);
      assert.ok(!error.message.includes("hid"), error.message);
      return true;
    });
  }
  assert.throws(() => readConfig({ SVC_BLOBS_PROXY: "on" }), /no effect without SVC_BLOBS_URL/);
});
