import { SvcError } from "@svc/core/error";
import { getData } from "@svc/runtime/data";
import { getReport } from "@svc/runtime/reports";
import type { McpHost } from "../host/host.ts";
import type { ResourcePlace } from "./uri.ts";
import { assertVisible } from "./visible.ts";

/** Bytes of one resource; what is larger is read in parts. */
export const MOST_BYTES = 1_000_000;

/** The content of a resource. */
export interface Content {
  mimeType: string;
  /** Bytes of the whole. */
  size: number;
  /** Absent for what is not text. */
  text?: string;
  bytes: Uint8Array;
}

/**
 * The content of data or of a report, as it is stored: a secret in it is a reference to its vault.
 *
 * @throws SvcError `definition_not_found` also for what the caller may not see; `data_not_found`,
 *   `report_not_found`; `body_too_large` naming what reads it
 */
export async function readContent(
  host: McpHost,
  place: ResourcePlace,
  mostBytes = MOST_BYTES,
): Promise<Content> {
  await assertVisible(host, place.behavior);
  return place.kind === "data"
    ? await dataContent(host, place, mostBytes)
    : await reportContent(host, place, mostBytes);
}

async function dataContent(
  { repository }: McpHost,
  { behavior, name, version }: ResourcePlace,
  mostBytes: number,
): Promise<Content> {
  const which = version === undefined ? {} : { version };
  const { size } = await getData(repository, behavior, name, { ...which, content: false });
  if (size > mostBytes) throw tooLarge({ behavior, name, size }, mostBytes);
  // Compares the content with its checksum.
  const item = await getData(repository, behavior, name, which);
  const bytes = await Deno.readFile(`${repository.root}/${item.contentPath}`);
  const mimeType = mediaType(item.contentType);
  const isText = item.content !== undefined;
  return {
    mimeType,
    size: bytes.length,
    bytes,
    ...(isText ? { text: new TextDecoder().decode(bytes) } : {}),
  };
}

async function reportContent(
  { repository }: McpHost,
  { behavior, name, version }: ResourcePlace,
  mostBytes: number,
): Promise<Content> {
  const { markdown, json } = await getReport(repository, name, { behavior, version });
  const text = markdown === "" ? JSON.stringify(json, null, 2) : markdown;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > mostBytes) {
    throw tooLarge({ behavior, name, size: bytes.length }, mostBytes);
  }
  const mimeType = markdown === "" ? "application/json" : "text/markdown";
  return { mimeType, size: bytes.length, text, bytes };
}

/** A media type as its writer gave it, where it is one. */
export function mediaType(type: string): string {
  return /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}(?:; ?charset=[\w-]{1,40})?$/.test(type)
    ? type
    : "application/octet-stream";
}

function tooLarge(
  { behavior, name, size }: { behavior: string; name: string; size: number },
  mostBytes: number,
): SvcError {
  return new SvcError(
    "body_too_large",
    `'${name}' of ${behavior} has ${size} bytes; at most ${mostBytes} are returned at once`,
    {
      hint: "The tool read_data gives it in parts ('offset'); " +
        `'svc data get ${behavior} ${name}' prints all of it.`,
    },
  );
}
