/** Tells the person something that ends nothing. The host shows what a provider prints. */
export type Warn = (text: string) => void;

/** Prints to standard error. */
export const printWarning: Warn = (text) => {
  // deno-lint-ignore no-console
  console.warn(`S3: ${text}`);
};
