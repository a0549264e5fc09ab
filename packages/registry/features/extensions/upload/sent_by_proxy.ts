import { isTrustedProxy } from "@svc/http/input";
import type { Services } from "../../../access/services.ts";

/**
 * The headers by which the proxy in front sends an archive in place of this server, as nginx does.
 * Undefined, so that this server sends it, unless the setting asks for it, the connection is a
 * trusted proxy's, and that proxy has said of this request that it will: anybody else would get an
 * empty answer.
 *
 * @throws SvcError `unavailable` for a damaged archive
 */
export async function sentByProxy(
  { config, blobs }: Pick<Services, "config" | "blobs">,
  { headers }: Request,
  connection: string | undefined,
  checksum: string,
): Promise<Record<string, string> | undefined> {
  if (config.blobsAccel === "") return undefined;
  if (headers.get("x-sendfile-type")?.toLowerCase() !== "x-accel-redirect") return undefined;
  if (!isTrustedProxy(connection, config.trustedProxies)) return undefined;
  const place = await blobs.handOver(checksum);
  if (place === undefined) return undefined;
  return { "x-accel-redirect": `${config.blobsAccel}/${place}`, "content-length": "0" };
}
