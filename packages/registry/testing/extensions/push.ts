import type { ConfirmResponse, PushResponse } from "@svc/core/wire";
import type { TestRegistry } from "../../testing.ts";
import { packageOf, type PackageOptions } from "./package.ts";

/** Sends JSON with a key. */
export async function send(
  registry: TestRegistry,
  method: string,
  path: string,
  key: string | undefined,
  body?: unknown,
): Promise<Response> {
  return await registry.request(path, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The announcement of a package. */
export function announcementOf(options: PackageOptions & { channel?: "beta" | "rc" } = {}) {
  return {
    name: options.name ?? "@acme/hello",
    version: options.version ?? "2026.01.02.1",
    ...(options.channel ? { channel: options.channel } : {}),
  };
}

/** Announces and uploads; returns the answer to the announcement, or the refusal. */
export async function upload(
  registry: TestRegistry,
  key: string,
  announcement: ReturnType<typeof announcementOf>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const announced = await send(registry, "POST", "/api/v1/extensions/push", key, announcement);
  if (!announced.ok) return announced;
  const { uploadUrl } = await announced.json() as PushResponse;
  return await registry.request(uploadUrl, { method: "PUT", body: bytes });
}

/** Announces, uploads and confirms; returns the last answer. */
export async function push(
  registry: TestRegistry,
  key: string,
  options: PackageOptions & { channel?: "beta" | "rc" } = {},
): Promise<Response> {
  const announcement = announcementOf(options);
  const uploaded = await upload(registry, key, announcement, await packageOf(options));
  if (!uploaded.ok) return uploaded;
  await uploaded.body?.cancel();
  return await send(registry, "POST", "/api/v1/extensions/confirm", key, announcement);
}

/** Pushes a package that must be accepted. */
export async function published(
  registry: TestRegistry,
  key: string,
  options: PackageOptions & { channel?: "beta" | "rc" } = {},
): Promise<ConfirmResponse> {
  const response = await push(registry, key, options);
  if (!response.ok) throw new Error(`push refused: ${await response.text()}`);
  return await response.json() as ConfirmResponse;
}
