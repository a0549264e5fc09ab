/** Where the header stops to count. */
export const MOST_UNREAD = 100;

/** The person looking at a page, or undefined for a visitor. */
export interface Viewer {
  username: string;
  /** Unread notifications, counted no further than {@link MOST_UNREAD}. */
  unread: number;
}
