import type { BuiltIn } from "../provider/types.ts";

/** The type of datastore that comes with svc, for people. */
export const FILESYSTEM: BuiltIn = {
  type: "filesystem",
  name: "Folder",
  description: "Shares data through a folder",
  configSchema: {
    type: "object",
    properties: {
      path: {
        type: "string",
        description: "The folder; 'svc datastore setup filesystem --path <folder>' takes it",
      },
    },
    required: ["path"],
  },
};
