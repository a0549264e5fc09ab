import * as z from "npm:zod@4.6.7";
import {
  codeScanningAlertSchema,
  dependabotAlertSchema,
  secretAlertSchema,
} from "../../platform/alerts/alert.ts";
import { type AlertsDocument, alertsSchema } from "../../platform/alerts/document.ts";
import { type Scanner, typeOfScanner } from "../../platform/alerts/scanner.ts";
import { contradictionIn } from "../runs/contradiction.ts";

/** What a report uses of `context.dataRepository`. */
export interface StoredData {
  findAllForType(type: string): Promise<StoredItem[]>;
  getContent(type: string, behavior: string, name: string): Promise<Uint8Array | null>;
}

/** The newest version of a data item, without its content. */
export interface StoredItem {
  name: string;
  modelId: string;
  modelName: string;
  tags: Record<string, string>;
}

/** A stored document that is not as a scanner writes it. */
export interface BrokenDocument {
  behavior: string;
  name: string;
  problem: string;
}

/** The scanners in the order messages show them, and what each writes. */
const SCHEMAS: readonly [Scanner, z.ZodType<AlertsDocument>][] = [
  ["dependabot", alertsSchema("dependabot", dependabotAlertSchema)],
  ["code-scanning", alertsSchema("code-scanning", codeScanningAlertSchema)],
  ["secret-scanning", alertsSchema("secret-scanning", secretAlertSchema)],
];

/**
 * The newest `alerts` of every repository, each scanner's after the other's. Where several behaviors
 * look at one repository, what was fetched last counts.
 */
export async function storedAlerts(
  data: StoredData,
): Promise<{ documents: AlertsDocument[]; broken: BrokenDocument[] }> {
  const documents: AlertsDocument[] = [];
  const broken: BrokenDocument[] = [];
  for (const [scanner, schema] of SCHEMAS) {
    const newest = new Map<string, AlertsDocument>();
    const type = typeOfScanner(scanner);
    const items = (await data.findAllForType(type)).filter(({ tags }) =>
      tags.specName === "alerts"
    );
    for (const item of items) {
      const read = await readDocument(data, type, item, schema);
      if (typeof read === "string") {
        broken.push({ behavior: item.modelName, name: item.name, problem: read });
        continue;
      }
      const key = read.repo.toLowerCase();
      const known = newest.get(key);
      if (known === undefined || known.fetchedAt < read.fetchedAt) newest.set(key, read);
    }
    documents.push(...newest.values());
  }
  return { documents, broken };
}

/** The document, or what is wrong with it. */
async function readDocument(
  data: StoredData,
  type: string,
  { modelId, name }: StoredItem,
  schema: z.ZodType<AlertsDocument>,
): Promise<AlertsDocument | string> {
  const bytes = await data.getContent(type, modelId, name);
  if (bytes === null) return "it is gone";
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return "it is not JSON";
  }
  const { success, data: document, error } = schema.safeParse(content);
  if (success) return contradictionOf(document) ?? document;
  const { path, message } = error.issues[0]!;
  return `${message} at ${path.join(".") || "the document"}`;
}

function contradictionOf(document: AlertsDocument): string | undefined {
  const contradiction = contradictionIn(document);
  return contradiction && `it ${contradiction}`;
}
