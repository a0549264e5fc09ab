import { deepEqual, ok } from "node:assert/strict";
import { testSandbox } from "../../testing/sandbox.ts";
import { fewLinks } from "./few_links.ts";
import { linksBelow } from "./links.ts";
import { isWithin } from "./real_path.ts";

const many = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/l${at}`);

Deno.test("a few links are closed one by one", () => {
  const links = ["/w/a/x", "/w/b/deep/y"];
  deepEqual(fewLinks(links, ["/w"]), links);
});

Deno.test("of many links in one folder that folder is closed, and others stay as they are", () => {
  const closed = fewLinks([...many("/w/evil/deep/in", 5000), "/w/good/x"], ["/w"]);
  deepEqual(closed.sort(), ["/w/evil/deep/in", "/w/good/x"]);
  const wide = Array.from({ length: 3000 }, (_, at) => `/w/evil/d${at}/l`);
  deepEqual(fewLinks([...wide, "/w/good/x"], ["/w"]).sort(), ["/w/evil", "/w/good/x"]);
});

Deno.test("whatever is closed holds every link, and no granted folder", () => {
  const links = [1, 10, 400, 3000].flatMap((count) => many(`/w/d${count}/x`, count))
    .concat(many("/w", 50), many("/v/inner", 700));
  const closed = fewLinks(links, ["/w", "/v", "/v/inner/granted"]);
  ok(links.every((link) => closed.some((one) => isWithin(one, link))));
  ok(!closed.includes("/w") && !closed.includes("/v"));
});

Deno.test("folders that were not reached stay closed, those near are looked at first", async () => {
  await using home = await testSandbox({ "big/near/a": "", "big/far/1/2/b": "" });
  await Deno.symlink("/etc", home.at("big/near/link"));
  await Deno.symlink("/etc", home.at("big/far/1/2/link"));
  const all = linksBelow([home.at("big")], []).map(({ link }) => link).sort();
  deepEqual(all, [home.at("big/far/1/2/link"), home.at("big/near/link")]);
  const some = linksBelow([home.at("big")], [], 4).map(({ link }) => link).sort();
  deepEqual(some, [home.at("big/far/1"), home.at("big/near/link")]);
});

Deno.test("a granted folder into which thousands of links came is usable beside them", async () => {
  await using home = await testSandbox({
    "work/repo/trees/evil/in/a": "a",
    "work/repo/trees/b": "b",
  });
  const evil = home.at("work/repo/trees/evil/in");
  for (const link of many(evil, 3000)) await Deno.symlink("/etc/hostname", link);
  const grants = { read: ["trees"], write: ["trees"] };
  deepEqual(
    await home.tryAll(grants, [
      ["read", `${evil}/l7`],
      ["read", home.at("work/repo/trees/b")],
      ["write", home.at("work/repo/trees/c")],
    ]),
    ["denied", "ok", "ok"],
  );
});
