import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { getRule, setRule } from "./approval.ts";
import { ask } from "./ask.ts";
import { create } from "./create.ts";
import { approve, override, reject } from "./decide.ts";
import { download, get, list } from "./list.ts";
import { withdraw } from "./withdraw.ts";

/** Staging versions, deciding about them, and what collectives ask for. */
export const STAGING_ENDPOINTS: readonly Endpoint[] = [
  create,
  list,
  get,
  download,
  ask,
  approve,
  reject,
  override,
  withdraw,
  getRule,
  setRule,
];
