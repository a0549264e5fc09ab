import { type SchemaName, schemaPath } from "@svc/core/file_schema";
import { isSvcError } from "@svc/core/error";
import { type Asking, loginHere } from "./connect.ts";

/**
 * Where the registry in use serves the schema of a file. Undefined while a person has named none: the
 * default one is this machine's alone, and the file is for everybody who gets the repository.
 */
export async function schemaAddress(
  name: SchemaName,
  asking: Omit<Asking, "warn">,
): Promise<string | undefined> {
  try {
    const { serverUrl, stored, namedBy } = await loginHere(asking);
    const isNamed = namedBy !== undefined || stored !== undefined;
    return isNamed ? serverUrl + schemaPath(name) : undefined;
  } catch (error) {
    // A file is written without it where logins cannot be read.
    if (isSvcError(error)) return undefined;
    throw error;
  }
}
