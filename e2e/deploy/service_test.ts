import assert from "node:assert/strict";
import { testNeeding } from "../requirement.ts";
import { programPath } from "../requirement.ts";
import { readUntil } from "../process/read_until.ts";
import { freePort } from "../../packages/fakes/port/mod.ts";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const sample = (name: string) => Deno.readTextFile(`${root}/deploy/${name}`);

/** The values of a key of a systemd unit, in their order. */
function valuesOf(unit: string, key: string): string[] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map((match) => match[1]!);
}

/** The instructions of a Containerfile, lines that go on joined. */
function instructionsOf(text: string): [string, string][] {
  return text.replaceAll(/\\\n\s*/g, "").split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [word, ...rest] = line.split(" ");
      return [word!, rest.join(" ")];
    });
}

testNeeding(
  ["systemd-analyze"],
  "systemd takes the unit file, and what it starts serves and ends",
  async () => {
    const [unit, several] = await Promise.all(
      ["svc.service", "svc@.service"].map(async (name) =>
        (await sample(name)).replaceAll("/opt/svc", root)
      ),
    );
    const folder = await Deno.makeTempDir({ prefix: "svc-unit-" });
    try {
      await Deno.writeTextFile(`${folder}/svc.service`, unit!);
      await Deno.writeTextFile(`${folder}/svc@8787.service`, several!);
      const verified = await new Deno.Command(programPath("systemd-analyze"), {
        args: ["verify", `${folder}/svc.service`, `${folder}/svc@8787.service`],
      }).output();
      assert.deepEqual([verified.code, new TextDecoder().decode(verified.stderr)], [0, ""]);

      const same = ["User", "WorkingDirectory", "ExecStart", "ProtectSystem", "NoNewPrivileges"];
      for (const key of same) assert.deepEqual(valuesOf(several!, key), valuesOf(unit!, key), key);

      const port = freePort();
      const environment = Object.fromEntries(
        valuesOf(unit!, "Environment").map((pair) => pair.replace(/\/var\/(lib|cache)/, folder))
          .map((pair) => pair.split("=") as [string, string]),
      );
      assert.deepEqual(Object.keys(environment), ["SVC_DATA", "DENO_DIR"]);
      const [command, ...args] = valuesOf(unit!, "ExecStart")[0]!.split(" ");
      const child = new Deno.Command(command!, {
        args,
        cwd: valuesOf(unit!, "WorkingDirectory")[0]!,
        clearEnv: true,
        env: { PATH: Deno.env.get("PATH")!, HOME: "/", SVC_PORT: String(port), ...environment },
        stdin: "null",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const { rest } = await readUntil(child.stdout, /svc registry at/);

      const container = instructionsOf(await sample("Containerfile"));
      const list = (word: string) =>
        container.filter(([name]) => name === word).map(([, text]) => text);
      assert.deepEqual(JSON.parse(list("CMD")[0]!), [
        command!.replace(`${root}/`, ""),
        ...args,
      ], "the container starts what the unit starts, which runs here");
      const [health, ...options] = JSON.parse(/CMD (\[.*\])$/.exec(list("HEALTHCHECK")[0]!)![1]!);
      const healthy = async () =>
        (await new Deno.Command(`${root}/${health}`, {
          args: options,
          cwd: root,
          env: { SVC_PORT: String(port) },
          stderr: "null",
        }).output()).code;
      assert.equal(await healthy(), 0);
      child.kill("SIGTERM");
      assert.deepEqual((await child.status).code, 0);
      await rest;
      assert.notEqual(await healthy(), 0, "a stopped registry is not healthy");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("the container is built of what the repository has, runs as nobody special, and keeps data in its volume", async () => {
  const container = instructionsOf(await sample("Containerfile"));
  const of = (word: string) => container.filter(([name]) => name === word).map(([, text]) => text);
  assert.deepEqual([...new Set(container.map(([word]) => word))].sort(), [
    ...["CMD", "COPY", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "RUN", "USER", "VOLUME", "WORKDIR"],
  ]);
  assert.deepEqual(of("USER"), ["svc"]);
  const settings = Object.fromEntries(of("ENV").map((pair) => pair.split("=")));
  assert.equal(settings.SVC_DATA, of("VOLUME")[0]);
  const { engines } = JSON.parse(await Deno.readTextFile(`${root}/package.json`));
  const [, node] = /node:(\d+)-/.exec(of("FROM")[0]!)!;
  assert.ok(Number(node) >= Number(/\d+/.exec(engines.node)![0]));
  const ignored = (await Deno.readTextFile(`${root}/.containerignore`)).trim().split("\n");
  assert.deepEqual(ignored, [".git", "coverage", "data", "dist", "node_modules", "release"]);
});
