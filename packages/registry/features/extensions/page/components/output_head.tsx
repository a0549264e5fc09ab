import type { ModelDescriptor } from "@svc/core/descriptor";
import { SecretChip } from "./secret_chip.tsx";

/** What a behavior type writes. */
export type OutputDescriptor = ModelDescriptor["dataOutputSpecs"][number];

/** The name of an output, and whether it is a resource, a file, or a secret. */
export function OutputHead({ output }: { output: OutputDescriptor }) {
  return (
    <dt>
      <code>{output.specName}</code>
      <span class="chip chip-quiet">
        {output.kind === "file" ? output.contentType : "resource"}
      </span>
      {output.kind === "resource" && output.sensitiveOutput ? <SecretChip /> : null}
    </dt>
  );
}
