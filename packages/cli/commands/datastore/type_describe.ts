import { FILESYSTEM } from "../../datastore/filesystem_type.ts";
import { typeDescribe } from "../../provider/types.ts";

export default typeDescribe("datastore", FILESYSTEM);
