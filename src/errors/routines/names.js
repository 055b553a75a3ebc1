/** Who reports what in PostgreSQL: names, and the kinds of what they name. The form is index.js'. */
export const NAMES = String.raw`
42701
  CreateStatistics  duplicate column name in statistics definition
    duplicate expression in statistics definition
  analyzeCTE  cycle column "%" specified more than once
    search column "%" specified more than once
  checkInsertTargets  @column "%" specified more than once
  check_for_column_name_collision  column "%" of relation "%" already exists
    column "%" of relation "%" already exists, skipping
  do_analyze_rel  column "%" of relation "%" appears more than once
  transformIndexConstraint  column "%" appears twice in unique constraint
42702
  ?  column reference "%" is ambiguous
  findTargetlistEntrySQL92  % "%" is ambiguous
  transformFromClauseItem  common column name "%" appears more than once in left table
42703
  ?  column "%" of relation "%" does not exist
  ATExecSetStatistics  column number % of relation "%" does not exist
  ComputeIndexAttrs  !column "%" named in key does not exist
  ComputePartitionAttrs  column "%" named in partition key does not exist
  check_primary_key  there is no attribute "%" in relation "%"
  errorMissingColumn  @column "%" does not exist
  get_object_address_attrdef  default value for column "%" of relation "%" does not exist
  transformAssignmentIndirection
    cannot assign to field "%" of column "%" because there is no such column in data type %
  transformColumnNameList  column "%" referenced in foreign key constraint does not exist
  transformFromClauseItem  column "%" specified in USING clause does not exist in left table
    column "%" specified in USING clause does not exist in right table
  transformIndexConstraint  @column "%" named in key does not exist
  unknown_attribute  column "%" not found in data type %
    could not identify column "%" in record data type
42704
  ?  constraint "%" for table "%" does not exist
    constraint "%" of relation "%" does not exist
    index "%" for table "%" does not exist
    type "%" does not exist
  AfterTriggerSetState  constraint "%" does not exist
  CreateConversionCommand  destination encoding "%" does not exist
    source encoding "%" does not exist
  DropConfigurationMapping  mapping for token type "%" does not exist
  DropErrorMsgNonExistent  !index "%" does not exist
    foreign table "%" does not exist
  LockGXact  prepared transaction with identifier "%" does not exist
  OpFamilyCacheLookup  operator family "%" does not exist for access method "%"
  ParameterAclLookup  parameter ACL "%" does not exist
  ParseFuncOrColumn  @could not find array type for data type %
  PublicationDropSchemas  tables from schema "%" are not part of the publication
  PublicationDropTables  relation "%" is not part of the publication
  cluster  there is no previously clustered index for table "%"
  dropOperators  operator %(%,%) does not exist in operator family "%"
  dropProcedures  function %(%,%) does not exist in operator family "%"
  enforce_generic_type_consistency  !could not find array type for data type %
  find_option  unrecognized configuration parameter "%"
  getJsonPathVariable  could not find jsonpath variable "%"
  get_cast_oid  cast from type % to type % does not exist
  get_collation_oid  collation "%" for encoding "%" does not exist
  get_conversion_oid  conversion "%" does not exist
  get_domain_constraint_oid  constraint "%" for domain % does not exist
  get_object_address_defacl  default ACL for user "%" in schema "%" on % does not exist
    default ACL for user "%" on % does not exist
  get_object_address_opf_member  function % (%, %) of % does not exist
    operator % (%, %) of % does not exist
  get_object_address_usermapping  user mapping for user "%" on server "%" does not exist
  get_required_extension  required extension "%" is not installed
  get_rewrite_oid  rule "%" for relation "%" does not exist
  get_role_oid  @role "%" does not exist
  get_statistics_object_oid  statistics object "%" does not exist
  get_transform_oid  transform for type % language "%" does not exist
  get_ts_config_oid  text search configuration "%" does not exist
  get_ts_dict_oid  text search dictionary "%" does not exist
  get_ts_parser_oid  text search parser "%" does not exist
  get_ts_template_oid  text search template "%" does not exist
  interpret_function_parameter_list  type % does not exist
  locate_stem_module  no Snowball stemmer available for language "%" and encoding "%"
  pg_collation_actual_version  collation with OID % does not exist
  pg_database_collation_actual_version  database with OID % does not exist
  plpgsql_yyparse  variable "%" does not exist
  transformFkeyGetPrimaryKey  there is no primary key for referenced table "%"
  transformGenericOptions  option "%" not found
  transformIndexConstraint  @index "%" does not exist
  transformRangeTableSample  tablesample method % does not exist
  typenameType  type "%" is only a shell
`
