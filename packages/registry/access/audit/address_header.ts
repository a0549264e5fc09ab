import { type CallerOrigin, callerOrigin } from "./caller_origin.ts";

/** The header in which the edge tells the library the client's address, replacing a sent one. */
export const ADDRESS_HEADER = "x-svc-address";

/** From where a request comes that the edge handed to the library. */
export function libraryOrigin({ headers }: { headers?: Headers | undefined }): CallerOrigin {
  return callerOrigin({
    request: { headers: headers ?? new Headers() },
    address: headers?.get(ADDRESS_HEADER) ?? "",
  });
}
