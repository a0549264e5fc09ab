import { siblingPath } from "@svc/core/module";

/** The folder that svc is installed in, or the checkout that it runs from. Absolute path. */
export const INSTALLATION = siblingPath(import.meta, "../../../..");
