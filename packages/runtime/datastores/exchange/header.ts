import type { SecretPlace } from "@svc/core/answer";
import { UUID } from "@svc/core/name";
import { isRecord, parsedJson } from "@svc/core/json";
import { assertDataName } from "@svc/core/name";
import { nameProblem } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { HIGHEST_VERSION } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { soundMetadata } from "../../data/store/metadata.ts";
import { writtenOf } from "../../data/store/order.ts";
import { FORMAT } from "./paths.ts";
import { Refused } from "./refusal.ts";

/** What the first line of a version's file says. */
export interface VersionHeader {
  /** Normalized type of the behavior: names the folder of its data. */
  type: string;
  metadata: DataMetadata;
}

/** The first line of a version's file, with its end. */
export function headerLine({ type, metadata }: VersionHeader): string {
  return `${JSON.stringify({ svc: FORMAT, type, metadata })}\n`;
}

/**
 * Reads the first line of a version's file. Anyone who can write to the store may have written it, so
 * it is believed only where it fits its place: id and behavior are those of its path, the name is a
 * plain one, and fields that svc does not know are left out.
 *
 * @throws Refused with the reason
 */
export function parseHeader(
  line: string,
  place: { id: string; definition: string },
): VersionHeader {
  const value = parseLine(line);
  const metadata = soundMetadata(value["metadata"]);
  if (metadata === undefined) throw new Refused("its metadata is not of the right form");
  const { id, name, version, ownerDefinition, size, checksum, lifetime } = metadata;
  if (id !== place.id) throw new Refused(`it says that it is version ${short(id)}`);
  if (ownerDefinition.ownerRef.toLowerCase() !== place.definition) {
    throw new Refused(`it says that it belongs to the behavior ${short(ownerDefinition.ownerRef)}`);
  }
  assertPlain(name);
  if (metadata.renamedTo !== undefined) assertPlain(metadata.renamedTo);
  if (!isNumber(version)) throw new Refused("it has no possible version number");
  if (size < 0 || !/^[0-9a-f]{64}$/.test(checksum)) throw new Refused("its checksum is not valid");
  if (lifetime === "ephemeral") throw new Refused("it is for one run only");
  return { type: parseTypeOf(value), metadata: knownFields(metadata) };
}

/** The fields of a line of JSON that svc wrote. @throws Refused for anything else */
export function parseLine(line: string): Record<string, unknown> {
  const value = parsedJson(line);
  if (!isRecord(value)) throw new Refused("its first line is not one that svc writes");
  if (value["svc"] !== FORMAT) {
    throw new Refused(`its format is ${short(value["svc"])}, and this svc knows ${FORMAT}`);
  }
  return value;
}

/** The type in a line. @throws Refused for one that leads elsewhere */
export function parseTypeOf(value: Record<string, unknown>): string {
  const { type } = value;
  const isPlain = typeof type === "string" && type !== "" && type.length <= 300 &&
    type === normalizeType(type) && nameProblem(type) === undefined && !/[\\\0]/.test(type) &&
    // A UUID would lead into the folder of another behavior.
    type.split("/").every((segment) => segment !== "@" && !UUID.test(segment));
  if (isPlain) return type;
  throw new Refused(`${short(type)} is not a behavior type`);
}

/** True for a number that a version may have: later ones must have room behind it. */
export function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 &&
    (value as number) < HIGHEST_VERSION / 2;
}

function assertPlain(name: unknown): void {
  try {
    assertDataName(name as string);
  } catch (error) {
    throw new Refused(
      error instanceof Error && typeof name === "string" ? error.message : "no name",
    );
  }
}

function knownFields(all: DataMetadata): DataMetadata {
  const { ownerType, ownerRef } = all.ownerDefinition;
  const written = writtenOf(all);
  return {
    id: all.id,
    name: all.name,
    version: all.version,
    contentType: all.contentType,
    lifetime: all.lifetime,
    garbageCollection: all.garbageCollection,
    streaming: all.streaming === true,
    tags: { ...all.tags },
    ownerDefinition: {
      ownerType: ownerType === "manual" ? "manual" : "model-method",
      ownerRef,
    },
    createdAt: all.createdAt,
    ...(written === undefined ? {} : { written }),
    size: all.size,
    checksum: all.checksum,
    ...(all.lifecycle === "deleted" || all.lifecycle === "active"
      ? { lifecycle: all.lifecycle }
      : {}),
    ...(all.renamedTo === undefined ? {} : { renamedTo: all.renamedTo }),
    ...(all.copyOf === undefined ? {} : { copyOf: all.copyOf }),
    // Reading a secret looks whether its key was made for this behavior: `withSecrets`.
    ...(all.secrets === undefined ? {} : { secrets: all.secrets.map(knownPlace) }),
  };
}

function knownPlace({ path, vault, key, json }: SecretPlace): SecretPlace {
  return { path: [...path], vault, key, ...(json === undefined ? {} : { json }) };
}

/** A stranger's text for a message. */
function short(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 60));
}
