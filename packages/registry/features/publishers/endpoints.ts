import { confirm } from "./confirm.ts";
import { create } from "./create.ts";
import { list } from "./list.ts";
import { remove } from "./remove.ts";

/** The trusted publishers of a collective. */
export const PUBLISHER_ENDPOINTS = [list, create, confirm, remove] as const;
