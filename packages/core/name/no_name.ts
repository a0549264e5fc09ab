/**
 * Names that nobody gives to anything, in lower case: `latest` means a version everywhere, and the
 * others are there in every object of JavaScript before anybody has set them.
 */
const NO_NAMES: ReadonlySet<string> = new Set([
  "latest",
  "prototype",
  "constructor",
  "hasownproperty",
  "isprototypeof",
  "propertyisenumerable",
  "tolocalestring",
  "tostring",
  "valueof",
  "__proto__",
  "__definegetter__",
  "__definesetter__",
  "__lookupgetter__",
  "__lookupsetter__",
]);

/**
 * Whether a new account, collective, extension, behavior or vault is refused this name. What has such
 * a name from earlier keeps it.
 */
export function isNoName(name: string): boolean {
  return NO_NAMES.has(name.toLowerCase());
}
