import assert from "node:assert/strict";
import { COMMANDS } from "../table/table.ts";
import { svc, temporaryConfig } from "../testing/host.ts";
import { AGENT_FILES, withBlock } from "./files.ts";
import { instructions } from "./instructions.ts";

/** A folder, and svc in it. */
async function folder() {
  const { path, ...config } = await temporaryConfig();
  const at = (...argv: string[]) =>
    svc(argv, { cwd: path, env: { XDG_CONFIG_HOME: `${path}/config` } });
  const read = (file: string) => Deno.readTextFile(`${path}/${file}`);
  const write = async (file: string, text: string) => {
    const target = `${path}/${file}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text);
  };
  return { path, at, read, write, ...config };
}

Deno.test("every command that agents are told of is there and takes what they are told", async () => {
  const told = [...instructions().matchAll(/`svc ([^`]+)`/g)].map(([, line]) => line!);
  assert.ok(told.length > 15);
  for (const line of told.filter((one) => !one.startsWith("<"))) {
    const path = Object.keys(COMMANDS).filter((one) => `${line} `.startsWith(`${one} `))
      .sort((a, b) => b.length - a.length)[0];
    assert.ok(path !== undefined, line);
    const { exit, stdout } = await svc([...path.split(" "), "--help"]);
    assert.equal(exit, 0, line);
    for (const [option] of line.matchAll(/--[a-z-]+/g)) assert.ok(stdout.includes(option), line);
    const given = line.slice(path.length).replace(/--.*/, "").match(/<\w+>/g) ?? [];
    const usage = stdout.match(/<[\w-]+>|\[[\w-]+\]/g) ?? [];
    assert.ok(given.length <= usage.length, `${line} gives more than 'svc ${path}' takes`);
  }
  const options = [...instructions().matchAll(/`(--[a-z-]+)`/g)].map(([, option]) => option!);
  const help = (await svc(["behavior", "run", "--help"])).stdout +
    (await svc(["extension", "pull", "--help"])).stdout;
  for (const option of options) assert.ok(help.includes(option), option);
});

Deno.test("a folder becomes a repository that agents know their way in, and a second time nothing changes", async () => {
  await using at = await folder();
  const { exit, stdout, stderr } = await at.at("init", "--agents", "--json");
  assert.equal(exit, 0, stderr);
  const { agents } = JSON.parse(stdout);
  assert.deepEqual(agents, AGENT_FILES.map(({ path }) => ({ path, action: "created" })));
  assert.match(await at.read("AGENTS.md"), /svc behavior run/);
  assert.match(await at.read("CLAUDE.md"), /^@AGENTS\.md$/m);
  assert.match(
    await at.read(".cursor/rules/svc.mdc"),
    /^---\ndescription: .*\nalwaysApply: true\n---\n/,
  );
  assert.deepEqual(JSON.parse(await at.read(".mcp.json")), {
    mcpServers: { svc: { command: "svc", args: ["mcp"] } },
  });
  assert.deepEqual(JSON.parse(await at.read(".vscode/mcp.json")), {
    servers: { svc: { type: "stdio", command: "svc", args: ["mcp"] } },
  });
  const again = JSON.parse((await at.at("init", "--agents", "--json")).stdout);
  assert.ok(again.agents.every(({ action }: { action: string }) => action === "unchanged"));
});

Deno.test("what is in the files stays, and svc's part is replaced in its place", async () => {
  await using at = await folder();
  const old = "# Ours\r\n\r\nUse tabs.\r\n";
  await at.write("AGENTS.md", withBlock(old, "what an earlier svc said") + "# Later\r\n");
  await at.write("CLAUDE.md", "See @AGENTS.md? No:\n@AGENTS.md\n");
  const settings =
    '{\n    "mcpServers": {\n        "other": {"command": "x", "n": 1.5}\n    },\n    "z": null\n}';
  await at.write(".mcp.json", settings);
  const own = '{"servers":{"svc":{"command":"svc","args":["mcp","--read-only"]}}}';
  await at.write(".vscode/mcp.json", own);
  await at.at("init", "--agents");
  const text = await at.read("AGENTS.md");
  assert.ok(text.startsWith(old) && text.endsWith("# Later\r\n"));
  assert.ok(!text.includes("earlier svc") && text.includes("svc behavior run"));
  assert.ok(!/[^\r]\n/.test(text), "line ends are as they were");
  assert.equal(await at.read("CLAUDE.md"), "See @AGENTS.md? No:\n@AGENTS.md\n");
  const merged = await at.read(".mcp.json");
  assert.deepEqual(JSON.parse(merged), {
    mcpServers: { other: { command: "x", n: 1.5 }, svc: { command: "svc", args: ["mcp"] } },
    z: null,
  });
  assert.ok(merged.startsWith('{\n    "mcpServers"'));
  assert.equal(await at.read(".vscode/mcp.json"), own, "a server that a person set is theirs");
});

Deno.test("a settings file that is not JSON is refused, and nothing is written", async () => {
  for (const text of ["{", "[]", "// x\n{}", '{"mcpServers":[]}', '{"mcpServers":{"svc":7}}']) {
    await using at = await folder();
    await at.write(".mcp.json", text);
    const { exit, stderr } = await at.at("init", "--agents");
    assert.equal(exit, 1);
    assert.match(stderr, /\.mcp\.json was left as it is/);
    assert.equal(await at.read(".mcp.json"), text);
    await assert.rejects(at.read("AGENTS.md"), Deno.errors.NotFound);
    await assert.rejects(at.read(".svc.yaml"), Deno.errors.NotFound);
  }
});

Deno.test("a dry run tells and writes nothing", async () => {
  await using at = await folder();
  const { stdout } = await at.at("init", "--agents", "--dry-run");
  assert.match(stdout, /AGENTS\.md +created\n[\s\S]*Nothing was written/);
  assert.deepEqual([...Deno.readDirSync(at.path)], []);
});

Deno.test("a link to elsewhere is not written through; CLAUDE.md may be one to AGENTS.md", async () => {
  await using at = await folder();
  await using other = await folder();
  await other.write("secret", "mine");
  await at.at("init");
  await Deno.symlink("AGENTS.md", `${at.path}/CLAUDE.md`);
  assert.equal((await at.at("init", "--agents")).exit, 0);
  assert.equal(await Deno.readLink(`${at.path}/CLAUDE.md`), "AGENTS.md");
  for (const link of ["GEMINI.md", ".mcp.json"]) {
    await Deno.remove(`${at.path}/${link}`);
    await Deno.symlink(`${other.path}/secret`, `${at.path}/${link}`);
    assert.match((await at.at("init", "--agents")).stderr, /symbolic link/);
    assert.equal(await other.read("secret"), "mine");
    await Deno.remove(`${at.path}/${link}`);
  }
  await Deno.remove(`${at.path}/.vscode`, { recursive: true });
  await Deno.symlink(other.path, `${at.path}/.vscode`);
  assert.match((await at.at("init", "--agents")).stderr, /symbolic link/);
  await assert.rejects(other.read("mcp.json"), Deno.errors.NotFound);
});

Deno.test("--agents with --from is refused", async () => {
  await using at = await folder();
  assert.match((await at.at("init", "--agents", "--from", "x")).stderr, /cannot be used together/);
});
