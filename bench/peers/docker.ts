import { freePort } from "../../packages/fakes/port/mod.ts";
import { type Peer, startPeer } from "./peer.ts";

const MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";

/** The registry of container images, with an image of one layer; a manifest is what names it. */
export async function startDockerRegistry(folder: string): Promise<Peer | undefined> {
  const port = freePort();
  await Deno.writeTextFile(
    `${folder}/registry.yml`,
    `version: 0.1
log: { accesslog: { disabled: true }, level: error }
storage:
  cache: { blobdescriptor: inmemory }
  filesystem: { rootdirectory: ${folder}/images }
http: { addr: "127.0.0.1:${port}" }
`,
  );
  const peer = await startPeer(["docker-registry", "serve", `${folder}/registry.yml`], {
    what: "docker-registry, a manifest",
    port,
    path: "/v2/bench/hello/manifests/latest",
    headers: { accept: MANIFEST },
  });
  if (peer !== undefined) await pushImage(`http://127.0.0.1:${port}/v2/bench/hello`);
  return peer;
}

async function pushImage(repository: string): Promise<void> {
  const put = async (bytes: Uint8Array<ArrayBuffer>) => {
    const digest = `sha256:${new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex()}`;
    const begun = await fetch(`${repository}/blobs/uploads/`, { method: "POST" });
    const place = new URL(begun.headers.get("location")!, repository);
    place.searchParams.set("digest", digest);
    await succeeded(await fetch(place, { method: "PUT", body: bytes }));
    return { digest, size: bytes.length };
  };
  const config = await put(new TextEncoder().encode("{}"));
  const layer = await put(crypto.getRandomValues(new Uint8Array(12_000)));
  const manifest = {
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: { mediaType: "application/vnd.docker.container.image.v1+json", ...config },
    layers: [{ mediaType: "application/vnd.docker.image.rootfs.diff.tar.gzip", ...layer }],
  };
  await succeeded(
    await fetch(`${repository}/manifests/latest`, {
      method: "PUT",
      headers: { "content-type": MANIFEST },
      body: JSON.stringify(manifest),
    }),
  );
}

async function succeeded(response: Response): Promise<void> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
}
