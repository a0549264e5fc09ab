import { freePort } from "../../packages/fakes/port/mod.ts";
import { type Peer, startPeer } from "./peer.ts";

/** What is installed for the time of a run: the last release that starts on Node 20. */
const VERDACCIO = "verdaccio@5.33.0";

/** The registry of npm packages, with one package; undefined where npm cannot get it. */
export async function startVerdaccio(folder: string): Promise<Peer | undefined> {
  const place = `${folder}/verdaccio`;
  await Deno.mkdir(place);
  // One of its dependencies is named by a tag, which mirrors of npm may lack.
  const overrides = { "node-fetch": "2.7.0" };
  await Deno.writeTextFile(
    `${place}/package.json`,
    JSON.stringify({ private: true, overrides }),
  );
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--no-audit", "--no-fund", "--ignore-scripts", VERDACCIO],
    cwd: place,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(180_000),
  }).output();
  if (!success) return undefined;
  const port = freePort();
  await Deno.writeTextFile(
    `${place}/config.yaml`,
    `storage: ${place}/storage
packages:
  "**": { access: $all, publish: $all }
log: { type: stdout, format: json, level: fatal }
`,
  );
  const program = `${place}/node_modules/verdaccio/bin/verdaccio`;
  const peer = await startPeer(
    ["node", program, "--config", `${place}/config.yaml`, "--listen", `127.0.0.1:${port}`],
    { what: "Verdaccio, a package", port, path: "/hello" },
  );
  if (peer !== undefined) await pushPackage(`http://127.0.0.1:${port}/hello`);
  return peer;
}

async function pushPackage(url: string): Promise<void> {
  const attachment = crypto.getRandomValues(new Uint8Array(12_000));
  const digest = await crypto.subtle.digest("SHA-1", attachment);
  const version = {
    name: "hello",
    version: "1.0.0",
    description: "Says hello",
    dist: { shasum: new Uint8Array(digest).toHex(), tarball: `${url}/-/hello-1.0.0.tgz` },
  };
  const response = await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      _id: "hello",
      name: "hello",
      "dist-tags": { latest: "1.0.0" },
      versions: { "1.0.0": version },
      _attachments: {
        "hello-1.0.0.tgz": {
          content_type: "application/octet-stream",
          data: attachment.toBase64(),
          length: attachment.length,
        },
      },
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
}
