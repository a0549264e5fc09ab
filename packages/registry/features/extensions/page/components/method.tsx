import type { MethodDescriptor } from "@svc/core/descriptor";
import { argumentsOf } from "../catalogue/argument.ts";
import { ArgumentsTable } from "./arguments_table.tsx";

/** A method with its arguments, closed unless it is to be `open`. */
export function Method({ method, open }: { method: MethodDescriptor; open: boolean }) {
  const rows = argumentsOf(method.arguments);
  return (
    <details class="method" open={open}>
      <summary>
        <code>{method.name}</code>
        <span class="method-signature">
          {rows.length === 0
            ? "no arguments"
            : rows.map((row) => row.required ? row.name : `${row.name}?`).join(", ")}
        </span>
      </summary>
      <p>{method.description}</p>
      {rows.length === 0
        ? null
        : <ArgumentsTable caption={`Arguments of ${method.name}`} rows={rows} />}
    </details>
  );
}
