import type { FoundDefinition } from "../repository/definitions/definition.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataMetadata } from "./store/item.ts";
import { readUnchecked } from "./store/versions.ts";

/** One version of a data item as a method sees it (extension format reference §3.2). */
export interface DataRecord {
  id: string;
  name: string;
  version: number;
  isLatest: boolean;
  createdAt: string;
  namespace: string;
  /** The content of a JSON object, else empty. */
  attributes: Record<string, unknown>;
  tags: Record<string, string>;
  modelName: string;
  modelId: string;
  modelType: string;
  specName: string;
  /** `resource`, `file` or `report`. */
  dataType: string;
  contentType: string;
  lifetime: string;
  ownerType: string;
  streaming: boolean;
  size: number;
  /** Parsed for JSON, text for text, else empty. */
  content: unknown;
  ownerRef: string;
  workflowRunId: string;
  workflowName: string;
  jobName: string;
  stepName: string;
  source: string;
}

/** A record whose content has not been read: `attributes` and `content` are empty. */
export function dataRecord(
  found: Pick<FoundDefinition, "definition" | "type">,
  item: DataMetadata,
  isLatest: boolean,
): DataRecord {
  return {
    id: item.id,
    name: item.name,
    version: item.version,
    isLatest,
    createdAt: item.createdAt,
    namespace: "",
    attributes: {},
    tags: item.tags,
    modelName: found.definition.name,
    modelId: found.definition.id,
    modelType: found.type,
    specName: item.tags["specName"] ?? "",
    dataType: item.tags["type"] ?? "",
    contentType: item.contentType,
    lifetime: item.lifetime,
    ownerType: item.ownerDefinition.ownerType,
    streaming: item.streaming,
    size: item.size,
    content: "",
    ownerRef: item.ownerDefinition.ownerRef,
    workflowRunId: "",
    workflowName: "",
    jobName: "",
    stepName: "",
    source: "",
  };
}

/**
 * The record with its content read.
 *
 * @throws SvcError `data_not_found` when it was removed meanwhile.
 */
export function withContent(repository: Repository, record: DataRecord): DataRecord {
  const owner = { type: record.modelType, id: record.modelId };
  return recordWith(record, readUnchecked(repository, owner, record));
}

/** The record with this content. */
export function recordWith(record: DataRecord, raw: Uint8Array): DataRecord {
  return recordOf(record, readable(record.contentType, raw) ?? "");
}

/** The record with content that has been read. */
export function recordOf(record: DataRecord, content: unknown): DataRecord {
  const plain = typeof content === "object" && content !== null && !Array.isArray(content);
  return {
    ...record,
    content,
    attributes: plain ? content as Record<string, unknown> : {},
  };
}

/** Content parsed for JSON, as text for text, undefined for other media types. */
export function readable(contentType: string, raw: Uint8Array): unknown {
  if (/^application\/(.+\+)?json\b/.test(contentType)) {
    const text = new TextDecoder().decode(raw);
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return /^text\/|^application\/(x-ndjson|xml|yaml)/.test(contentType)
    ? new TextDecoder().decode(raw)
    : undefined;
}
