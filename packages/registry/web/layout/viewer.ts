/** The person looking at a page, or undefined for a visitor. */
export interface Viewer {
  username: string;
}
