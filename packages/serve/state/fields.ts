/** A row's values by the names that its columns have as fields: `created_at` is `createdAt`. */
export function fieldsOf<Fields>(row: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [fieldOf(column), value]),
  ) as Fields;
}

function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
