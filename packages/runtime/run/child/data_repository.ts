import type { Channel } from "./channel.ts";
import { refusals } from "./refusals.ts";

const WRITE = "write with writeResource or createFileWriter";

/** Members that change data past the declared outputs, or read all of it. */
const UNSUPPORTED = refusals("context.dataRepository", {
  save: WRITE,
  append: WRITE,
  stream: "use getContent",
  delete: "use deleteResource",
  findById: "use queryData with id",
  findAllForType: "use queryData with modelType",
  findAllGlobal: "use queryData",
});

/**
 * `context.dataRepository`, for reading (extension format reference §3.2). A type may be given as text
 * or as `context.modelType`; a behavior by id or name. What does not exist is null or an empty list.
 */
export function dataRepository(channel: Channel): Record<string, unknown> {
  const at = (type: unknown, model: string) => ({ type: String(type), model });
  const item = (type: unknown, model: string, name: string, version?: number) => ({
    ...at(type, model),
    name,
    ...(version === undefined ? {} : { version }),
  });
  return {
    ...UNSUPPORTED,
    getContent: async (type: unknown, model: string, name: string, version?: number) => {
      const base64 = await channel.call<string | null>({
        op: "getContent",
        ...item(type, model, name, version),
      });
      return base64 === null ? null : Uint8Array.fromBase64(base64);
    },
    findByName: (type: unknown, model: string, name: string, version?: number) =>
      channel.call({ op: "findByName", ...item(type, model, name, version) }),
    findAllForModel: (type: unknown, model: string) =>
      channel.call({ op: "findAllForModel", ...at(type, model) }),
    listVersions: (type: unknown, model: string, name: string) =>
      channel.call({ op: "listVersions", ...item(type, model, name) }),
  };
}
