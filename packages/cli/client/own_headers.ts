import { VERSION } from "@svc/core/release";

/** What every request to the registry says of the client (spec §5.2). */
export function ownHeaders(
  { deviceId }: { deviceId?: string | undefined },
): Record<string, string> {
  return {
    "user-agent": `svc-cli/${VERSION}`,
    ...(deviceId === undefined ? {} : { "svc-distinct-id": deviceId }),
  };
}

/** The same for an address that the registry names: others learn nothing of the device. */
export function ownHeadersFor(
  url: URL,
  { serverUrl, deviceId }: { serverUrl: string; deviceId?: string | undefined },
): Record<string, string> {
  return url.origin === new URL(serverUrl).origin ? ownHeaders({ deviceId }) : ownHeaders({});
}
