import { SvcError } from "@svc/core/error";
import { readStored } from "@svc/core/json";
import { z } from "zod";

const Texts = z.array(z.string());

/**
 * The texts in a JSON column.
 *
 * @throws SvcError `internal` for anything else: an empty list would mean something
 */
export function storedList(column: string): string[] {
  const list = readStored(Texts, column);
  if (list === undefined) throw new SvcError("internal", "A stored list is damaged");
  return list;
}
