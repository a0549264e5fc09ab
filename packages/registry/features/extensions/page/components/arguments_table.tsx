import type { Argument } from "../catalogue/argument.ts";
import { SecretChip } from "./secret_chip.tsx";

interface ArgumentsTableProps {
  caption: string;
  rows: Argument[];
}

/** Arguments as a table: name, type, required, description (spec §2.7). */
export function ArgumentsTable({ caption, rows }: ArgumentsTableProps) {
  return (
    <div class="table-scroll" tabindex={0} role="group" aria-label={caption}>
      <table class="arguments">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Required</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                <code>{row.name}</code>
                {row.secret ? <SecretChip /> : null}
              </th>
              <td>
                <code>{row.type}</code>
              </td>
              <td>{row.required ? "yes" : "no"}</td>
              <td>
                {row.description}
                {row.defaultValue === undefined || row.secret ? null : (
                  <span class="default">
                    Default: <code>{row.defaultValue}</code>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
