import type { Outside } from "@svc/core/error";

/** While the database or the store of archives is away, or refuses this server. */
export const STORE_AWAY: Outside = {
  message: "The registry cannot reach its database",
  hint: "Try again in a minute; GET /readyz shows the state of the registry. Check whether the " +
    "last change took effect.",
};

/** While the disk of either has no room. */
export const STORE_FULL: Outside = {
  message: "The disk of the registry is full; nothing was changed",
  hint: "The operator has to free space; then try again.",
};
