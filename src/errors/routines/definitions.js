/** Who reports what in PostgreSQL: definitions and privileges. The form is index.js'. */
export const DEFINITIONS = String.raw`
42501
  ?  must be owner of type % or type %
  AddRoleMems  must be superuser to set grantor
  AlterDatabaseOwner  permission denied to change owner of database
  AlterEventTriggerOwner_internal  permission denied to change owner of event trigger "%"
  AlterForeignDataWrapper  permission denied to alter foreign-data wrapper "%"
  AlterForeignDataWrapperOwner_internal  permission denied to change owner of foreign-data wrapper "%"
  AlterOpFamily  must be superuser to alter an operator family
  AlterRole  must be superuser to alter replication roles or change replication attribute
    must be superuser to alter superuser roles or change superuser attribute
    must be superuser to change bypassrls attribute
  AlterRoleSet  must be superuser to alter settings globally
  AlterSystemSetConfigFile  permission denied to perform ALTER SYSTEM RESET ALL
  CheckAlterPublication  must be superuser to add or set schemas
  CheckFunctionValidatorAccess  language validation function % called for language % instead of %
  CheckMyDatabase  permission denied for database "%"
  CheckRestrictedOperation  cannot execute % within security-restricted operation
  CheckSlotPermissions  must be superuser or replication role to use replication slots
  CreateAccessMethod  permission denied to create access method "%"
  CreateEventTrigger  permission denied to create event trigger "%"
  CreateForeignDataWrapper  permission denied to create foreign-data wrapper "%"
  CreateProceduralLanguage  must be superuser to create custom procedural language
  CreatePublication  must be superuser to create FOR ALL TABLES publication
    must be superuser to create FOR TABLES IN SCHEMA publication
  CreateRole  must be superuser to create bypassrls users
    must be superuser to create replication users
    must be superuser to create superusers
    permission denied to create role
  CreateSubscription  must be superuser to create subscriptions
  CreateTableSpace  permission denied to create tablespace "%"
  DefineOpClass  must be superuser to create an operator class
  DefineOpFamily  must be superuser to create an operator family
  DefineRelation  cannot create temporary table within security-restricted operation
  DefineTSParser  must be superuser to create text search parsers
  DefineTSTemplate  must be superuser to create text search templates
  DefineType  must be superuser to create a base type
  DoCopy  must be superuser or have privileges of the pg_execute_server_program role to COPY t…
    must be superuser or have privileges of the pg_read_server_files role to COPY from a file
    must be superuser or have privileges of the pg_write_server_files role to COPY to a file
  DropOwnedObjects  permission denied to drop objects
  DropRole  must be superuser to drop superusers
    permission denied to drop role
  ExecWithCheckOptions  new row violates row-level security policy "%" for table "%"
    new row violates row-level security policy (USING expression) for table "%"
    new row violates row-level security policy for table "%"
    target row violates row-level security policy "%" (USING expression) for table "%"
    target row violates row-level security policy (USING expression) for table "%"
  GetConfigOptionByName  must be superuser or have privileges of pg_read_all_settings to examine "%"
  InitTempTableNamespace  permission denied to create temporary tables in database "%"
  PerformCursorOpen  cannot create a cursor WITH HOLD within security-restricted operation
  ReassignOwnedObjects  permission denied to reassign objects
  RenameDatabase  permission denied to rename database
  RenameRole  must be superuser to rename superusers
    permission denied to rename role
  ValidateJoinEstimator  must be superuser to specify a non-built-in join estimator function
  ValidateRestrictionEstimator  must be superuser to specify a non-built-in restriction estimator function
  aclcheck_error  must be owner of aggregate %
    must be owner of collation %
    must be owner of conversion %
    must be owner of database %
    must be owner of event trigger %
    must be owner of extension %
    must be owner of foreign server %
    must be owner of foreign table %
    must be owner of foreign-data wrapper %
    must be owner of function %
    must be owner of index %
    must be owner of language %
    must be owner of materialized view %
    must be owner of operator %
    must be owner of operator class %
    must be owner of operator family %
    must be owner of procedure %
    must be owner of publication %
    must be owner of relation %
    must be owner of routine %
    must be owner of schema %
    must be owner of sequence %
    must be owner of statistics object %
    must be owner of table %
    must be owner of tablespace %
    must be owner of text search configuration %
    must be owner of text search dictionary %
    must be owner of type %
    must be owner of view %
    permission denied for aggregate %
    permission denied for database %
    permission denied for foreign server %
    permission denied for foreign table %
    permission denied for foreign-data wrapper %
    permission denied for function %
    permission denied for index %
    permission denied for language %
    permission denied for materialized view %
    permission denied for parameter %
    permission denied for procedure %
    permission denied for schema %
    permission denied for table %
    permission denied for tablespace %
    permission denied for type %
    permission denied for view %
  aclcheck_error_col  permission denied for column "%" of relation "%"
  afterTriggerMarkEvents  cannot fire deferred trigger within security-restricted operation
  call_string_check_hook  permission denied to set role "%"
    permission denied to set session authorization "%"
  check_enable_rls  query would be affected by row-level security policy for table "%"
  check_is_member_of_role  must be member of role "%"
  check_object_ownership  must be superuser
    must have CREATEROLE privilege
  check_restricted_library_name  access to library "%" is not allowed
  check_role  permission will be denied to set role "%"
  check_session_authorization  permission will be denied to set session authorization "%"
  convert_and_check_filename  absolute path not allowed
    path must be in or below the current directory
  createdb  permission denied to copy database "%"
    permission denied to create database
  execute_extension_script  permission denied to create extension "%"
  file_fdw_validator  only superuser or a role with privileges of the pg_execute_server_program role may s…
    only superuser or a role with privileges of the pg_read_server_files role may specif…
  heap_create  permission denied to create "%.%"
  pg_cancel_backend  must be a member of the role whose query is being canceled or member of pg_signal_backend
    must be a superuser to cancel superuser query
  pg_import_system_collations  must be superuser to import system collations
  pg_read_file  must be superuser to read files with adminpack 1.0
  pg_rotate_logfile  must be superuser to rotate log files with adminpack 1.0
  pg_terminate_backend  must be a member of the role whose process is being terminated or member of pg_signa…
    must be a superuser to terminate superuser process
  postgres_fdw_validator  password_required=false is superuser-only
    sslcert and sslkey are superuser-only
  set_config_option_ext  cannot set parameter "%" within security-definer function
    cannot set parameter "%" within security-restricted operation
  standard_ProcessUtility  must be superuser or have privileges of pg_checkpoint to do CHECKPOINT
42611
  MergeAttributes  child column "%" specifies generation expression
    column "%" inherits conflicting default values
    column "%" inherits conflicting generation expressions
42622
  finish_nodeitem  label string is too long
  getid  identifier too long
  truncate_identifier  identifier "%" will be truncated to "%"
42710
  AddEnumLabel  enum label "%" already exists
    enum label "%" already exists, skipping
  AddRelationNewConstraints  check constraint "%" already exists
  AlterTypeNamespaceInternal  type "%" already exists in schema "%"
  CastCreate  cast from type % to type % already exists
  CollationCreate  collation "%" already exists
    collation "%" already exists, skipping
  ConversionCreate  conversion "%" already exists
    default conversion for % to % already exists
  CreateAccessMethod  access method "%" already exists
  CreateExtension  extension "%" already exists
    extension "%" already exists, skipping
  CreateForeignServer  server "%" already exists, skipping
  CreateOpFamily  operator family "%" for access method "%" already exists
  CreatePublication  publication "%" already exists
  CreateStatistics  statistics object "%" already exists
    statistics object "%" already exists, skipping
  CreateTriggerFiringOn  trigger "%" for relation "%" already exists
  CreateUserMapping  user mapping for "%" already exists for server "%"
    user mapping for "%" already exists for server "%", skipping
  DefineOpClass  could not make operator class "%" be default for type %
    operator class "%" for access method "%" already exists
  DefineType  type "%" does not exist
  InsertRule  rule "%" for relation "%" already exists
  IsThereCollationInNamespace  collation "%" already exists in schema "%"
  IsThereOpClassInNamespace  operator class "%" for access method "%" already exists in schema "%"
  IsThereOpFamilyInNamespace  operator family "%" for access method "%" already exists in schema "%"
  load_categories_hash  duplicate category name
  publication_add_relation  relation "%" is already member of publication "%"
  publication_add_schema  schema "%" is already member of publication "%"
  publication_translate_columns  duplicate column "%" in publication column list
  report_namespace_conflict  conversion "%" already exists in schema "%"
    statistics object "%" already exists in schema "%"
  storeOperators  operator %(%,%) already exists in operator family "%"
  storeProcedures  function %(%,%) already exists in operator family "%"
  transformGenericOptions  option "%" provided more than once
42712
  checkNameSpaceConflicts  table name "%" specified more than once
  plpgsql_yyparse  variable "%" shadows a previously defined variable
  transformMergeStmt  name "%" specified more than once
  transformWithClause  WITH query name "%" specified more than once
42723
  IsThereFunctionInNamespace  function % already exists in schema "%"
  OperatorCreate  operator % already exists
  ProcedureCreate  function "%" already exists with same argument types
42725
  LookupFuncWithArgs  function name "%" is not unique
    routine name "%" is not unique
  ParseFuncOrColumn  function % is not unique
  op_error  operator is not unique: %
  regoperin  more than one operator named %
  regprocin  more than one function named "%"
42803
  check_agg_arguments  aggregate function calls cannot be nested
    outer-level aggregate cannot contain a lower-level variable in its direct arguments
  check_agg_arguments_walker  aggregate function calls cannot contain window function calls
  check_agglevels_and_constraints  aggregate functions are not allowed in COPY FROM WHERE conditions
    aggregate functions are not allowed in DEFAULT expressions
    aggregate functions are not allowed in FROM clause of their own query level
    aggregate functions are not allowed in JOIN conditions
    aggregate functions are not allowed in MERGE WHEN conditions
    aggregate functions are not allowed in UPDATE
    aggregate functions are not allowed in WHERE
    aggregate functions are not allowed in check constraints
    aggregate functions are not allowed in column generation expressions
    aggregate functions are not allowed in policy expressions
    aggregate functions are not allowed in statistics expressions
    aggregate functions are not allowed in trigger WHEN conditions
  check_ungrouped_columns_walker  column "%.%" must appear in the GROUP BY clause or be used in an aggregate function
    subquery uses ungrouped column "%.%" from outer query
  finalize_grouping_exprs_walker  arguments to GROUPING must be grouping expressions of the associated query level
42804
  ATAddForeignKeyConstraint  foreign key constraint "%" cannot be implemented
  ATExecAddOf  table "%" has different type for column "%"
    table has column "%" where type requires "%"
    table has extra column "%"
  ATExecAlterColumnType  default for column "%" cannot be cast automatically to type %
  ATExecAttachPartition  table "%" contains column "%" not found in parent "%"
  ATPrepAlterColumnType  column "%" cannot be cast automatically to type %
    result of USING clause for column "%" cannot be cast automatically to type %
  AggregateCreate  return type of inverse transition function % is not %
  DefineRange  range subtype cannot be %
  EvaluateParams  parameter $% of type % cannot be coerced to the expected type %
  MergeAttributes  column "%" has a compression method conflict
    column "%" has a type conflict
    inherited column "%" has a generation conflict
    inherited column "%" has a storage parameter conflict
  MergeAttributesIntoExisting  child table "%" has different type for column "%"
    child table is missing column "%"
    column "%" in child table has a conflicting generation expression
    column "%" in child table must be a generated column
    column "%" in child table must be marked NOT NULL
  MergeConstraintsIntoExisting  child table is missing constraint "%"
  ParseFuncOrColumn  VARIADIC argument must be an array
  addRangeTableEntryForFunction  function "%" in FROM has unsupported return type %
  analyzeCTE  recursive query "%" column % has type % in non-recursive term but type % overall
  array_cmp  cannot compare arrays of different element types
  build_attrmap_by_position  returned record type does not match expected record type
    returned row structure does not match the structure of the triggering table
    structure of query does not match function result type
    wrong record type supplied in RETURN NEXT
  check_valid_int2vector  array is not a valid int2vector
  check_valid_oidvector  array is not a valid oidvector
  coerce_to_boolean  !argument of % must be type %, not type %
    argument of % must be type boolean, not type %
    argument of CASE/WHEN must not return a set
    argument of NOT must not return a set
  coerce_to_specific_type_typmod  argument of TABLESAMPLE must not return a set
    argument of XMLTABLE must not return a set
  enforce_generic_type_consistency  cannot determine element type of "anyarray" argument
    could not determine polymorphic type % because input has type %
    could not determine polymorphic type because input has type %
  exec_assign_value  cannot assign non-composite value to a record variable
  exec_move_row_from_fields  number of source and target fields in assignment does not match
  exec_stmt_foreach_a  FOREACH ... SLICE loop variable must be of an array type
    FOREACH expression must yield an array, not type %
  exec_stmt_return_next  wrong result type supplied in RETURN NEXT
  get_record_type_from_argument  first argument of % must be a row type
  jsonb_subscript_transform  jsonb subscript does not support slices
    subscript type % is not supported
  lookup_agg_function  function % requires run-time type coercion
  make_return_next_stmt  RETURN NEXT cannot have a parameter in function with OUT parameters
    cannot use RETURN NEXT in a non-SETOF function
  make_return_query_stmt  cannot use RETURN QUERY in a non-SETOF function
  make_return_stmt  RETURN cannot have a parameter in function returning set
    RETURN cannot have a parameter in function returning void
    RETURN cannot have a parameter in function with OUT parameters
  plpgsql_yyparse  loop variable of loop over rows must be a record variable or list of scalar variables
    variable "%" must be of type cursor or refcursor
  select_common_type  % types % and % cannot be matched
  transformAssignedExpr  column "%" is of type % but expression is of type %
  transformAssignmentIndirection  cannot assign to field "%" of column "%" because its type % is not a composite type
    subfield "%" is of type % but expression is of type %
    subscripted assignment to "%" requires type % but expression is of type %
  transformContainerSubscripts  cannot subscript type % because it does not support subscripting
  transformPartitionBoundValue  specified value cannot be cast to type % for column "%"
  tsvector_update_trigger  column "%" is not of a character type
    column "%" is not of tsvector type
  tupledesc_match  function return row and query-specified return row do not match
  validateConnectbyTupleDesc
    query-specified return tuple not valid for Connectby: fourth column must be type integer
  validateInfiniteBounds  every bound following MINVALUE must also be MINVALUE
42809
  ATAddForeignKeyConstraint  cannot add NOT VALID foreign key on partitioned table "%" referencing relation "%"
    cannot use ONLY for foreign key on partitioned table "%" referencing relation "%"
    referenced relation "%" is not a table
  ATExecAddColumn  cannot add column to a partition
  ATExecAddOf  typed tables cannot inherit
  ATExecAttachPartition  "%" is already a partition
    cannot attach a temporary relation as partition of permanent relation "%"
  ATExecChangeOwner  cannot change owner of index "%"
  ATExecDropOf  "%" is not a typed table
  ATExecReplicaIdentity  index "%" cannot be used as replica identity because column "%" is nullable
  ATExecValidateConstraint  constraint "%" of relation "%" is not a foreign key or check constraint
  ATPrepAddColumn  cannot add column to typed table
  ATPrepAddInherit  cannot change inheritance of typed table
  ATPrepCmd  cannot change access method of a partitioned table
  ATPrepDropColumn  cannot drop column from typed table
  ATSimplePermissions  ALTER action % cannot be performed on relation "%"
  AfterTriggerSetState  constraint "%" is not deferrable
  AlterType  % is not a base type
  AlterTypeOwner  % is a table's row type
    cannot alter array type %
  AttachPartitionEnsureIndexes  cannot attach foreign table "%" as partition of partitioned table "%"
  BeginCopyTo  cannot copy from foreign table "%"
    cannot copy from partitioned table "%"
    cannot copy from sequence "%"
    cannot copy from view "%"
  CheckValidResultRelNew  cannot change materialized view "%"
    cannot change sequence "%"
  CheckValidRowMarkRel  cannot lock rows in materialized view "%"
  CommentObject  cannot set comment on relation "%"
  ComputeIndexAttrs  operator % is not commutative
  CreateCast  cast will be ignored because the source data type is a domain
    source data type % is a pseudo-type
    target data type % is a pseudo-type
  CreateStatistics  cannot define statistics for relation "%"
  CreateTriggerFiringOn  "%" is a foreign table
    "%" is a table
    "%" is a view
  DefineIndex  cannot create index on relation "%"
  DefineQueryRewrite  relation "%" cannot have rules
  DefineRange  range collation specified but subtype does not support collation
  DefineRelation  cannot create foreign partition of partitioned table "%"
  ExecGrant_Language  language "%" is not trusted
  LookupFuncWithArgs  !% is not a procedure
    % is not a function
    function % is not an aggregate
  MergeAttributes  cannot create a permanent relation as partition of temporary relation "%"
    cannot create a temporary relation as partition of permanent relation "%"
    cannot inherit from partitioned table "%"
    cannot inherit from temporary relation "%"
  ParseFuncOrColumn  % is a procedure
    %(*) must be used to call a parameterless aggregate function
    @% is not a procedure
    OVER specified, but % is not a window function nor an aggregate function
    WITHIN GROUP is required for ordered-set aggregate %
    window function % requires an OVER clause
  RangeVarCallbackForLockTable  cannot lock relation "%"
  RangeVarCallbackOwnsTable  "%" is not a table or materialized view
  addTargetToSortList  operator % is not a valid ordering operator
  brin_summarize_range  "%" is not a BRIN index
  check_of_type  type % is not a composite type
  compute_return_type  return type % is only a shell
  get_expr_result_tupdesc  type % is not composite
  get_raw_page_internal  cannot get raw page from relation "%"
  gin_clean_pending_list  "%" is not a GIN index
  infer_arbiter_indexes  ON CONFLICT DO UPDATE not supported with exclusion constraints
  interpret_function_parameter_list  argument type % is only a shell
  make_scalar_array_op  op ANY/ALL (array) requires array on right side
    op ANY/ALL (array) requires operator to yield boolean
  pg_relpages_impl  cannot get page count of relation "%"
  pgrowlocks  "%" is a partitioned table
  process_owned_by  sequence cannot be owned by relation "%"
  transformIndexConstraint  index "%" column number % does not have default sorting behavior
  transformTableLikeClause  relation "%" is invalid in LIKE clause
  unknown_attribute  column notation .% applied to type %, which is not a composite type
  verify_heapam  cannot check relation "%"
42830
  ATAddForeignKeyConstraint  number of referencing and referenced columns for foreign key disagree
  transformFkeyCheckAttrs  foreign key referenced-columns list must not contain duplicates
    there is no unique constraint matching given keys for referenced table "%"
42846
  transformXmlSerialize  cannot cast XMLSERIALIZE result to %
42883
  ?  function "%" does not exist
  CheckFunctionValidatorAccess  function with OID % does not exist
  LookupFuncWithArgs  aggregate % does not exist
    aggregate %(*) does not exist
    could not find a function named "%"
    could not find a procedure named "%"
  ParseFuncOrColumn  @function % does not exist
    procedure % does not exist
  fmgr_internal_validator  there is no built-in function named "%"
  get_sort_group_operators  @could not identify an equality operator for type %
  make_op  operator is only a shell: %
  pg_do_encoding_conversion  default conversion function for encoding "%" to "%" does not exist
428C9
  rewriteTargetListIU  cannot insert a non-DEFAULT value into column "%"
    column "%" can only be updated to DEFAULT
42939
  CreateSchemaCommand  unacceptable schema name "%"
  CreateTableSpace  unacceptable tablespace name "%"
  base_yyparse  % cannot be used as a role name here
    @role name "%" is reserved
42P01
  ?  relation "%" does not exist
  DropErrorMsgNonExistent  sequence "%" does not exist
    table "%" does not exist
    view "%" does not exist
  RangeVarGetRelidExtended  !relation "%.%" does not exist
  RemoveInheritance  relation "%" is not a parent of relation "%"
    relation "%" is not a partition of relation "%"
  errorMissingRTE  invalid reference to FROM-clause entry for table "%"
    missing FROM-clause entry for table "%"
  parserOpenTable  @relation "%.%" does not exist
  pg_class_aclmask_ext  relation with OID % does not exist
  transformLockingClause  relation "%" in % clause not found in FROM clause
42P02
  regoperatorin  @missing argument
  to_regoperator  !missing argument
  transformParamRef  there is no parameter $%
42P04
  RenameDatabase  database "%" already exists
42P05
  StorePreparedStatement  prepared statement "%" already exists
42P06
  CreateSchemaCommand  schema "%" already exists, skipping
  NamespaceCreate  schema "%" already exists
42P07
  ATExecAddInherit  circular inheritance not allowed
42P10
  BeginCopyFrom  FORCE_NULL column "%" not referenced by COPY
  BeginCopyTo  FORCE_QUOTE column "%" not referenced by COPY
  CheckCmdReplicaIdentity  cannot delete from table "%"
    cannot update table "%"
  CopyGetAttnums  column "%" is a generated column
  DoCopy  generated columns are not supported in COPY FROM WHERE conditions
  addRangeTableEntryForTableFunc  % function has % columns available but % columns specified
  analyzeCTETargetList  WITH query "%" has % columns available but % columns specified
  checkExprIsVarFree  argument of % must not contain variables
  findTargetlistEntrySQL92  % position % is not in select list
  infer_arbiter_indexes  there is no unique or exclusion constraint matching the ON CONFLICT specification
  publication_translate_columns  cannot use generated column "%" in publication column list
    cannot use system column "%" in publication column list
  resolve_unique_index_expr  ASC/DESC is not allowed in ON CONFLICT clause
    NULLS FIRST/LAST is not allowed in ON CONFLICT clause
  scanNSItemForColumn  cannot use system column "%" in MERGE WHEN condition
    cannot use system column "%" in column generation expression
    system column "%" reference in check constraint is invalid
  transformDistinctClause  for SELECT DISTINCT, ORDER BY expressions must appear in select list
    in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list
  transformDistinctOnClause  SELECT DISTINCT ON expressions must match initial ORDER BY expressions
  transformSetOperationTree
    UNION/INTERSECT/EXCEPT member statement cannot refer to other relations of same query level
  validateFkOnDeleteSetColumns  column "%" referenced in ON DELETE SET action must be part of foreign key
42P11
  SPI_cursor_open_internal  cannot open % query as cursor
    cannot open multi-query plan as cursor
  transformDeclareCursorStmt  DECLARE INSENSITIVE CURSOR ... % is not valid
    cannot specify both % and %
42P13
  AggregateCreate  cannot determine transition data type
    strictness of aggregate's forward and inverse transition functions must match
  AlterOperator  only binary operators can have join selectivity
  DefineAggregate  aggregate input type must be specified
    aggregate stype must be specified
    aggregate transition data type cannot be %
    basetype is redundant with aggregate input type specification
    must specify both or neither of serialization and deserialization functions
  DefineOperator  SETOF type not allowed for operator argument
    operator argument types must be specified
    operator function must be specified
    operator right argument type must be specified
  ProcedureCreate  cannot change return type of existing function
    cannot determine result data type
  check_sql_fn_retval_ext  return type % is not supported for SQL functions
    return type mismatch in function declared to return %
  compute_common_attribute  invalid attribute in procedure definition
  compute_return_type  SQL function cannot return shell type %
  do_compile  event trigger functions cannot have declared arguments
    trigger functions cannot have declared arguments
  fmgr_sql_validator  SQL functions cannot have arguments of type %
    SQL functions cannot return type %
  get_other_operator  operator cannot be its own negator or sort operator
  interpret_AS_clause  SQL function with unquoted function body cannot have polymorphic arguments
    duplicate function body specified
  interpret_function_parameter_list  SQL function cannot accept shell type %
    input parameters after one with a default value must also have defaults
    parameter name "%" used more than once
    procedure OUT parameters cannot appear after one with a default value
42P15
  setSchemaName  CREATE specifies a schema (%) different from the one being created (%)
42P16
  ATAddForeignKeyConstraint  constraints on temporary tables may reference only temporary tables
  ATExecAddColumn  cannot recursively add identity column to table that has child tables
    column must be added to child tables too
  ATExecDropColumn  cannot drop column "%" because it is part of the partition key of relation "%"
    cannot drop column from only the partitioned table when partitions exist
    cannot drop inherited column "%"
  ATExecDropConstraint  cannot drop inherited constraint "%" of relation "%"
  ATExecDropNotNull  column "%" is in a primary key
    column "%" is in index used as replica identity
    column "%" is marked NOT NULL in parent table
  ATExecValidateConstraint  constraint must be validated on child tables too
  ATPrepAlterColumnType  cannot alter column "%" because it is part of the partition key of relation "%"
    cannot alter inherited column "%"
    cannot alter inherited column "%" of relation "%"
    type of inherited column "%" must be changed in child tables too
  ATPrepChangePersistence  could not change table "%" to unlogged because it references logged table "%"
  ATPrepDropNotNull  cannot remove constraint from only the partitioned table when partitions exist
  BuildDescForRelation  !column "%" cannot be declared SETOF
  CheckAttributeType  column "%" has pseudo-type %
    composite type % cannot be made a member of itself
    partition key column % has pseudo-type %
  DefineRelation  ON COMMIT can only be used on temporary tables
  RangeVarAdjustRelationPersistence  cannot create temporary relation in non-temporary schema
    only temporary relations may be created in temporary schemas
  StoreRelCheck  cannot add NO INHERIT constraint to partitioned table "%"
  checkViewTupleDesc  cannot change collation of view column "%" from "%" to "%"
    cannot change data type of view column "%" from % to %
    cannot change name of view column "%" to "%"
    cannot drop columns from view
  index_check_primary_key  !multiple primary keys for table "%" are not allowed
  rename_constraint_internal  cannot rename inherited constraint "%"
    inherited constraint "%" must be renamed in child tables too
  renameatt_internal  cannot rename inherited column "%"
    inherited column "%" must be renamed in child tables too
  transformIndexConstraint  @multiple primary keys for table "%" are not allowed
  transformPartitionBound  FROM must specify exactly one value per partitioning column
    a hash-partitioned table may not have a default partition
    invalid bound specification for a hash partition
    invalid bound specification for a list partition
    invalid bound specification for a range partition
    modulus for hash partition must be an integer value greater than zero
    remainder for hash partition must be less than modulus
  transformRangeTableFunc  @column "%" cannot be declared SETOF
42P17
  ATExecAttachPartitionIdx  cannot attach index "%" as a partition of index "%"
  CheckPredicate  functions in index predicate must be marked IMMUTABLE
  ComputeIndexAttrs  functions in index expression must be marked IMMUTABLE
  ComputePartitionAttrs  cannot use constant expression as partition key
    cannot use system column "%" in partition key
    functions in partition key expression must be marked IMMUTABLE
  CreateCast  argument of cast function must match or be binary-coercible from source data type
    cast function must not return a set
    composite data types are not binary-compatible
    return data type of cast function must match or be binary-coercible to target data type
    second argument of cast function must be type %
    source and target data types are not physically compatible
  CreateConversionCommand  encoding conversion to or from "SQL_ASCII" is not supported
  CreateStatistics  extended statistics require at least 2 columns
  CreateTableSpace  tablespace location must be an absolute path
  CreateTriggerFiringOn  DELETE trigger's WHEN condition cannot reference NEW values
    INSERT trigger's WHEN condition cannot reference OLD values
    statement trigger's WHEN condition cannot reference column values
    transition table name can only be specified for an AFTER trigger
  DefineCollation  collation "default" cannot be copied
    parameter "lc_ctype" must be specified
    parameter "locale" must be specified
    unrecognized collation provider: %
  DefineDomain  check constraints for domains cannot be marked NO INHERIT
  DefineOpClass  storage type cannot be different from data type for access method "%"
  DefineRange  cannot specify a canonical function without a pre-created shell type
  DefineRelation  "%" is not partitioned
  DefineTSDictionary  text search template is required
  DefineTSParser  text search parser gettoken method is required
  DefineTSTemplate  text search template lexize method is required
  DefineType  type input function must be specified
    type modifier output function is useless without a type modifier input function
    type output function must be specified
  ExecAlterExtensionContentsStmt  cannot add an object of this type to an extension
  MergeConstraintsIntoExisting  constraint "%" conflicts with NOT VALID constraint on child table "%"
  MergeWithExistingConstraint  constraint "%" conflicts with inherited constraint on relation "%"
    constraint "%" conflicts with non-inherited constraint on relation "%"
  RangeVarCallbackForAttachIndex  "%" is not an index
  TypeCreate  internal size % is invalid for passed-by-value type
  addFamilyMember  function number % for (%,%) appears more than once
    operator number % for (%,%) appears more than once
  assignOperTypes  access method "%" does not support ordering operators
    index search operators must return boolean
  assignProcTypes  btree comparison functions must have two arguments
    btree equal image functions must not be cross-type
    btree in_range functions must have five arguments
    btree sort support functions must accept type "internal"
    hash function 1 must have one argument
    hash function 2 must have two arguments
  checkRuleResultList  RETURNING list has too few entries
    SELECT rule's target entry % has different column name from column "%"
  check_nested_generated_walker  cannot use generated column "%" in column generation expression
    cannot use whole-row variable in column generation expression
  check_new_partition_bound  empty range bound specified for partition "%"
    every hash partition modulus must be a factor of the next larger modulus
    partition "%" conflicts with existing default partition "%"
    partition "%" would overlap partition "%"
  cookDefault  generation expression is not immutable
  findRangeSubtypeDiffFunction  range subtype diff function % must be immutable
    range subtype diff function % must return type %
  findTypeInputFunction  type input function % must return type %
  fireRIRrules  infinite recursion detected in policy for relation "%"
    infinite recursion detected in rules for relation "%"
  transformCreateStmt  cannot create partitioned table as inheritance child
  transformPartitionCmd  "%" is not a partitioned table
  transformPartitionRangeBounds  cannot specify NULL in range bound
  transformPartitionSpec  cannot use "list" partition strategy with more than one column
  transformRuleStmt  ON DELETE rule cannot use NEW
42P18
  pg_analyze_and_rewrite_varparams  could not determine data type of parameter $%
42P19
  build_tuplestore_recursively  infinite recursion detected
  checkWellFormedRecursion  recursive query "%" does not have the form non-recursive-term UNION [ALL] recursive-term
    recursive query "%" must not contain data-modifying statements
  checkWellFormedRecursionWalker  recursive reference to query "%" must not appear more than once
    recursive reference to query "%" must not appear within EXCEPT
    recursive reference to query "%" must not appear within INTERSECT
    recursive reference to query "%" must not appear within a subquery
    recursive reference to query "%" must not appear within an outer join
    recursive reference to query "%" must not appear within its non-recursive term
  parseCheckAggregates  aggregate functions are not allowed in a recursive query's recursive term
42P20
  base_yyparse  frame start cannot be UNBOUNDED FOLLOWING
  checkTargetlistEntrySQL92  window functions are not allowed in GROUP BY
  transformWindowDefinitions  RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column
    cannot copy window "%" because it has a frame clause
    cannot override ORDER BY clause of window "%"
    cannot override PARTITION BY clause of window "%"
    window "%" is already defined
  transformWindowFuncCall  window functions are not allowed in COPY FROM WHERE conditions
    window functions are not allowed in DEFAULT expressions
    window functions are not allowed in FILTER
    window functions are not allowed in WHERE
    window functions are not allowed in policy expressions
    window functions are not allowed in trigger WHEN conditions
    window functions are not allowed in window definitions
42P21
  analyzeCTE  recursive query "%" column % has collation "%" in non-recursive term but collation "…
  merge_collation_state  collation mismatch between explicit collations "%" and "%"
42P22
  ComputeIndexAttrs  could not determine which collation to use for index expression
  DefineVirtualRelation  could not determine which collation to use for view column "%"
  Generic_Text_IC_like  could not determine which collation to use for ILIKE
  check_collation_set  could not determine which collation to use for string comparison
  intorel_startup  no collation was derived for column "%" with collatable type %
  pg_set_regex_collation  could not determine which collation to use for regular expression
  str_initcap  could not determine which collation to use for initcap() function
  str_tolower  could not determine which collation to use for lower() function
  str_toupper  could not determine which collation to use for upper() function
`
