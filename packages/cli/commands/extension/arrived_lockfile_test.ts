import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig } from "../../testing/host.ts";

const ENTRY = {
  version: "2026.11.21.1",
  pulledAt: "2026-11-21T00:00:00.000Z",
  files: [],
  checksum: "0".repeat(64),
  filesChecksum: "0".repeat(64),
};

const LOCKFILES: Record<string, unknown> = {
  "no entry": { "@ada/x": null },
  "a text": { "@ada/x": "x" },
  "files that are none": { "@ada/x": { ...ENTRY, files: 5 } },
  "files that are no texts": { "@ada/x": { ...ENTRY, files: [null, {}] } },
  "files elsewhere": { "@ada/x": { ...ENTRY, files: ["/dev/zero", "../../../../../../dev/zero"] } },
  "no time": { "@ada/x": { ...ENTRY, pulledAt: 7 } },
  "a checksum that is none": { "@ada/x": { ...ENTRY, checksum: "../../x" } },
  "a number as checksum": { "@ada/x": { ...ENTRY, checksum: 7 } },
  "a version that is a path": { "@ada/x": { ...ENTRY, version: "../../../api/v1/whoami?" } },
  "a number as version": { "@ada/x": { ...ENTRY, version: 5 } },
  "a server that is a file": { "@ada/x": { ...ENTRY, serverUrl: "file:///etc/passwd" } },
  "a server that is not text": { "@ada/x": { ...ENTRY, serverUrl: {} } },
  "a name that is a path": { "../../x": ENTRY },
  "a name of objects": JSON.parse(`{"__proto__": ${JSON.stringify(ENTRY)}}`),
};

for (const [what, lockfile] of Object.entries(LOCKFILES)) {
  Deno.test(`a lockfile that came along crashes no command: ${what}`, async () => {
    await using folder = await temporaryConfig();
    await initRepository(folder.path);
    await Deno.writeTextFile(`${folder.path}/upstream_extensions.json`, JSON.stringify(lockfile));
    const installed = `${folder.path}/.svc/pulled-extensions/@ada/x`;
    await Deno.mkdir(installed, { recursive: true });
    await Deno.writeTextFile(`${installed}/manifest.yaml`, "x");
    const env = { HOME: folder.path, SVC_CLUB_URL: "http://127.0.0.1:9" };
    for (
      const args of [
        ["extension", "list"],
        ["extension", "install"],
        ["extension", "install", "--force", "--yes"],
        ["extension", "rm", Object.keys(lockfile as object)[0] ?? "@ada/x", "--yes"],
        ["extension", "rm", "constructor"],
      ]
    ) {
      const { stderr } = await svc(args, { cwd: folder.path, env });
      assert.doesNotMatch(stderr, /unexpected|bug in svc/, args.join(" "));
    }
  });
}
