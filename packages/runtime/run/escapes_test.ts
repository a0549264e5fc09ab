import { deepEqual, equal, rejects } from "node:assert/strict";
import { covers, type PermissionKind } from "@svc/core/permission";
import fc from "fast-check";
import { refusal } from "../testing/refusal.ts";
import { testSandbox } from "../testing/sandbox.ts";
import type { Attempt } from "../testing/sandbox_probe.ts";

Deno.test("a granted folder is that folder alone: no neighbour, no parent, no other way to write it", async () => {
  await using home = await testSandbox({
    "a/b/x": "1",
    "a/bc/x": "2",
    "a/B/x": "3",
    "a/b ": "4",
    "a/é/x": "5",
    "a/e\u0301/x": "6",
  });
  const at = home.at;
  const ways = ["a/b/x", "a//b/./x", "a/bc/../b/x"];
  const others = ["a/bc/x", "a/B/x", "a/b ", "a/b/../bc/x", "a/b/../../.config/svc/auth.json", "a"];
  deepEqual(
    await home.tryAll({ read: ["~/a/b", "~/a/é"] }, [
      ...[...ways, "a/é/x"].map((path): Attempt => ["read", at(path)]),
      ...[...others, "a/e\u0301/x"].map((path): Attempt => ["stat", at(path)]),
      ["read", `file://${at("a/bc/x")}`],
      ["write", at("a/b/x")],
    ]),
    ["ok", "ok", "ok", "ok", ...Array(9).fill("denied")],
  );
});

Deno.test("whatever is granted, the keys, consents and data of svc stay closed, and so do other processes", async () => {
  await using home = await testSandbox();
  const closed = [".config/svc/auth.json", "work/repo/.svc/data/x.json"];
  const links = Deno.build.os === "linux"
    ? ["environ", "mem", "maps", "root/etc/hostname", "cwd/deno.json", "fd/0"].flatMap((file) =>
      ["self", String(Deno.pid)].map((process) => `/proc/${process}/${file}`)
    ).concat("/dev/fd/0", "/dev/mem", "/sys/kernel/profiling")
    : [];
  const results = await home.tryAll({ read: ["/", "~", "."], write: ["~/out"] }, [
    ["read", home.at("work/repo/docs/a.md")],
    ...closed.map((path): Attempt => ["read", home.at(path)]),
    ...links.map((path): Attempt => ["read", path]),
    ["link", home.at(".config/svc/auth.json"), home.at("out/x")],
    ["symlink", home.at(".config/svc/auth.json"), home.at("out/x")],
  ]);
  deepEqual(results, ["ok", ...Array(closed.length + links.length + 2).fill("denied")]);
});

Deno.test("of .svc a grant of the repository opens the files of extensions and nothing else", async () => {
  const names = ["copy-id", "marker", "author/x", "installing/a/change.json", "new in a later svc"];
  const open = ["pulled-extensions/@a/b/m.ts", "files/@a/b/x"];
  await using home = await testSandbox(
    Object.fromEntries([...names, ...open].map((name) => [`work/repo/.svc/${name}`, "1"])),
  );
  const read = (name: string): Attempt => ["read", home.at(`work/repo/.svc/${name}`)];
  deepEqual(
    await home.tryAll({ read: ["."] }, [...names, ...open].map(read)),
    [...names.map(() => "denied"), ...open.map(() => "ok")],
  );
});

Deno.test("what stays closed cannot be moved away with a folder that holds it", async () => {
  await using home = await testSandbox({ ".config/gh/x": "" });
  for (const write of ["~/.config", "~/work", home.at("work/repo"), home.at(".")]) {
    await rejects(home.tryAll({ write: [write] }, []), refusal("permission_denied"), write);
  }
  const out = home.at(".config/gh/y");
  deepEqual(
    await home.tryAll({ read: ["~"], write: ["~/.config/gh", "docs"] }, [
      ["write", out],
      ["rename", home.at(".config"), home.at("moved")],
      ["rename", home.at(".config/svc"), home.at(".config/gh/svc")],
      ["rename", home.at(".config/svc/auth.json"), home.at(".config/gh/auth.json")],
      ["rename", home.at("work/repo/.svc"), home.at("work/repo/docs/svc")],
      ["remove", home.at("work/repo/.git")],
      ["write", home.at("work/repo/behaviors/x.yaml")],
    ]),
    ["ok", ...Array(6).fill("denied")],
  );
});

Deno.test("a link in the repository leads nowhere that was not granted", async () => {
  await using home = await testSandbox({ "secret/s.txt": "s", "work/repo/docs/real/r.md": "r" });
  const docs = home.at("work/repo/docs");
  await Deno.symlink("../../../secret", `${docs}/folder`);
  await Deno.symlink(home.at("secret/s.txt"), `${docs}/file`);
  await Deno.symlink("../../../.config/svc/auth.json", `${docs}/key`);
  await Deno.symlink("../.svc/data", `${docs}/data`);
  await Deno.symlink("/proc/self/environ", `${docs}/environ`);
  await Deno.symlink(home.at("secret/new"), `${docs}/new`);
  await Deno.symlink("two", `${docs}/one`);
  await Deno.symlink("folder", `${docs}/two`);
  await Deno.symlink("circle", `${docs}/circle`);
  await Deno.symlink("real", `${docs}/inside`);
  const out = ["folder/s.txt", "file", "key", "data/x.json", "environ", "one/s.txt", "circle"];
  const read = (path: string): Attempt => ["read", `${docs}/${path}`];
  const denied = (count: number) => Array(count).fill("denied");
  for (const entry of ["docs", ".", "~/work", "~/work/repo/docs"]) {
    deepEqual(
      await home.tryAll({ read: [entry] }, [read("inside/r.md"), ...out.map(read)]),
      ["ok", ...denied(out.length)],
      entry,
    );
  }
  deepEqual(
    await home.tryAll({ read: ["docs"], write: ["docs"] }, [
      ["write", `${docs}/new`],
      ["write", `${docs}/folder/s.txt`],
      ["write", `${docs}/inside/r.md`],
      ["rename", `${docs}/file`, `${docs}/real/file`],
    ]),
    ["denied", "denied", "ok", "denied"],
  );
  // What is granted itself may be reached by the link as well.
  deepEqual(
    await home.tryAll({ read: ["docs", "~/secret"] }, [read("folder/s.txt"), read("key")]),
    [
      "ok",
      "denied",
    ],
  );
});

Deno.test("a granted path that a link of the repository or of an earlier run leads elsewhere is refused", async () => {
  await using home = await testSandbox({ "secret/s.txt": "s", "out/x": "" });
  await Deno.symlink("../../secret", home.at("work/repo/alias"));
  await Deno.symlink("..", home.at("work/repo/docs/up"));
  await Deno.symlink(home.at("secret"), home.at("out/link"));
  for (
    const permissions of [
      ...["alias", "alias/s.txt", "docs/up/docs", "~/work/repo/alias", "./alias/new"].flatMap((
        path,
      ) => [
        { read: [path] },
        { write: [path] },
      ]),
      { read: ["~/out/link"], write: ["~/out"] },
    ]
  ) {
    await rejects(
      home.tryAll(permissions, []),
      refusal("permission_denied", /symbolic link leads/),
      JSON.stringify(permissions),
    );
  }
});

Deno.test("a link that the person made is followed, and what is closed is closed behind it, too", async () => {
  await using home = await testSandbox({ "disk/data/x": "x" });
  await Deno.symlink(home.at("disk/data"), home.at("data"));
  await Deno.symlink(home.at("."), home.at("disk/me"));
  await Deno.symlink(home.at(".config/svc"), home.at("disk/svc"));
  await Deno.symlink(home.at("work/repo"), home.at("disk/repo"));
  deepEqual(
    await home.tryAll({ read: ["~/data", "~/disk/me", "~/disk/repo"] }, [
      ["read", home.at("data/x")],
      ["read", home.at("disk/data/x")],
      ["read", home.at("disk/repo/docs/a.md")],
      ["read", home.at("disk/me/.config/svc/auth.json")],
      ["read", home.at("disk/me/work/repo/.svc/data/x.json")],
      ["read", home.at("disk/repo/.svc/data/x.json")],
    ]),
    ["ok", "ok", "ok", "denied", "denied", "denied"],
  );
  for (
    const permissions of [
      { read: ["~/disk/svc"] },
      { write: ["~/disk/svc/x"] },
      { write: ["~/disk/me"] },
      { write: ["~/disk/repo"] },
    ]
  ) await rejects(home.tryAll(permissions, []), refusal("permission_denied"));
});

Deno.test("a pattern of hosts is its names and ports and no address, name or port beside them", async () => {
  await using home = await testSandbox();
  const query = (
    host?: string,
  ): Attempt => ["query", host ? { name: "net", host } : { name: "net" }];
  const yes = [
    "a.example.com:443",
    "x.y.example.com:443",
    "A.EXAMPLE.com:443",
    "a.example.com.:443",
  ];
  const no = [
    "a.example.com:80",
    "a.example.com",
    "evilexample.com:443",
    "example.com.evil.org:443",
  ];
  const addresses = ["127.0.0.1:443", "[::1]:443", "xn--example-x.com:443", "com:443"];
  deepEqual(
    await home.tryAll(
      { net: ["*.example.com:443"] },
      [...[...yes, "example.com:443", ...no, ...addresses].map((host) => query(host)), query()],
    ),
    [...Array(5).fill("ok"), ...Array(9).fill("denied")],
  );
  deepEqual(
    await home.tryAll({ net: ["[::1]:80", "10.0.0.1"] }, [
      query("[::1]:80"),
      query("[0:0:0:0:0:0:0:1]:80"),
      query("10.0.0.1:7"),
      query("[::1]:8080"),
      query("[::ffff:127.0.0.1]:80"),
      query("127.0.0.1:80"),
      query("10.0.0.10:7"),
    ]),
    ["ok", "ok", "ok", "denied", "denied", "denied", "denied"],
  );
});

Deno.test("a redirect to a host that was not granted is refused, and net:* opens no socket of the machine's services", async () => {
  await using home = await testSandbox();
  const other = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("reached"),
  );
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => Response.redirect(`http://127.0.0.1:${other.addr.port}/`),
  );
  try {
    const { port } = server.addr;
    const connect: Attempt = ["connect", `http://127.0.0.1:${port}/`];
    deepEqual(await home.tryAll({ net: [`127.0.0.1:${port}`] }, [connect]), ["denied"]);
    deepEqual(
      await home.tryAll({ net: ["*", "127.0.0.1"], read: ["/"], write: ["/var/run/x"] }, [
        connect,
        ["unix", "/run/docker.sock"],
        ["unix", "/var/run/docker.sock"],
      ]),
      ["ok", "denied", "denied"],
    );
  } finally {
    await server.shutdown();
    await other.shutdown();
  }
});

Deno.test("a granted program is the one that the person means, and only that one", async () => {
  await using home = await testSandbox();
  // A false `true` in the repository, which the person's PATH would find first.
  const fake = home.at("work/repo/bin/true");
  await Deno.mkdir(home.at("work/repo/bin"));
  await Deno.writeTextFile(fake, `#!/bin/sh\necho > ${home.at("ran")}\n`, { mode: 0o755 });
  const env = (name: string) =>
    name === "PATH" ? `bin:${home.at("work/repo/bin")}:${Deno.env.get("PATH")}` : home.at(".");
  deepEqual(
    await home.tryAll({ run: ["true"] }, [["run", "true"], ["run", fake], ["run", "false"]], {
      env,
    }),
    ["ok", "denied", "denied"],
  );
  await rejects(Deno.stat(home.at("ran")), Deno.errors.NotFound);
  deepEqual(await home.tryAll({ run: [fake] }, [["run", fake], ["run", "true"]]), ["ok", "denied"]);
});

Deno.test("what covers says yes to, the sandbox allows", async () => {
  await using home = await testSandbox();
  const places = { home: home.at("").replace(/\/$/, ""), root: home.at("work/repo") };
  const hosts = [
    "*",
    "a.b.c",
    "*.b.c",
    "*.b.c:8",
    "x.a.b.c:8",
    "b.c:8",
    "b.c",
    "[::1]:8",
    "10.0.0.1",
  ];
  const paths = [
    ".",
    "docs",
    "docs/x",
    "~",
    "~/a",
    "~/ab",
    "~/a/b",
    "~/work",
    "/",
    "/srv",
    "/srv/a",
  ];
  const programs = ["true", "/bin/true", "false"];
  const questions = (kind: PermissionKind, entry: string): Attempt | undefined => {
    if (kind === "net") {
      // No program asks for a pattern; the names in it stand for it.
      return entry === "*"
        ? ["query", { name: "net" }]
        : ["query", { name: "net", host: entry.replace("*.", "zz.") }];
    }
    if (kind === "run") return ["query", { name: "run", command: entry }];
    const path = entry.startsWith("~") ? places.home + entry.slice(1) : entry;
    return ["query", { name: "read", path }];
  };
  const all = { net: hosts, read: paths, run: programs } as const;
  const sets = fc.sample(
    fc.record({
      net: fc.subarray(hosts, { maxLength: 2 }),
      read: fc.subarray(paths, { maxLength: 2 }),
      run: fc.subarray(programs, { maxLength: 1 }),
    }),
    { numRuns: 12, seed: 7 },
  );
  for (const granted of sets) {
    const wanted = (Object.keys(all) as (keyof typeof all)[]).flatMap((kind) =>
      all[kind].filter((entry) => covers(granted, { kind, entry }, places))
        .map((entry) => ({ kind, entry, question: questions(kind, entry)! }))
    );
    const results = await home.tryAll(granted, wanted.map(({ question }) => question));
    for (const [index, { kind, entry }] of wanted.entries()) {
      equal(results[index], "ok", `${JSON.stringify(granted)} covers ${kind}:${entry}`);
    }
  }
});
