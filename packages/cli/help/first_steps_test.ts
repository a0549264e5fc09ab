import assert from "node:assert/strict";
import { svc, temporaryConfig } from "../testing/host.ts";

Deno.test("the first steps name the registry that svc was told of, and none that it was not", async () => {
  await using folder = await temporaryConfig();
  const help = async (env: Record<string, string>) =>
    (await svc(["--help"], { env: { XDG_CONFIG_HOME: folder.path, ...env } })).stdout;
  const before = await help({});
  assert.match(before, /^ {2}svc auth login --server <address> /m);
  assert.match(before, /<address>\/install/);
  const told = await help({ SVC_CLUB_URL: "https://svc.example" });
  assert.match(told, /^ {2}svc auth login --server https:\/\/svc\.example /m);
  assert.match(told, /open https:\/\/svc\.example\/install/);
  assert.match(await help({ SVC_CLUB_URL: "no address" }), /--server <address>/);
  assert.match(await help({ SVC_CLUB_URL: "http://a$(id).example" }), /--server <address>/);
});
