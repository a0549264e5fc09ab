import assert from "node:assert/strict";
import { VERSION } from "@svc/core/release";
import { readConfig } from "../../platform/config/mod.ts";
import { installLines } from "./lines.ts";

Deno.test("the lines carry the registry's own address and this release", () => {
  assert.deepEqual(installLines("https://svc.example:8443"), {
    shell: "curl -fsSL https://svc.example:8443/install.sh | sh",
    npm: `npm install -g https://svc.example:8443/install/svc-${VERSION}.tgz`,
    login: "svc auth login --server https://svc.example:8443",
  });
});

/** Addresses that the configuration takes and a shell would not leave alone. */
const ODD = ["http://a'$(id)'b.example", "http://a`id`;b&c.example", 'http://a"$HOME.example'];

Deno.test("a shell gets the address as it is, whatever stands in it", async () => {
  for (const given of [...ODD, "http://[::1]:8787"]) {
    const { baseUrl } = readConfig({ SVC_BASE_URL: given });
    const { shell, npm, login } = installLines(baseUrl);
    const heard = await words(`curl() { printf '%s\\n' "$@"; }; ${shell.replace("| sh", "")}`);
    assert.deepEqual(heard, ["-fsSL", `${baseUrl}/install.sh`]);
    const rest = await words(
      `npm() { printf '%s\\n' "$@"; }; svc() { npm "$@"; }\n${npm}\n${login}`,
    );
    assert.deepEqual(rest.at(2), `${baseUrl}/install/svc-${VERSION}.tgz`);
    assert.deepEqual(rest.at(-1), baseUrl);
  }
});

/** What `sh` makes of the script, line by line. */
async function words(script: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}
