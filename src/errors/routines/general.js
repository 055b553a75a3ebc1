/** Who reports what in PostgreSQL: what is not there, states, limits, notices. The form is index.js'. */
export const GENERAL = String.raw`
00000
  ATExecAddColumn  merging definition of column "%" for child "%"
  ATExecAddIndexConstraint  ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index "%" to "%"
  ATExecDropColumn  column "%" of relation "%" does not exist, skipping
  ATExecDropConstraint  constraint "%" of relation "%" does not exist, skipping
  ATExecDropExpression  column "%" of relation "%" is not a stored generated column, skipping
  ATExecDropIdentity  column "%" of relation "%" is not an identity column, skipping
  AddRoleMems  role "%" is already a member of role "%"
  AlterCollation  version has not changed
  CreateRole  SYSID can no longer be specified
    empty string is not a valid password, clearing password
  DefineIndex  substituting access method "gist" for obsolete method "rtree"
  DefineView  view "%" will be a temporary view
  DropErrorMsgNonExistent  foreign table "%" does not exist, skipping
    index "%" does not exist, skipping
    materialized view "%" does not exist, skipping
    sequence "%" does not exist, skipping
    table "%" does not exist, skipping
    view "%" does not exist, skipping
  DropRole  role "%" does not exist, skipping
  DropSubscription  subscription "%" does not exist, skipping
  DropTableSpace  tablespace "%" does not exist, skipping
  ExecAlterExtensionStmt  version "%" of extension "%" is already installed
  ExecuteTruncateGuts  truncate cascades to table "%"
  LookupTypeNameExtended  type reference % converted to %
  MergeAttributes  merging column "%" with inherited definition
    merging multiple inherited definitions of column "%"
    moving and merging column "%" with inherited definition
  MergeWithExistingConstraint  merging constraint "%" with inherited definition
  ReindexTable  table "%" has no indexes that can be reindexed concurrently
    table "%" has no indexes to reindex
  RemoveUserMapping  user mapping for "%" does not exist for server "%", skipping
  check_expect  pgp_decrypt: unexpected cipher_algo: expected % got %
    pgp_decrypt: unexpected compress_algo: expected % got %
    pgp_decrypt: unexpected disable_mdc: expected % got %
    pgp_decrypt: unexpected s%k_cipher_algo: expected % got %
    pgp_decrypt: unexpected s%k_count: expected % got %
    pgp_decrypt: unexpected s%k_digest_algo: expected % got %
    pgp_decrypt: unexpected s%k_mode: expected % got %
    pgp_decrypt: unexpected unicode_mode: expected % got %
    pgp_decrypt: unexpected use_sess_key: expected % got %
  does_not_exist_skipping  access method "%" does not exist, skipping
    aggregate %(%) does not exist, skipping
    cast from type % to type % does not exist, skipping
    collation "%" does not exist, skipping
    conversion "%" does not exist, skipping
    event trigger "%" does not exist, skipping
    extension "%" does not exist, skipping
    foreign-data wrapper "%" does not exist, skipping
    function %(%) does not exist, skipping
    language "%" does not exist, skipping
    operator % does not exist, skipping
    operator class "%" does not exist for access method "%", skipping
    operator family "%" does not exist for access method "%", skipping
    policy "%" for relation "%" does not exist, skipping
    procedure %(%) does not exist, skipping
    publication "%" does not exist, skipping
    routine %(%) does not exist, skipping
    rule "%" for relation "%" does not exist, skipping
    text search configuration "%" does not exist, skipping
    text search dictionary "%" does not exist, skipping
    text search parser "%" does not exist, skipping
    text search template "%" does not exist, skipping
    transform for type % language "%" does not exist, skipping
    trigger "%" for relation "%" does not exist, skipping
    type "%" does not exist, skipping
  dropdb  database "%" does not exist, skipping
  get_required_extension  installing required extension "%"
  parse_tsquery  text-search query doesn't contain lexemes: "%"
  reportDependentObjects  drop cascades to %
    drop cascades to % other objects
01000
  AlterForeignDataWrapper  changing the foreign-data wrapper handler can change behavior of existing foreign tables
    changing the foreign-data wrapper validator can cause the options for dependent obje…
  DelRoleMems  role "%" is not a member of role "%"
  LockRelease  you don't own a lock of type ExclusiveLock
  analyze_rel  skipping "%" --- cannot analyze non-tables or special system tables
  pg_rotate_logfile_v2  rotation not possible because log collection not active
  pg_signal_backend  PID % is not a PostgreSQL backend process
  vacuum_is_relation_owner  skipping "%" --- only superuser can analyze it
    skipping "%" --- only superuser or database owner can analyze it
    skipping "%" --- only superuser or database owner can vacuum it
    skipping "%" --- only table or database owner can analyze it
    skipping "%" --- only table or database owner can vacuum it
  vacuum_rel  skipping "%" --- cannot vacuum non-tables or special system tables
01006
  restrict_and_check_grant  no privileges could be revoked for "%"
    no privileges could be revoked for column "%" of relation "%"
01007
  restrict_and_check_grant  no privileges were granted for "%"
    no privileges were granted for column "%" of relation "%"
08003
  dblink_conn_not_avail  connection "%" not available
    connection not available
09000
  autoinc  attribute "%" of "%" must be type INT%
  check_foreign_key  "%": tuple is referenced in "%"
  check_primary_key  tuple references non-existent key
  moddatetime  attribute "%" of "%" must be type TIMESTAMP or TIMESTAMPTZ
0A000
  ?  cross-database references are not implemented: "%"
  ATExecAlterColumnGenericOptions  cannot alter system column "%"
  ATExecAlterColumnType  cannot alter type of a column used by a generated column
    cannot alter type of a column used by a publication WHERE clause
    cannot alter type of a column used by a view or rule
    cannot alter type of a column used in a policy definition
  ATExecDropColumn  cannot drop system column "%"
  ATExecSetStatistics  cannot alter statistics on included column "%" of index "%"
    cannot alter statistics on non-expression column "%" of index "%"
  ATPrepCmd  cannot have multiple SET ACCESS METHOD subcommands
  AggregateCreate  a variadic ordered-set aggregate must use VARIADIC type ANY
  AlterExtensionNamespace  extension "%" does not support SET SCHEMA
  BeginCopyTo  COPY (SELECT INTO) is not supported
    COPY query must have a RETURNING clause
  CheckSelectLocking  % is not allowed with DISTINCT clause
    % is not allowed with GROUP BY clause
    % is not allowed with aggregate functions
  CheckSetNamespace  cannot move objects into or out of TOAST schema
    cannot move objects into or out of temporary schemas
  ComputeIndexAttrs  access method "%" does not support ASC/DESC options
  CreateStatistics  column "%" cannot be used in statistics because its type % has no default btree oper…
    expression cannot be used in multivariate statistics because its type % has no defau…
    only a single relation is allowed in CREATE STATISTICS
    statistics creation on system columns is not supported
    when building statistics on a single expression, statistics kinds may not be specified
  CreateTriggerFiringOn  "%" is a partitioned table
    BEFORE trigger's WHEN condition cannot reference NEW system columns
    INSTEAD OF triggers cannot have WHEN conditions
    INSTEAD OF triggers cannot have column lists
    INSTEAD OF triggers must be FOR EACH ROW
    TRUNCATE FOR EACH ROW triggers are not supported
    transition tables cannot be specified for triggers with more than one event
  DCH_from_char  formatting field "%" is only supported in to_char
  DeconstructQualifiedName  cross-database references are not implemented: %
  DefineCollation  nondeterministic collations not supported with this provider
  DefineIndex  access method "%" does not support exclusion constraints
    access method "%" does not support included columns
    access method "%" does not support multicolumn indexes
    access method "%" does not support unique indexes
    cannot create index on partitioned table "%" concurrently
    unique constraint on partitioned table must include all partitioning columns
  DefineQueryRewrite  RETURNING lists are not supported in non-INSTEAD rules
  DefineRelation  specifying a table access method is not supported on a partitioned table
  DefineView  views must not contain SELECT INTO
    views must not contain data-modifying statements in WITH
  DoCopy  COPY FROM not supported with row-level security
    MERGE not supported in COPY
  ExecBRInsertTriggers  moving row to another partition during a BEFORE FOR EACH ROW trigger is not supported
  ExecCrossPartitionUpdate  invalid ON UPDATE specification
  ExecCrossPartitionUpdateForeignKey
    cannot move tuple across partitions when a non-root ancestor of the source partition…
  ExecRefreshMatView  "%" is not a materialized view
    CONCURRENTLY cannot be used when the materialized view is not populated
  ExecVacuum  ANALYZE option must be specified when a column list is provided
    VACUUM FULL cannot be performed in parallel
  ExecuteDoStmt  language "%" does not support inline code execution
  ExecuteGrantStmt  grantor must be current user
  GenericMatchText  nondeterministic collations are not supported for LIKE
  Generic_Text_IC_like  nondeterministic collations are not supported for ILIKE
  GetAttributeCompression  column data type % does not support compression
  ImportSnapshot  a snapshot-importing transaction must have isolation level SERIALIZABLE or REPEATABLE READ
  ParseFuncOrColumn  DISTINCT is not implemented for window functions
    OVER is not supported for ordered-set aggregate %
    aggregate ORDER BY is not implemented for window functions
    aggregates cannot use named arguments
    window function calls cannot contain set-returning function calls
  ProcessCopyOptions  COPY delimiter must be a single one-byte character
    COPY delimiter must not appear in the NULL specification
    COPY escape available only in CSV mode
    COPY escape must be a single one-byte character
    COPY force not null only available using COPY FROM
    COPY force null available only in CSV mode
    COPY force null only available using COPY FROM
    COPY force quote available only in CSV mode
    COPY force quote only available using COPY TO
    COPY quote available only in CSV mode
    COPY quote must be a single one-byte character
    CSV quote character must not appear in the NULL specification
    cannot specify HEADER in BINARY mode
  ProcessUtilitySlow  CREATE STATISTICS only supports relation names in the FROM clause
  ReindexMultipleTables  can only reindex the currently open database
  ReindexRelationConcurrently  cannot reindex invalid index "%.%" concurrently, skipping
  RemoveRelations  DROP INDEX CONCURRENTLY does not support dropping multiple objects
    cannot drop partitioned index "%" concurrently
  RenameRole  current user cannot be renamed
    session user cannot be renamed
  RevalidateCachedQuery  cached plan must not change result type
  RewriteQuery  DO ALSO rules are not supported for data-modifying statements in WITH
    INSERT with ON CONFLICT clause cannot be used with table that has INSERT or UPDATE rules
    WITH cannot be used in a query that is rewritten by rules into multiple queries
    cannot perform DELETE RETURNING on relation "%"
    cannot perform INSERT RETURNING on relation "%"
    cannot perform UPDATE RETURNING on relation "%"
  SPI_cursor_open_internal  DECLARE SCROLL CURSOR ... FOR UPDATE/SHARE is not supported
  TopologicalSort  mutual recursion between WITH items is not implemented
  XmlTableSetNamespace  DEFAULT namespace is not supported
  aclinsert  aclinsert is no longer supported
  aclremove  aclremove is no longer supported
  addRangeTableEntryForCTE  WITH query "%" does not have a RETURNING clause
  analyzeCTE  WITH clause containing a data-modifying statement must be at the top level
    with a SEARCH or CYCLE clause, the left side of the UNION must be a SELECT
  any_in  cannot accept a value of type any
  anyrange_in  cannot accept a value of type anyrange
  array_get_slice  slices of fixed-length arrays not implemented
  base_yyparse  CREATE OR REPLACE CONSTRAINT TRIGGER is not supported
    CREATE SCHEMA IF NOT EXISTS cannot include schema elements
    MATCH PARTIAL not yet implemented
    a column list with % is only supported for ON DELETE actions
  btree_index_checkable  only B-Tree indexes are supported as targets for verification
  call_string_check_hook  invalid value for parameter "%": "%"
  checkTimezoneIsUsedForCast  cannot convert value from % to % without time zone usage
  checkWellFormedRecursion  FOR UPDATE/SHARE in a recursive query is not implemented
    LIMIT in a recursive query is not implemented
    OFFSET in a recursive query is not implemented
    ORDER BY in a recursive query is not implemented
  check_agg_arguments_walker  aggregate function calls cannot contain set-returning function calls
  check_index_is_clusterable  cannot cluster on index "%" because access method does not support clustering
    cannot cluster on partial index "%"
  check_simple_rowfilter_expr_walker  invalid publication WHERE expression
  check_sql_fn_statements  calling procedures with output arguments is not supported in SQL functions
  check_srf_call_placement  set-returning functions are not allowed in COPY FROM WHERE conditions
    set-returning functions are not allowed in DEFAULT expressions
    set-returning functions are not allowed in EXECUTE parameters
    set-returning functions are not allowed in FILTER
    set-returning functions are not allowed in HAVING
    set-returning functions are not allowed in JOIN conditions
    set-returning functions are not allowed in LIMIT
    set-returning functions are not allowed in MERGE WHEN conditions
    set-returning functions are not allowed in RETURNING
    set-returning functions are not allowed in UPDATE
    set-returning functions are not allowed in VALUES
    set-returning functions are not allowed in WHERE
    set-returning functions are not allowed in check constraints
    set-returning functions are not allowed in index expressions
    set-returning functions are not allowed in policy expressions
    set-returning functions are not allowed in trigger WHEN conditions
    set-returning functions are not allowed in window definitions
  circle_poly  cannot convert circle with radius zero to polygon
  cluster_rel  cannot cluster a shared catalog
  core_yylex  unsafe use of string constant with Unicode escapes
  crosstab  function returning record called in context that cannot accept type record
  defGetCopyHeaderChoice  cannot use "%" with HEADER in COPY TO
  do_compile  PL/pgSQL functions cannot accept type anyarray
    trigger functions can only be called as triggers
  exec_assign_value  cannot assign to system column "%"
  exec_stmt_dynexecute  EXECUTE of transaction commands is not implemented
    cannot COPY to/from client in PL/pgSQL
  exec_stmt_execsql  unsupported transaction command in PL/pgSQL
  extract_date  unit "%" not supported for type date
  find_composite_type_dependencies  cannot alter table "%" because column "%.%" uses its row type
    cannot alter type "%" because column "%.%" uses it
  generate_recursion_path  could not implement recursive UNION
  get_record_type_from_query  could not determine row type for result of %
  heap_truncate_check_FKs  cannot truncate a table referenced in a foreign key constraint
    unsupported ON COMMIT and foreign key combination
  hstore_subscript_transform  hstore allows only one subscript
  index_create  nondeterministic collations are not supported for operator class "%"
  init_execution_state  % is not allowed in an SQL function
    cannot COPY to/from client in an SQL function
  interpret_AS_clause  % is not yet supported in unquoted SQL function body
  jspConvertRegexFlags  XQuery "x" flag (expanded regular expressions) is not implemented
  make_row_comparison_op  cannot compare rows of zero length
    could not determine interpretation of row comparison operator %
  numeric_int4_opt_error  cannot convert NaN to integer
  numeric_pg_lsn  cannot convert NaN to pg_lsn
  parse_extension_control_file  extension "%" is not available
  pg_ndistinct_in  cannot accept a value of type pg_ndistinct
  pg_node_tree_in  cannot accept a value of type pg_node_tree
  pg_set_regex_collation  nondeterministic collations are not supported for regular expressions
  pg_to_ascii  encoding conversion from % to ASCII not supported
  pgstat_relation  cannot get tuple-level statistics for relation "%"
  plpgsql_build_variable  variable "%" has pseudo-type %
  plpgsql_validator  PL/pgSQL functions cannot accept type cstring
    PL/pgSQL functions cannot return type %
  plpgsql_yyparse  FETCH statement cannot return multiple rows
  populate_joinrel_with_paths  FULL JOIN is only supported with merge-joinable or hash-joinable join conditions
  processCASbits  % constraints cannot be marked DEFERRABLE
    % constraints cannot be marked NO INHERIT
    % constraints cannot be marked NOT VALID
  process_owned_by  cannot change ownership of identity sequence
  record_in  input of anonymous composite types is not implemented
  replace_rte_variables_mutator  WHERE CURRENT OF on a view is not implemented
  rewriteSearchAndCycle  with a SEARCH or CYCLE clause, the recursive reference to WITH query "%" must be at …
  rewriteTargetView  cannot insert into column "%" of view "%"
    cannot update column "%" of view "%"
  setTargetTable  relation "%" cannot be the target of a modifying statement
  time_part_common  unit "%" not supported for type time without time zone
  timestamp_trunc  unit "%" not supported for type timestamp without time zone
  transformAssignedExpr  cannot set a subfield to DEFAULT
    cannot set an array element to DEFAULT
  transformCaseExpr  set-returning functions are not allowed in CASE
  transformCoalesceExpr  set-returning functions are not allowed in COALESCE
  transformColumnDefinition  array of serial is not implemented
  transformColumnNameList  system columns cannot be used in foreign keys
  transformColumnRef  cannot use column reference in DEFAULT expression
    cannot use column reference in partition bound expression
  transformCreateTableAsStmt  materialized views cannot be unlogged
    materialized views may not be defined using bound parameters
    materialized views must not use temporary tables or views
  transformDeclareCursorStmt  DECLARE CURSOR WITH HOLD ... % is not supported
    DECLARE CURSOR must not contain data-modifying statements in WITH
    DECLARE SCROLL CURSOR ... % is not supported
  transformFrameOffset  RANGE with offset PRECEDING/FOLLOWING is not supported for column type %
    RANGE with offset PRECEDING/FOLLOWING is not supported for column type % and offset type %
  transformFromClauseItem  TABLESAMPLE clause can only be applied to tables and materialized views
  transformIndirection  row expansion via "*" is not supported here
  transformLockingClause  % cannot be applied to a join
  transformMergeStmt  cannot execute MERGE on relation "%"
  transformMultiAssignRef  source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression
  transformRangeTableSample  tablesample method % does not support REPEATABLE
  transformRelOptions  tables declared WITH OIDS are not supported
  transformRuleStmt  cannot refer to NEW within WITH query
    rules on materialized views are not supported
  transformSetOperationStmt  % is not allowed with UNION/INTERSECT/EXCEPT
    invalid UNION/INTERSECT/EXCEPT ORDER BY clause
  transformSubLink  cannot use subquery in COPY FROM WHERE condition
    cannot use subquery in DEFAULT expression
    cannot use subquery in EXECUTE parameter
    cannot use subquery in check constraint
    cannot use subquery in column generation expression
    cannot use subquery in transform expression
    cannot use subquery in trigger WHEN condition
  transformTableConstraint  exclusion constraints are not supported on foreign tables
    exclusion constraints are not supported on partitioned tables
  transformTableLikeClause  LIKE is not supported for creating foreign tables
  transformWithClause  MERGE not supported in WITH query
  vacuum  PROCESS_TOAST required with VACUUM FULL
    VACUUM option DISABLE_PAGE_SKIPPING cannot be used with FULL
  xmlvalidate  xmlvalidate is not implemented
0LP01
  AddRoleMems  role "%" is a member of role "%"
  ExecAlterDefaultPrivilegesStmt  default privileges cannot be set for columns
    invalid privilege type % for schema
  ExecGrant_Relation  invalid privilege type % for column
    invalid privilege type % for table
    sequence "%" only supports USAGE, SELECT, and UPDATE privileges
  ExecGrant_Type  cannot set privileges of array types
  ExecuteGrantStmt  column privileges are only valid for relations
    invalid privilege type % for foreign server
    invalid privilege type % for function
    invalid privilege type % for procedure
  SetDefaultACL  cannot use IN SCHEMA clause when using GRANT/REVOKE ON SCHEMAS
  check_circularity  grant options cannot be granted back to your own grantor
  merge_acl_with_grant  grant options can only be granted to roles
0Z002
  exec_stmt_getdiag  GET STACKED DIAGNOSTICS cannot be used outside an exception handler
20000
  exec_stmt_case  case not found
24000
  PortalDrop  cannot drop pinned portal "%"
  execCurrentOf  cursor "%" does not have a FOR UPDATE/SHARE reference to table "%"
    cursor "%" has multiple FOR UPDATE/SHARE references to table "%"
    cursor "%" is held from a previous transaction
    cursor "%" is not a simply updatable scan of table "%"
    cursor "%" is not positioned on a row
3F000
  RangeVarGetCreationNamespace  @no schema has been selected to create in
  get_namespace_oid  schema "%" does not exist
54000
  ArrayCheckBounds  array lower bound is too large: %
  _bt_check_third_page  index row size % exceeds btree version % maximum % for index "%"
  array_subscript_transform  number of array dimensions (%) exceeds the maximum allowed (%)
  chr  null character not permitted
    requested character too large for encoding: %
  circle_poly  too many points requested
  index_form_tuple_context  index row requires % bytes, maximum size is %
  ltree_concat  number of ltree levels (%) exceeds the maximum allowed (%)
  parse_lquery  lquery syntax error
    number of lquery items (%) exceeds the maximum allowed (%)
  parse_ltree  number of ltree labels (%) exceeds the maximum allowed (%)
  tsvectorin  string is too long for tsvector (% bytes, max % bytes)
    word is too long (% bytes, max % bytes)
54001
  check_stack_depth  stack depth limit exceeded
  parseCheckAggregates  too many grouping sets present (maximum 4096)
54023
  parseNameAndArgTypes  too many arguments
55000
  ATExecAddIdentity  column "%" of relation "%" is already an identity column
    column "%" of relation "%" must be declared NOT NULL before identity can be added
  ATExecDropExpression  column "%" of relation "%" is not a stored generated column
  ATExecDropIdentity  column "%" of relation "%" is not an identity column
  ATPrepChangePersistence  cannot change table "%" to unlogged because it is part of a publication
  CheckAlterPublication  publication "%" is defined as FOR ALL TABLES
  CheckCmdReplicaIdentity  cannot delete from table "%" because it does not have a replica identity and publish…
    cannot update table "%" because it does not have a replica identity and publishes updates
  CheckLogicalDecodingRequirements  logical decoding requires wal_level >= logical
  CopyFrom  cannot perform COPY FREEZE because the table was not created or truncated in the cur…
  CreatePublication  wal_level is insufficient to publish logical changes
  ExecCheckIndexConstraints  ON CONFLICT does not support deferrable unique constraints/exclusion constraints as …
  ExecOpenScanRelation  materialized view "%" has not been populated
  ExecRefreshMatView  cannot refresh materialized view "%" concurrently
  HoldPinnedPortals  cannot perform transaction commands inside a cursor loop that is not read-only
  MarkPortalActive  portal "%" cannot be run
  currval_oid  currval of sequence "%" is not yet defined in this session
  instantiate_empty_record_variable  record "%" is not assigned yet
  lastval  lastval is not yet defined in this session
  process_owned_by  sequence must be in same schema as table it is linked to
  transformFkeyCheckAttrs  cannot use a deferrable unique constraint for referenced table "%"
  transformFkeyGetPrimaryKey  cannot use a deferrable primary key for referenced table "%"
  transformIndexConstraint  index "%" is already associated with a constraint
    index "%" is not valid
55006
  CheckTableNotInUse  cannot % "%" because it has pending trigger events
    cannot % "%" because it is being used by active queries in this session
  DropRole  current user cannot be dropped
    session user cannot be dropped
55P02
  binary_upgrade_set_next_pg_type_oid  function can only be called when server is in binary upgrade mode
  set_config_option_ext  parameter "%" cannot be changed
    parameter "%" cannot be changed now
    parameter "%" cannot be changed without restarting the server
    parameter "%" cannot be set after connection start
55P04
  check_safe_enum_use  unsafe use of new value "%" of enum type %
57014
  CopyGetData  COPY from stdin failed: %
  ProcessInterrupts  canceling statement due to statement timeout
58P01
  internal_load_library  could not access file "%": %
F0000
  NISortDictionary  invalid affix alias "%"
  compileTheLexeme  thesaurus sample word "%" isn't recognized by subdictionary (rule %)
  dsynonym_init  could not open synonym file "%": %
  getNextFlagFromString  invalid affix flag "%"
  readstoplist  could not open stop-word file "%": %
HV002
  file_fdw_validator  either filename or program is required for file_fdw foreign tables
P0002
  exec_stmt_execsql  query returned no rows
P0004
  exec_stmt_assert  assertion failed
    m
    not so
XX000
  ATExecAlterConstraint  cannot alter constraint "%" on relation "%"
  AddRoleMems  role "%" cannot be a member of any role
    role "%" cannot have explicit members
  AlterCollation  unexpected null in pg_collation
  acldefault_sql  unrecognized objtype abbreviation: z
  autoinc  autoinc (numbered): even number gt % of arguments was expected
    not fired by trigger manager
  check_encoding_conversion_args  expected source encoding "%", but got "%"
  check_float8_array  float%_accum: expected %-element float% array
    float%_avg: expected %-element float% array
    float%_combine: expected %-element float% array
    float%_corr: expected %-element float% array
    float%_covar_pop: expected %-element float% array
    float%_covar_samp: expected %-element float% array
    float%_regr_avgx: expected %-element float% array
    float%_regr_avgy: expected %-element float% array
    float%_regr_intercept: expected %-element float% array
    float%_regr_r%: expected %-element float% array
    float%_regr_slope: expected %-element float% array
    float%_regr_sxx: expected %-element float% array
    float%_regr_sxy: expected %-element float% array
    float%_regr_syy: expected %-element float% array
    float%_stddev_pop: expected %-element float% array
    float%_stddev_samp: expected %-element float% array
    float%_var_pop: expected %-element float% array
    float%_var_samp: expected %-element float% array
  check_foreign_key  check_foreign_key: % (< %) number of references specified
    check_foreign_key: cannot process INSERT events
    check_foreign_key: invalid action xx
    check_foreign_key: invalid number of arguments % for % references
    check_foreign_key: must be fired for row
    check_foreign_key: too short % (< %) list of arguments
  check_primary_key  check_primary_key: cannot process DELETE events
    check_primary_key: not fired by trigger manager
    check_primary_key: odd number of arguments should be specified
  currtid_for_view  ctid isn't of type TID
    currtid cannot handle this view
    currtid cannot handle views with no CTID
  currtid_internal  cannot look at latest visible tid for relation "%"
  getObjectClass  unrecognized object class: %
  get_collation_actual_version  could not open collator for locale "%": %
  insert_username  insert_username: not fired by trigger manager
  lo_manage  bad: column "%" does not exist
    bad: must be fired for row
    bad: no column name provided in the trigger definition
    lo_manage: not fired by trigger manager
  lookup_ts_parser_cache  cache lookup failed for text search parser %
  moddatetime  moddatetime (m): A single argument was expected
    moddatetime: cannot process INSERT events
    moddatetime: not fired by trigger manager
  parse_hstore  Syntax error near "%" at position %
  pg_sequence_parameters  cache lookup failed for sequence %
  querytree  querytree is no longer implemented
  relation_open  could not open relation with OID %
  thesaurus_lexize  forbidden call of thesaurus or nested call
  tsvector_setweight  unrecognized weight: %
  tsvector_update_trigger  tsvector_update_trigger: arguments must be tsvector_field, ts_config, text_field%, ...)
    tsvector_update_trigger: not fired by trigger manager
  xml_ereport  could not create XPath object
    invalid XPath expression
`
