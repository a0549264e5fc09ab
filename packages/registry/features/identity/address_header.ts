/** The header in which the edge tells the library the client's address, replacing a sent one. */
export const ADDRESS_HEADER = "x-svc-address";
