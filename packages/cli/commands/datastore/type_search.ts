import { FILESYSTEM } from "../../datastore/filesystem_type.ts";
import { typeSearch } from "../../provider/types.ts";

export default typeSearch("datastore", FILESYSTEM);
