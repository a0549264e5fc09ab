import type { BuiltIn } from "../provider/types.ts";

/** The type of vault that comes with svc, for people. */
export const LOCAL: BuiltIn = {
  type: "local_encryption",
  name: "Local encryption",
  description: "Keeps secrets encrypted in .svc on this machine",
  configSchema: {
    type: "object",
    properties: {
      key_file: {
        type: "string",
        description: "The key file, outside of the repository (default: in .svc)",
      },
    },
  },
};
