declare const safe: unique symbol;

/** HTML that went through the sanitiser; nothing else may be put into a page raw. */
export type SafeHtml = string & { readonly [safe]: true };
