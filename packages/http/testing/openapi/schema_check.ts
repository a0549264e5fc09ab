import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** Compiles schemas of a description, which name its components, with an independent validator. */
export function schemaCheck(document: { components: unknown }) {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv as never);
  ajv.addSchema({ $id: "document", components: document.components });
  return {
    compile: (schema: unknown): ValidateFunction =>
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))),
    told: ({ errors }: ValidateFunction): string => ajv.errorsText(errors),
  };
}
