import { deepEqual, equal, throws } from "node:assert/strict";
import { SecretFailure } from "../platform/secrets/failure.ts";
import { vault } from "./pass.ts";
import { environmentOf } from "./settings.ts";

const person = (more: Record<string, string> = {}) => {
  const env: Record<string, string> = { HOME: "/home/ada", PATH: "/bin", ...more };
  return (name: string) => env[name];
};

Deno.test("the store is the configuration's, else the variable's, else the one in the home folder", () => {
  const storeOf = (store?: string, more?: Record<string, string>) =>
    environmentOf({ store }, "/repo", person(more)).PASSWORD_STORE_DIR;
  const variable = { PASSWORD_STORE_DIR: "/srv/pass" };
  equal(storeOf(undefined), "/home/ada/.password-store");
  equal(storeOf(undefined, variable), "/srv/pass");
  equal(storeOf("~/team", variable), "/home/ada/team");
  equal(storeOf("/srv/other", variable), "/srv/other");
});

Deno.test("a folder of the repository decides neither whose keys are used nor what gpg starts", () => {
  const inside = [
    "/repo",
    "/repo/",
    "/repo/.s",
    "/repo/./a",
    "//repo/x",
    "/./repo/x",
    "/repo//x/.",
  ];
  for (const path of inside) {
    for (
      const [config, more] of [
        [{ store: path }, {}],
        [{}, { PASSWORD_STORE_DIR: path }],
        [{}, { GNUPGHOME: path }],
        [{}, { GNUPGHOME: path, PASSWORD_STORE_SIGNING_KEY: "F".repeat(40) }],
      ] as const
    ) {
      throws(
        () => environmentOf(config, "/repo", person(more)),
        (error) => error instanceof SecretFailure && error.code === "refused",
        path,
      );
    }
  }
  const signed = person({ PASSWORD_STORE_SIGNING_KEY: "F".repeat(40) });
  equal(environmentOf({ store: "/repo/s" }, "/repo", signed).PASSWORD_STORE_DIR, "/repo/s");
  equal(
    environmentOf({ store: "/repository" }, "/repo", person()).PASSWORD_STORE_DIR,
    "/repository",
  );
});

Deno.test("a folder above the repository does not reach into it by the vault's prefix", () => {
  const at = (store: string, prefix: string, more?: Record<string, string>) => () =>
    environmentOf({ store, prefix }, "/home/ada/src/repo", person(more));
  const signed = { PASSWORD_STORE_SIGNING_KEY: "F".repeat(40) };
  for (
    const [store, prefix] of [
      ["/home/ada", "src/repo"],
      ["/home/ada/src", "repo/keys"],
      ["~/src", "repo/keys/"],
      ["/.", "home/ada/src/repo/a"],
    ] as const
  ) {
    throws(
      at(store, prefix),
      (error) => error instanceof SecretFailure && error.code === "refused",
      `${store} ${prefix}`,
    );
    at(store, prefix, signed)();
  }
  throws(
    () => environmentOf({ prefix: "repo" }, "/srv/repo", person({ PASSWORD_STORE_DIR: "/srv" })),
    SecretFailure,
  );
  at("/home/ada/src", "repo2")();
  at("/home/ada", "src")();
});

Deno.test("a path that leads elsewhere is refused, by the schema and where it comes from a variable", () => {
  const paths = [
    "store",
    "./store",
    "../store",
    "/a/../repo",
    "/a/..",
    "~",
    "~ada/x",
    "~/../repo",
    "",
  ];
  paths.push(
    "/proc/self/cwd/x",
    "//proc/self/cwd",
    "/dev/fd/3",
    "/./proc/self/cwd",
    "/a\0b",
    "/a\nb",
  );
  for (const path of paths) {
    equal(vault.configSchema.safeParse({ store: path }).success, false, path);
    if (path === "" || path.startsWith("~")) continue;
    throws(
      () => environmentOf({}, "/repo", person({ PASSWORD_STORE_DIR: path })),
      SecretFailure,
      path,
    );
  }
  for (const path of ["/srv/pass", "~/.password-store", "/srv/processes", "/a..b"]) {
    equal(vault.configSchema.safeParse({ store: path }).success, true, path);
  }
});

Deno.test("a prefix is folders by plain names", () => {
  for (const prefix of ["", "work", "work/api", "a.b/c-d", "my team"]) {
    deepEqual(vault.configSchema.parse({ prefix }), { prefix }, prefix);
  }
  for (
    const prefix of [
      "/",
      "/a",
      "a/",
      "a//b",
      "..",
      "a/../b",
      ".git",
      "a/.gpg-id",
      "-f",
      "a\nb",
      "%2F",
    ]
  ) {
    equal(vault.configSchema.safeParse({ prefix }).success, false, prefix);
  }
});
