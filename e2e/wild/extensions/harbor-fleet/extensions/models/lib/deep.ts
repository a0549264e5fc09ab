// deno-lint-ignore-file no-explicit-any

/** Three helpers deep, as it grew. */
export async function writeAll(context: any, rows: Record<string, unknown>[]) {
  return await writeEach(context, rows);
}

async function writeEach(ctx: any, rows: Record<string, unknown>[]) {
  const handles = [];
  for (const row of rows) handles.push(await writeOne(ctx, row));
  return handles;
}

function writeOne(ctx: any, row: Record<string, unknown>) {
  const write = ctx.writeResource;
  return write("host", String(row.name), row);
}
