import type { CommandRow } from "./row.ts";

/** Keys that sign versions of a collective (trust 3.3). */
export const SIGNING_KEY_ROWS = {
  "signing-key create": {
    summary: "Make a key in a vault, and register its public half on the collective's web page",
    module: "signing_key/create",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
