/** One path and its heat; both null when nothing that is stored changed it. */
export interface WarmPath {
  path: string;
  lastLandedAt: string | null;
  landings: number;
}
