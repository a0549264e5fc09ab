import { z } from "zod";
import { CHANNELS } from "../channel/channel.ts";
import { ROLES } from "../role/role.ts";
import { SCOPE_NAMES } from "../scope/scope.ts";

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** A release channel. */
export const ChannelName = z.enum(CHANNELS);

/** A role in a collective. */
export const RoleName = z.enum(ROLES);

/** A scope of a collective token. */
export const ScopeName = z.enum(SCOPE_NAMES as [typeof SCOPE_NAMES[number]]);

/** Where a page stands in a list. */
export const PageMeta = z.object({
  total: z.int(),
  page: z.int(),
  perPage: z.int(),
}).meta({ id: "PageMeta" });
export type PageMeta = z.output<typeof PageMeta>;
