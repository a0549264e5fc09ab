/** Milliseconds between two looks whether it has let go. */
export const LOOK_MS = 250;

/** Seconds after which a caller may try again to queue a run: runs end all the time. */
export const AGAIN_S = 5;
