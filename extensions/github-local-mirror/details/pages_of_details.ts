/** Pages of a list of one subject that are read at most: 2,000 entries. */
export const PAGES_OF_DETAILS = 20;
