import { DEVICE_CODE_GRANT_TYPE } from "@better-auth/oauth-provider";

/**
 * A registration request as the provider takes it. A program on the person's own machine is a
 * native application (RFC 8252), though deployed clients do not say so, and signs people in by the
 * device grant, though they do not ask for it.
 */
export function completeRegistration(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { redirect_uris: uris, grant_types: grants, ...rest } = body as Record<string, unknown>;
  const local = Array.isArray(uris) && uris.length > 0 && uris.every(isLoopback);
  return {
    ...rest,
    ...(uris === undefined ? {} : { redirect_uris: uris }),
    ...(grants === undefined ? {} : { grant_types: grants }),
    ...(local
      ? {
        application_type: rest.application_type ?? "native",
        grant_types: [
          ...new Set([
            ...Array.isArray(grants) ? grants : ["authorization_code"],
            DEVICE_CODE_GRANT_TYPE,
          ]),
        ],
      }
      : {}),
  };
}

function isLoopback(uri: unknown): boolean {
  const url = typeof uri === "string" ? URL.parse(uri) : null;
  return url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}
