import type { Outside } from "@svc/core/error";

/** While the database or the store of archives is away, or refuses this server. */
export const STORE_AWAY: Outside = {
  message: "The registry cannot reach its store now",
  hint: "Try again in a minute; GET /readyz tells how the registry is. Whether the last change " +
    "took effect, reading it tells.",
};

/** While the disk of either has no room. */
export const STORE_FULL: Outside = {
  message: "The registry has no room left; nothing was changed",
  hint: "The operator has to free space; then try again.",
};
