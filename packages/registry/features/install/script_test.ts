import assert from "node:assert/strict";
import { packTar } from "modern-tar";
import { type ClientPackageFacts, type PinnedProgram, VERSION } from "@svc/core/release";
import { releasePath } from "./lines.ts";
import { installScript } from "./script.ts";

const SYSTEM = `linux-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}-glibc`;
const DENO = `/@deno/${SYSTEM}/-/${SYSTEM}-9.9.9.tgz`;
const SYSTEM_OF_BUNDLER = SYSTEM.replace("-glibc", "");
const BUNDLER = `/@esbuild/${SYSTEM_OF_BUNDLER}/-/${SYSTEM_OF_BUNDLER}-0.9.9.tgz`;

/** Systems by the names of Deno's packages; what differs for the bundler's is left out. */
const SYSTEMS = ["linux-x64-glibc", "linux-arm64-glibc", "darwin-x64", "darwin-arm64"];

/** A registry and an npm registry at once, with a client and a Deno that only say who they are. */
async function place(mark = "") {
  const client = await tgz({
    "bin/svc.sh": `#!/bin/sh\nself=$0\n[ ! -L "$self" ] || self=$(readlink "$self")\n` +
      `exec "\${self%/bin/*}"/node_modules/@deno/*/deno "$@" #${mark}\n`,
  });
  const sha256 = await digest("SHA-256", client);
  const packagePath = releasePath(sha256, "tgz");
  const files = new Map<string, Uint8Array<ArrayBuffer>>([
    [packagePath, client],
    [
      DENO,
      await tgz({
        deno: `#!/bin/sh\necho "svc ${VERSION}"\n`,
        "package.json": `{\n  "version": "9.9.9"\n}\n`,
      }),
    ],
    [
      BUNDLER,
      await tgz({
        "bin/esbuild": "#!/bin/sh\n",
        "package.json": `{\n  "version": "0.9.9"\n}\n`,
      }),
    ],
  ]);
  const facts = {
    version: VERSION,
    sha256,
    deno: { version: "9.9.9", sha512: { [SYSTEM]: await digest("SHA-512", files.get(DENO)!) } },
    bundler: {
      version: "0.9.9",
      sha512: { [SYSTEM_OF_BUNDLER]: await digest("SHA-512", files.get(BUNDLER)!) },
    },
  } satisfies ClientPackageFacts as ClientPackageFacts;
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    const body = files.get(pathname);
    return new Response(body ?? null, { status: body ? 200 : 404 });
  });
  const home = await Deno.makeTempDir({ prefix: "svc test-" });
  const base = `http://127.0.0.1:${server.addr.port}`;
  return {
    home,
    base,
    files,
    packagePath,
    asked,
    facts,
    script: installScript(base, facts),
    link: `${home}/.local/bin/svc`,
    async run(script: string, path = Deno.env.get("PATH")!, shell = "sh") {
      const child = new Deno.Command(shell, {
        clearEnv: true,
        // A relative folder for data is to be ignored.
        env: { HOME: home, PATH: path, XDG_DATA_HOME: "x", npm_config_registry: `${base}/` },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      // A shell that has given up reads no further.
      await new Response(script).body!.pipeTo(child.stdin).catch(() => {});
      const { code, stdout, stderr } = await child.output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      return { code, stdout: text(stdout), stderr: text(stderr) };
    },
    /** Every file and link below the home folder. */
    async left() {
      const { stdout } = await new Deno.Command("find", { args: [home, "!", "-type", "d"] })
        .output();
      return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "")
        .map((line) => line.slice(home.length + 1)).sort();
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(home, { recursive: true });
    },
  };
}

async function tgz(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const tar = await packTar(
    Object.entries(files).map(([name, body]) => ({
      header: { name: `package/${name}`, size: body.length, type: "file" as const, mode: 0o755 },
      body,
    })),
  );
  const gzip = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(gzip).arrayBuffer());
}

async function digest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes)).toHex();
}

const linux = { ignore: Deno.build.os !== "linux" };

Deno.test(
  "the script installs the client and Deno for one person, and says what comes next",
  linux,
  async (test) => {
    await using made = await place();
    const { run, script, link, asked, base } = made;
    const first = await run(script);
    assert.equal(first.stderr, "");
    assert.equal(first.code, 0);
    assert.match(first.stdout, new RegExp(`^Installed: ${link}$`, "m"));
    assert.match(first.stdout, /is not in PATH/);
    assert.match(first.stdout, new RegExp(`^Next: svc auth login --server ${base}\\n$`, "m"));
    const { stdout } = await new Deno.Command(link).output();
    assert.equal(new TextDecoder().decode(stdout), `svc ${VERSION}\n`);
    const installed = await made.left();
    assert.ok(installed.every((path) => path.startsWith(".local/")), installed.join("\n"));
    assert.ok(!installed.some((path) => path.includes("new.")));

    await test.step("run again, it downloads nothing and changes nothing", async () => {
      const before = asked.length;
      assert.equal((await run(script)).code, 0);
      assert.equal(asked.length, before);
      assert.deepEqual(await made.left(), installed);
    });

    await test.step("an update takes Deno from the version before, and keeps that one alone", async () => {
      const target = await Deno.readLink(link);
      for (const mark of ["second", "third"]) {
        await using newer = await place(mark);
        const updated = await run(newer.script);
        assert.equal(updated.code, 0, updated.stderr);
        assert.deepEqual(newer.asked, [newer.packagePath]);
      }
      assert.notEqual(await Deno.readLink(link), target);
      assert.equal([...Deno.readDirSync(`${made.home}/.local/share/svc/client`)].length, 2);
    });

    await test.step("a folder in PATH is not advised again, and another svc before it is named", async () => {
      const other = `${made.home}/other`;
      await Deno.mkdir(other);
      await Deno.writeTextFile(`${other}/svc`, "#!/bin/sh\n", { mode: 0o755 });
      const path = `${other}:${made.home}/.local/bin:${Deno.env.get("PATH")}`;
      const { stdout } = await run(script, path);
      assert.doesNotMatch(stdout, /is not in PATH/);
      assert.match(stdout, new RegExp(`^Note: 'svc' starts ${other}/svc`, "m"));
    });
  },
);

Deno.test(
  "what does not match its checksum is not unpacked, and nothing stays behind",
  linux,
  async () => {
    for (const at of ["package", DENO, BUNDLER]) {
      await using made = await place();
      const path = at === "package" ? made.packagePath : at;
      const bytes = made.files.get(path)!.slice();
      bytes[bytes.length - 1]! ^= 1;
      made.files.set(path, bytes);
      const { code, stderr } = await made.run(made.script);
      assert.equal(code, 1);
      assert.match(stderr, /^error: The download does not match its checksum\nhint: Nothing was/);
      assert.deepEqual(await made.left(), []);
    }
  },
);

Deno.test("a download that fails leaves the version before as it was", linux, async () => {
  await using made = await place();
  await made.run(made.script);
  const before = await made.left();
  await using newer = await place("newer");
  newer.files.delete(newer.packagePath);
  const { code, stderr } = await made.run(newer.script);
  assert.equal(code, 1);
  assert.match(stderr, /^error: http\S+ could not be downloaded$/m);
  assert.deepEqual(await made.left(), before);
});

Deno.test("a client that does not start here is not installed", linux, async () => {
  await using made = await place();
  made.files.set(DENO, await tgz({ deno: "#!/bin/sh\necho no such library; exit 127\n" }));
  const sum = await digest("SHA-512", made.files.get(DENO)!);
  const facts = { ...made.facts, deno: { version: "9.9.9", sha512: { [SYSTEM]: sum } } };
  const { code, stderr } = await made.run(installScript(made.base, facts));
  assert.equal(code, 1);
  assert.match(stderr, /does not start here: it ends with: no such library/);
  assert.deepEqual(await made.left(), []);
});

Deno.test("an svc that came another way is left alone", linux, async () => {
  await using made = await place();
  await Deno.mkdir(`${made.home}/.local/bin`, { recursive: true });
  await Deno.writeTextFile(made.link, "mine");
  const { code, stderr } = await made.run(made.script);
  assert.equal(code, 1);
  assert.match(stderr, /bin\/svc is there already, .*\nhint: .*npm install -g/);
  assert.deepEqual(made.asked, []);
  assert.equal(await Deno.readTextFile(made.link), "mine");
});

Deno.test(
  "a system without a pinned Deno or bundler is told to use npm, before anything is downloaded",
  linux,
  async () => {
    await using made = await place();
    const none = { version: "9.9.9", sha512: {} };
    const { stderr: said } = await made.run(
      installScript(made.base, { ...made.facts, bundler: none }),
    );
    assert.match(
      said,
      /no checksum of @esbuild\/linux-.*\nhint: Install with npm instead: npm inst/,
    );
    const facts = { ...made.facts, deno: none };
    const { code, stderr } = await made.run(installScript(made.base, facts));
    assert.equal(code, 1);
    assert.match(
      stderr,
      /no checksum of @deno\/linux-.*\nhint: Install with npm instead: npm inst/,
    );
    assert.deepEqual([made.asked, await made.left()], [[], []]);
  },
);

Deno.test("a script that was cut off anywhere runs nothing", linux, async () => {
  await using made = await place();
  const { script } = made;
  const cuts = Array.from({ length: 40 }, (_, index) => Math.floor(script.length * index / 40));
  for (let back = 1; back < 30; back += 4) cuts.push(script.length - 1 - back);
  await Promise.all(cuts.map((cut) => made.run(script.slice(0, cut))));
  assert.deepEqual([made.asked, await made.left()], [[], []]);
});

Deno.test("without curl it takes wget, and without both it says so", linux, async () => {
  const tools = await Deno.makeTempDir({ prefix: "svc-test-" });
  try {
    const names = "sh uname ldd mktemp tar gzip sha256sum sha512sum mkdir rm mv ln cp grep find " +
      "readlink chmod cat bash";
    for (const name of [...names.split(" "), "wget"]) {
      const path = await which(name);
      if (path !== undefined) await Deno.symlink(path, `${tools}/${name}`);
    }
    await using made = await place();
    const wget = await which("wget") !== undefined;
    const { code, stderr } = await made.run(made.script, tools);
    assert.equal(code, wget ? 0 : 1, stderr);
    if (wget) {
      await Deno.remove(`${tools}/wget`);
      await Deno.remove(`${made.home}/.local`, { recursive: true });
    }
    const none = await made.run(made.script, tools);
    assert.match(none.stderr, /^error: Neither curl nor wget is installed\n/);
    assert.deepEqual(await made.left(), []);
  } finally {
    await Deno.remove(tools, { recursive: true });
  }
});

async function which(name: string): Promise<string | undefined> {
  const { stdout, success } = await new Deno.Command("sh", { args: ["-c", `command -v ${name}`] })
    .output();
  return success ? new TextDecoder().decode(stdout).trim() : undefined;
}

/** A folder with programs that answer what those of another system would. */
async function otherSystem(answers: Record<string, string>) {
  const path = await Deno.makeTempDir({ prefix: "svc-test-" });
  for (const [name, script] of Object.entries(answers)) {
    await Deno.writeTextFile(`${path}/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

const uname = (system: string, machine: string) =>
  `case $1 in -s) echo ${system} ;; -m) echo ${machine} ;; esac`;
const glibc = { ldd: "echo 'ldd (GNU libc) 2.36'", getconf: "echo 64" };
const native = { sysctl: "echo 0" };
/** On Intel there is no such name. */
const intel = { sysctl: "echo 'unknown oid' >&2; exit 1" };

Deno.test("each system gets its own Deno and bundler, by what uname says", async () => {
  const cases: [string, Record<string, string>][] = [
    ["linux-x64-glibc", { uname: uname("Linux", "x86_64"), ...glibc }],
    ["linux-arm64-glibc", { uname: uname("Linux", "aarch64"), ...glibc }],
    ["darwin-arm64", { uname: uname("Darwin", "arm64"), ...native }],
    ["darwin-x64", { uname: uname("Darwin", "x86_64"), ...intel }],
    // A terminal under Rosetta, on Apple silicon.
    ["darwin-arm64", { uname: uname("Darwin", "x86_64"), sysctl: "echo 1" }],
  ];
  for (const [system, answers] of cases) {
    await using made = await place();
    await using there = await otherSystem(answers);
    const bundler = system.replace("-glibc", "");
    const facts = { ...made.facts, deno: everywhere(made.facts.deno, SYSTEMS) };
    facts.bundler = everywhere(
      made.facts.bundler,
      SYSTEMS.map((one) => one.replace("-glibc", "")),
    );
    const own = [`/@deno/${system}/-/${system}-9.9.9.tgz`];
    own.push(`/@esbuild/${bundler}/-/${bundler}-0.9.9.tgz`);
    made.files.set(own[0]!, made.files.get(DENO)!);
    made.files.set(own[1]!, made.files.get(BUNDLER)!);
    for (const shell of ["sh", "bash"]) {
      await Deno.remove(`${made.home}/.local`, { recursive: true }).catch(() => {});
      made.asked.length = 0;
      const script = installScript(made.base, facts);
      const path = `${there.path}:${Deno.env.get("PATH")}`;
      const { code, stderr } = await made.run(script, path, shell);
      assert.equal(code, 0, `${system}: ${stderr}`);
      assert.deepEqual(made.asked, [made.packagePath, ...own]);
    }
  }
});

/** The same program for several systems. */
function everywhere({ version, sha512 }: PinnedProgram, systems: string[]): PinnedProgram {
  const [sum] = Object.values(sha512);
  return { version, sha512: Object.fromEntries(systems.map((system) => [system, sum!])) };
}

Deno.test("a system that Deno has no build for is refused, and why is said", async () => {
  const cases: [RegExp, Record<string, string>][] = [
    [/no build for a riscv64 processor\nhint: It needs/, { uname: uname("Linux", "riscv64") }],
    [/no build for a armv7l processor/, { uname: uname("Linux", "armv7l") }],
    [/32-bit system.*\nhint: Install a 64-bit/, {
      uname: uname("Linux", "aarch64"),
      getconf: "echo 32",
    }],
    [/no build for musl\nhint: Use a system/, {
      uname: uname("Linux", "aarch64"),
      getconf: "echo 64",
      ldd: "echo 'musl libc (aarch64)' >&2; exit 1",
    }],
    [/is for Linux and macOS\nhint: Install with npm/, { uname: uname("FreeBSD", "amd64") }],
  ];
  for (const [said, answers] of cases) {
    await using made = await place();
    await using there = await otherSystem(answers);
    const { code, stderr } = await made.run(
      made.script,
      `${there.path}:${Deno.env.get("PATH")}`,
    );
    assert.equal(code, 1);
    assert.match(stderr, said);
    assert.deepEqual([made.asked, await made.left()], [[], []]);
  }
});

Deno.test("checksums are compared with shasum or openssl where sha256sum is missing", async () => {
  const needed =
    "sh uname ldd getconf mktemp tar gzip mkdir rm mv ln cp grep find readlink chmod " +
    "cat curl";
  for (const program of ["shasum", "openssl"]) {
    const own = await which(program);
    if (own === undefined) continue;
    await using made = await place();
    await using there = await otherSystem({});
    for (const name of needed.split(" ")) {
      const path = await which(name);
      if (path !== undefined) await Deno.symlink(path, `${there.path}/${name}`);
    }
    const none = await made.run(made.script, there.path);
    assert.match(none.stderr, /no program to check the download with/);
    // Perl looks beside itself for its modules.
    const start = `#!/bin/sh\nexec ${own} "$@"\n`;
    await Deno.writeTextFile(`${there.path}/${program}`, start, { mode: 0o755 });
    const { code, stderr } = await made.run(made.script, there.path);
    assert.equal(code, 0, stderr);
    await Deno.remove(`${made.home}/.local`, { recursive: true });
    made.files.set(DENO, made.files.get(BUNDLER)!);
    assert.match((await made.run(made.script, there.path)).stderr, /does not match its checksum/);
  }
});

Deno.test("an installed client knows the registry that it came from", linux, async () => {
  await using made = await place();
  const from = async () =>
    await Deno.readTextFile(
      (await Deno.readLink(made.link)).replace("bin/svc.sh", "installed_from"),
    );
  await made.run(made.script);
  assert.equal(await from(), `${made.base}\n`);
  // The same client from another registry: nothing is downloaded, and that one is asked from then on.
  const moved = installScript("https://other.example", made.facts);
  assert.equal((await made.run(moved)).code, 0);
  assert.equal(await from(), "https://other.example\n");
});

Deno.test(
  "killed before or after any change, an update leaves a client that works",
  linux,
  async () => {
    const changes = ["mkdir", "mktemp", "tar", "cp", "mv", "ln", "chmod", "rm", "find"];
    const full = Deno.env.get("PATH")!;
    const ends = new Set<boolean>();
    for (let stop = 1;; stop++) {
      await using made = await place();
      await made.run(made.script);
      await using newer = await place("newer");
      await using there = await otherSystem({});
      const counted = `${there.path}/counted`;
      for (const name of changes) {
        const real = await which(name);
        // Counts its own starts by a line each; the one to stop at takes the script along.
        const script = `#!/bin/sh\nPATH='${full}'\necho ${name} >>'${counted}'\n` +
          `n=$(wc -l <'${counted}')\n` +
          `[ "$n" -ne ${stop} ] || kill -9 $PPID\n[ "$n" -lt ${stop} ] || exit 1\n` +
          `exec ${real} "$@"\n`;
        await Deno.writeTextFile(`${there.path}/${name}`, script, { mode: 0o755 });
      }
      const { code } = await made.run(newer.script, `${there.path}:${full}`);
      const { stdout, success } = await new Deno.Command(made.link, { args: ["--version"] })
        .output();
      assert.ok(success, `killed at ${stop}`);
      assert.equal(new TextDecoder().decode(stdout), `svc ${VERSION}\n`);
      const script = await Deno.readTextFile(await Deno.readLink(made.link));
      ends.add(script.includes("#newer"));
      if (code === 0) {
        assert.ok(stop > 12, `only ${stop} changes`);
        break;
      }
    }
    assert.equal(ends.size, 2);
  },
);

Deno.test("an address with quotes, $ or ; in it is text to the script", async () => {
  const none = { version: "1", sha512: {} };
  const facts = { version: VERSION, sha256: "", deno: none, bundler: none };
  for (const base of ["http://a'$(touch x)'b.example", "http://a`touch x`;touch x;.example"]) {
    const script = installScript(base, facts).replace(/\{ svc_install .*\}\n$/, "");
    const folder = await Deno.makeTempDir();
    const { stdout, stderr } = await new Deno.Command("sh", {
      args: ["-c", `${script}\nsvc_values; printf '%s' "$base"; svc_fail "$base" "$npm_line"`],
      cwd: folder,
    }).output();
    assert.equal(new TextDecoder().decode(stdout), base);
    assert.match(new TextDecoder().decode(stderr), /^error: http/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    await Deno.remove(folder);
  }
});
