/** A row of the command table: enough for overviews; the module is loaded when the command runs. */
export interface CommandRow {
  summary: string;
  /** Other paths to the same command. */
  aliases?: readonly string[];
  /** The module below `commands/` whose default export is the command: the path's own words. */
  module: string;
}
