import type { Channel } from "./channel.ts";
import { optional } from "./reading.ts";
import { refusals } from "./refusals.ts";

const EDIT = "a method does not change definitions; svc behavior create and edit do";

/**
 * `context.definitionRepository`, for reading (extension format reference §3.2): the method's own
 * definition and those of types whose data it was granted. A type may stand before an id or name.
 */
export function definitionRepository(channel: Channel): Record<string, unknown> {
  const find = (wanted: { type?: string; id?: string; name?: string }) =>
    channel.call<unknown[]>({ op: "findDefinitions", ...wanted });
  const first = async (wanted: { type?: string; id?: string; name?: string }) =>
    (await find(wanted))[0] ?? null;
  const typed = (rest: unknown[]) =>
    optional("type", rest.length > 1 ? String(rest[0]) : undefined);
  return {
    ...refusals("context.definitionRepository", { save: EDIT, delete: EDIT, nextId: EDIT }),
    findById: (...rest: unknown[]) => first({ ...typed(rest), id: String(rest.at(-1)) }),
    findByName: (...rest: unknown[]) => first({ ...typed(rest), name: String(rest.at(-1)) }),
    findByNameGlobal: (name: string) => first({ name: String(name) }),
    findAll: (type?: unknown) => find(type === undefined ? {} : { type: String(type) }),
    findAllGlobal: () => find({}),
  };
}
