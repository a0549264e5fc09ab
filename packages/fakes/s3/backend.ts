/** A running S3 server. Dispose it to end its processes. */
export interface S3Backend extends AsyncDisposable {
  /** Base URL without a trailing slash. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** ARN of a role that the key may take by STS at the same address, and that may do everything. */
  role?: string;
  /** What the server itself does; the rest is added by the front. */
  keepsConditions: boolean;
  /** Goes on with a listing that is longer than a page. */
  listsPages: boolean;
}
