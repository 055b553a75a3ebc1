/** Every data file by catalog name. Made by scripts/extract-catalog.js. */
import { PG_TYPE } from './pg_type.js'
import { PG_PROC } from './pg_proc.js'
import { PG_CLASS } from './pg_class.js'
import { PG_ATTRIBUTE } from './pg_attribute.js'
import { PG_INDEX } from './pg_index.js'
import { PG_CONSTRAINT } from './pg_constraint.js'
import { PG_OPERATOR } from './pg_operator.js'
import { PG_CAST } from './pg_cast.js'
import { PG_AGGREGATE } from './pg_aggregate.js'
import { PG_AM } from './pg_am.js'
import { PG_OPCLASS } from './pg_opclass.js'
import { PG_OPFAMILY } from './pg_opfamily.js'
import { PG_AMOP } from './pg_amop.js'
import { PG_AMPROC } from './pg_amproc.js'
import { PG_LANGUAGE } from './pg_language.js'
import { PG_NAMESPACE } from './pg_namespace.js'
import { PG_AUTHID } from './pg_authid.js'
import { PG_AUTH_MEMBERS } from './pg_auth_members.js'
import { PG_TABLESPACE } from './pg_tablespace.js'
import { PG_DATABASE } from './pg_database.js'
import { PG_CONVERSION } from './pg_conversion.js'
import { PG_RANGE } from './pg_range.js'
import { PG_EXTENSION } from './pg_extension.js'
import { PG_DEPEND } from './pg_depend.js'
import { PG_TS_CONFIG } from './pg_ts_config.js'
import { PG_TS_CONFIG_MAP } from './pg_ts_config_map.js'
import { PG_TS_DICT } from './pg_ts_dict.js'
import { PG_TS_PARSER } from './pg_ts_parser.js'
import { PG_TS_TEMPLATE } from './pg_ts_template.js'
import { PG_COLLATION } from './pg_collation.js'
import { SQL_FEATURES } from './sql_features.js'
import { SQL_IMPLEMENTATION_INFO } from './sql_implementation_info.js'
import { SQL_PARTS } from './sql_parts.js'
import { SQL_SIZING } from './sql_sizing.js'

/** @typedef {{ columns: string, types: number[], defaults: string, count: number, rows: string }} StaticData */

/** @type {Record<string, StaticData>} */
export const STATIC_DATA = {
  pg_type: PG_TYPE,
  pg_proc: PG_PROC,
  pg_class: PG_CLASS,
  pg_attribute: PG_ATTRIBUTE,
  pg_index: PG_INDEX,
  pg_constraint: PG_CONSTRAINT,
  pg_operator: PG_OPERATOR,
  pg_cast: PG_CAST,
  pg_aggregate: PG_AGGREGATE,
  pg_am: PG_AM,
  pg_opclass: PG_OPCLASS,
  pg_opfamily: PG_OPFAMILY,
  pg_amop: PG_AMOP,
  pg_amproc: PG_AMPROC,
  pg_language: PG_LANGUAGE,
  pg_namespace: PG_NAMESPACE,
  pg_authid: PG_AUTHID,
  pg_auth_members: PG_AUTH_MEMBERS,
  pg_tablespace: PG_TABLESPACE,
  pg_database: PG_DATABASE,
  pg_conversion: PG_CONVERSION,
  pg_range: PG_RANGE,
  pg_extension: PG_EXTENSION,
  pg_depend: PG_DEPEND,
  pg_ts_config: PG_TS_CONFIG,
  pg_ts_config_map: PG_TS_CONFIG_MAP,
  pg_ts_dict: PG_TS_DICT,
  pg_ts_parser: PG_TS_PARSER,
  pg_ts_template: PG_TS_TEMPLATE,
  pg_collation: PG_COLLATION,
  sql_features: SQL_FEATURES,
  sql_implementation_info: SQL_IMPLEMENTATION_INFO,
  sql_parts: SQL_PARTS,
  sql_sizing: SQL_SIZING,
}
