import type { DataListItem } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { listData } from "@svc/runtime/data";
import { allDefinitions, type FoundDefinition } from "@svc/runtime/definitions";
import type { McpHost } from "../host/host.ts";
import { mayRead } from "../../rights/rights.ts";
import { mediaType } from "./read.ts";
import { uriOf } from "./uri.ts";

/** Data on one page. */
const PAGE = 100;

const JSON_END = "-json";

/** A resource in a list. */
export interface ListedResource {
  uri: string;
  name: string;
  mimeType: string;
  size: number;
  annotations: { lastModified: string };
}

/** The behaviors that the caller may see, sorted by name; of two with one name the first. */
export async function visibleBehaviors(host: McpHost): Promise<FoundDefinition[]> {
  const rights = host.rights();
  return (await allDefinitions(host.repository)).filter(({ definition: { name } }, index, all) =>
    mayRead(rights, name) && name !== all[index - 1]?.definition.name
  );
}

/**
 * The data and reports of the behaviors that the caller may see, by behavior and name, a page at a time.
 * `nextCursor` is absent on the last.
 *
 * @throws SvcError `validation_failed` for a cursor that svc did not give
 */
export async function resourcePage(host: McpHost, cursor?: string) {
  const from = cursor === undefined ? { behavior: "", offset: 0 } : readCursor(cursor);
  const left = (await visibleBehaviors(host))
    .filter(({ definition }) => definition.name >= from.behavior);
  const resources: ListedResource[] = [];
  for (const [index, found] of left.entries()) {
    const behavior = found.definition.name;
    const offset = behavior === from.behavior ? from.offset : 0;
    const limit = PAGE - resources.length;
    const { groups, total } = await listData(host.repository, found, { limit, offset });
    const items = groups.flatMap(({ items }) => items);
    resources.push(...items.flatMap((item) => resourceOf(behavior, item)));
    const read = offset + items.length;
    if (read < total) return { resources, nextCursor: writeCursor({ behavior, offset: read }) };
    const next = left[index + 1]?.definition.name;
    if (resources.length >= PAGE && next !== undefined) {
      return { resources, nextCursor: writeCursor({ behavior: next, offset: 0 }) };
    }
  }
  return { resources };
}

/** Of the two items of a report, the one with its JSON is always there: it stands for the report. */
function resourceOf(behavior: string, item: DataListItem): ListedResource[] {
  const { type, contentType, size, createdAt } = item;
  const isReport = type === "report";
  if (isReport && !item.name.endsWith(JSON_END)) return [];
  const name = isReport ? item.name.slice(0, -JSON_END.length) : item.name;
  return [{
    uri: uriOf({ kind: isReport ? "reports" : "data", behavior, name }),
    name: `${behavior}/${name}`,
    mimeType: isReport ? "text/markdown" : mediaType(contentType),
    size,
    annotations: { lastModified: createdAt },
  }];
}

interface Place {
  behavior: string;
  offset: number;
}

function writeCursor({ behavior, offset }: Place): string {
  return new TextEncoder().encode(`${offset} ${behavior}`)
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

function readCursor(cursor: string): Place {
  try {
    const text = new TextDecoder("utf-8", { fatal: true })
      .decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" }));
    const match = /^(0|[1-9]\d{0,8}) (.+)$/s.exec(text);
    if (match) return { offset: Number(match[1]), behavior: match[2]! };
  } catch {
    // Not base64url, or not UTF-8: not one of ours either.
  }
  throw new SvcError("validation_failed", "The cursor is not valid", {
    hint: "Omit it to start at the first page.",
  });
}
