/** A request as it came, with the address that the host itself uses. */
export interface ApiRequest {
  method: string;
  url: URL;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  /** Sent to the address of an enterprise server. */
  enterprise: boolean;
}
