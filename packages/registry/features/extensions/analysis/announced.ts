/** Name and version that a push announced. */
export interface Announced {
  name: string;
  version: string;
}
