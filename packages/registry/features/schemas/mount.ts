import {
  behaviorFile,
  repositoryFile,
  SCHEMA_NAMES,
  schemaDocument,
  type SchemaName,
  schemaPath,
  vaultFile,
} from "@svc/core/file_schema";
import type { JsonSchema } from "@svc/core/descriptor";
import { manifestFile } from "@svc/core/manifest";
import type { App } from "@svc/http/edge";

/** The files that people edit, each with its schema. */
const FILES: Readonly<Record<SchemaName, { title: string; schema: () => JsonSchema }>> = {
  manifest: { title: "manifest.yaml of an extension", schema: manifestFile },
  behavior: { title: "A behavior", schema: () => behaviorFile() },
  vault: { title: "A vault", schema: vaultFile },
  repository: { title: ".svc.yaml of a repository", schema: repositoryFile },
};

/** Serves the JSON Schemas of YAML files, which editors fetch from any page and without a credential. */
export function mountSchemas(app: App): void {
  for (const name of SCHEMA_NAMES) {
    const { title, schema } = FILES[name];
    // Made when it is first asked for: no start waits for it.
    let body: string | undefined;
    app.get(schemaPath(name), () => {
      body ??= JSON.stringify(schemaDocument(title, schema()), null, 1);
      return new Response(body, {
        headers: {
          "content-type": "application/schema+json",
          "cache-control": "public, max-age=3600",
          "access-control-allow-origin": "*",
        },
      });
    });
  }
}
