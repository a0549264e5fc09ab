import type { ProviderDescriptor, ReportDescriptor } from "@svc/core/descriptor";
import {
  type Place,
  property,
  type Reader,
  schemaText,
  text,
  texts,
  Unreadable,
} from "../source_text/mod.ts";

const SCOPES = ["method", "model", "workflow"] as const;

/**
 * What the text of a module says of the report it exports.
 *
 * @throws Unreadable when its name or scope is not written out
 */
export function reportText(reader: Reader, file: string, report: Place): ReportDescriptor {
  const said = (key: string) => text(reader, property(reader, report, key));
  const name = said("name");
  const scope = SCOPES.find((one) => one === said("scope"));
  if (name === undefined) throw new Unreadable("does not write out the name of its report");
  if (scope === undefined) throw new Unreadable("does not write out the scope of its report");
  const labels = texts(reader, property(reader, report, "labels"));
  return { file, name, description: said("description") ?? "", scope, labels };
}

/**
 * What the text of a module says of the vault, datastore or driver it exports.
 *
 * @throws Unreadable when its type is not written out
 */
export function providerText(reader: Reader, file: string, provider: Place): ProviderDescriptor {
  const said = (key: string) => text(reader, property(reader, provider, key));
  const type = said("type");
  if (type === undefined) throw new Unreadable("does not write out its type");
  const config = property(reader, provider, "configSchema");
  return {
    file,
    type,
    name: said("name") ?? type,
    description: said("description") ?? "",
    ...(config === undefined ? {} : { configSchema: schemaText(reader, config).json }),
  };
}
