import { equal, notEqual, ok } from "node:assert/strict";
import { rememberedIn } from "./place.ts";

const VARIABLES: Record<string, string> = { HOME: "/home/ada" };

function place(words: readonly string[], more: Record<string, string> = {}, cwd = "/work") {
  return rememberedIn(words, { cwd, env: (name) => ({ ...VARIABLES, ...more })[name] });
}

const RUN = ["insight", "list_repos"];

Deno.test("a run is remembered in the person's own cache folder, whatever its arguments are", () => {
  const file = place(RUN);
  ok(file?.includes("/svc/ready/") && file.startsWith("/home/ada/"));
  equal(place([...RUN, "--input", "token=s3cr3t", "--json"]), file);
  equal(place([...RUN, "--input=name=other", "--yes"]), file);
});

Deno.test("another behavior, method, folder, repository or limit is remembered for itself", () => {
  const others = [
    place(["insight", "get_repo"]),
    place(["other", "list_repos"]),
    place([...RUN, "name"]),
    place(RUN, {}, "/elsewhere"),
    place([...RUN, "--repo-dir", "/elsewhere"]),
    place([...RUN, "--repo-dir=/third"]),
    place(RUN, { SVC_REPO_DIR: "/fourth" }),
    place([...RUN, "--timeout", "5m"]),
    place([...RUN, "--memory", "5"]),
  ];
  for (const other of others) notEqual(other, place(RUN));
  equal(new Set(others).size, others.length);
  equal(place([...RUN, "--repo-dir", "/a"]), place([...RUN, "--yes", "--repo-dir=/a"]));
});

Deno.test("nothing is started early for what is not clearly a run here", () => {
  const others = [
    [],
    ["insight"],
    [...RUN, "name", "surplus"],
    ["--input", "a=b", ...RUN],
    [...RUN, "--help"],
    [...RUN, "-h"],
    [...RUN, "-vh"],
    [...RUN, "-V"],
    [...RUN, "--version"],
    [...RUN, "--stdin"],
    [...RUN, "--server", "https://serve.example.org"],
    [...RUN, "--server=https://serve.example.org"],
  ];
  for (const words of others) equal(place(words), undefined, words.join(" "));
  equal(place(RUN, { SVC_SERVE_URL: "https://serve.example.org" }), undefined);
  ok(place([...RUN, "--repo-dir", "/a"], { SVC_SERVE_URL: "https://serve.example.org" }));
  equal(place(RUN, { HOME: "" }), undefined);
});
