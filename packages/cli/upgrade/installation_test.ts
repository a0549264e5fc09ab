import assert from "node:assert/strict";
import { compare, upgradeLine } from "./offer.ts";
import { installationAt, ownInstallation } from "./installation.ts";
import { VERSION } from "@svc/core/release";

const REGISTRY = "https://registry.example";
const SUM = "0123456789ab";
const OFFERED = {
  version: VERSION,
  sha256: SUM.padEnd(64, "0"),
  package: `/install/svc-${VERSION}.tgz`,
};

Deno.test("where a client is says who installed it, and with that what upgrades it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "svc test-" });
  try {
    const at = async (path: string, files: Record<string, string> = {}) => {
      await Deno.mkdir(`${folder}/${path}`, { recursive: true });
      for (const [name, text] of Object.entries(files)) {
        await Deno.writeTextFile(`${folder}/${name}`, text);
      }
      const own = await installationAt(`${folder}/${path}`);
      return { own, line: upgradeLine(own, REGISTRY, OFFERED) };
    };
    const client = `share/svc/client/${VERSION}-${SUM}`;
    const early = await at(client);
    assert.deepEqual(early.own, {
      by: "install.sh",
      root: `${folder}/${client}`,
      dataHome: `${folder}/share`,
      sum: SUM,
      from: undefined,
    });
    const recorded = await at(client, { [`${client}/installed_from`]: `${REGISTRY}\n` });
    assert.equal("from" in recorded.own && recorded.own.from, REGISTRY);
    assert.equal(recorded.line, "svc upgrade");
    const file = `${REGISTRY}/install/svc-${VERSION}.tgz`;
    const lines: [string, Record<string, string>, string, string][] = [
      ["lib/node_modules/@svc/cli", {}, "npm", `npm install -g ${file}`],
      [
        "app/node_modules/@svc/cli",
        { "app/package.json": "{}" },
        "npm",
        `--prefix '${folder}/app'`,
      ],
      [
        "sources",
        { "sources/package-lock.json": "{}" },
        "checkout",
        `git -C '${folder}/sources' pull`,
      ],
      ["copied", {}, "unknown", `curl -fsSL ${REGISTRY}/install.sh | sh`],
    ];
    for (const [path, files, by, line] of lines) {
      const found = await at(path, files);
      assert.equal(found.own.by, by);
      assert.ok(found.line.includes(line), found.line);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  assert.equal((await ownInstallation()).by, "checkout");
});

Deno.test("a client that was built again is told from the same one by its checksum", () => {
  const own = { by: "install.sh", root: "/x", dataHome: "/", sum: SUM, from: REGISTRY } as const;
  assert.equal(compare(OFFERED, own), "same");
  assert.equal(compare({ ...OFFERED, sha256: "f".repeat(64) }, own), "rebuilt");
  assert.equal(
    compare({ ...OFFERED, sha256: "f".repeat(64) }, { by: "npm", root: "/", project: undefined }),
    "same",
  );
  assert.equal(compare({ ...OFFERED, version: "2099.1.1" }, own), "newer");
  assert.equal(compare({ ...OFFERED, version: "2020.1.1" }, own), "older");
});
