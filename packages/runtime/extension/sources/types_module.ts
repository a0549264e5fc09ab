import { siblingPath } from "@svc/core/module";

/** The name by which modules of extensions import their types. */
export const TYPES_NAME = "@svc/extension";

/** The name by which tests of extensions import the test helpers. */
export const TEST_NAME = `${TYPES_NAME}/testing`;

/** The types' file as it is in the client, absolute. It is read as a text, so the build keeps it. */
export const TYPES_FILE = `${siblingPath(import.meta, "../../kit")}/extension.ts`;

/** Where the types are in an archive, below the folder of the kind that first needs them. */
export const TYPES_KEY = "_svc/extension.ts";
