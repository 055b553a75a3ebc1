/** Who reports what in PostgreSQL: grammar, types and the rest of class 42. The form is index.js'. */
export const SYNTAX = String.raw`
42601
  ATExecColumnDefault  column "%" of relation "%" is a generated column
  AlterOpFamilyAdd  STORAGE cannot be specified in ALTER OPERATOR FAMILY
    operator argument types must be specified in ALTER OPERATOR FAMILY
  AlterOperator  operator attribute "%" cannot be changed
  AlterPolicy  only USING expression allowed for SELECT, DELETE
  AlterType  type attribute "%" cannot be changed
  CreateEventTrigger  unrecognized event name "%"
    unrecognized filter variable "%"
  CreatePolicy  WITH CHECK cannot be applied to SELECT or DELETE
  CreateStatistics  unrecognized statistics kind "%"
  DeconstructQualifiedName  !improper qualified name (too many dotted names): %
  DefineAggregate  aggregate attribute "%" not recognized
    parameter "parallel" must be SAFE, RESTRICTED, or UNSAFE
  DefineCollation  collation attribute "%" not recognized
  DefineRange  type attribute "subtype" is required
  DefineTSConfiguration  cannot specify both PARSER and COPY options
    text search configuration parameter "%" not recognized
  DefineType  @type attribute "%" not recognized
  DefineView  CREATE VIEW specifies more column names than columns
    views cannot be unlogged because they do not have storage
  EvaluateParams  wrong number of parameters for prepared statement "%"
  ExecRefreshMatView  % and % options cannot be used together
  ExecReindex  unrecognized REINDEX option "%"
  ExecVacuum  parallel option requires a value between 0 and %
    parallel workers for vacuum must be between 0 and %
    unrecognized ANALYZE option "%"
    unrecognized VACUUM option "%"
  ExplainQuery  unrecognized EXPLAIN option "%"
  LookupOperName  postfix operators are not supported
  NUMDesc_prepare  "9" must be ahead of "PR"
    "EEEE" is incompatible with other formats
    cannot use "PR" and "S"/"PL"/"MI"/"SG" together
    cannot use "S" and "MI" together
    cannot use "S" and "PL"/"MI"/"SG"/"PR" together
    cannot use "S" and "SG" together
    cannot use "V" and decimal point together
    multiple decimal points
  ParseFuncOrColumn  positional argument cannot follow named argument
  ProcessCopyOptions  cannot specify DELIMITER in BINARY mode
    cannot specify NULL in BINARY mode
    option "%" not recognized
  PublicationDropTables  cannot use a WHERE clause when removing a table from a publication
    column list must not be specified in ALTER PUBLICATION ... DROP
  _SPI_execute_plan  % query does not return tuples
  addRangeTableEntryForFunction  a column definition list is only allowed for functions returning "record"
    a column definition list is redundant for a function returning a named composite type
    a column definition list is redundant for a function with OUT parameters
    a column definition list is required for functions returning "record"
  analyzeCTE  WITH query is not recursive
    cycle column "%" not in WITH query column list
    cycle mark column name "%" already used in WITH query column list
    cycle mark column name and cycle path column name are the same
    cycle path column name "%" already used in WITH query column list
    search column "%" not in WITH query column list
    search sequence column name "%" already used in WITH query column list
  base_yyparse  LIMIT #,# syntax is not supported
    VALUES in FROM must have an alias
    WHERE clause not allowed with COPY TO
    conflicting or redundant NULL / NOT NULL declarations for column "%"
    only one DEFAULT value is allowed
    only one PATH value per column is allowed
    subquery in FROM must have an alias
    unrecognized column option "%"
    unrecognized row security option "%"
  check_raise_parameters  too few parameters specified for RAISE
    too many parameters specified for RAISE
  cluster  unrecognized CLUSTER option "%"
  crosstab  return and sql tuple descriptions are incompatible
  defGetBoolean  % requires a Boolean value
  defGetCopyHeaderChoice  % requires a Boolean value or "match"
  defGetQualifiedName  argument of % must be a name
  defGetString  % requires a parameter
  deserialize_deflist  invalid parameter list format: "%"
  errorConflictingDefElem  @conflicting or redundant options
  error_duplicate_filter_variable  filter variable "%" specified more than once
  exec_stmt_execsql  query has no destination for result data
  flattenJsonPathParseItem  @ is not allowed in root expressions
    LAST is allowed only in array subscripts
  get_crosstab_tuplestore  invalid return type
  get_object_address_relobject  must specify relation and object name
  gettoken_query  operand syntax error
  gettoken_query_standard  no operand in tsquery: "%"
  gettoken_tsvector  there is no escaped character: "%"
    wrong position info in tsvector: "%"
  insertSelectOptions  WITH TIES cannot be specified without ORDER BY clause
  jsonpath_yyerror  % at end of jsonpath input
    % at or near "%" of jsonpath input
  load_categories_hash  provided "%" SQL must not return NULL values
  makeRangeVarFromNameList  improper relation name (too many dotted names): %
  make_callstmt_target  procedure parameter "%" is an output parameter but corresponding argument is not writable
  make_return_stmt  RETURN cannot have a parameter in a procedure
  make_row_comparison_op  unequal number of entries in row expressions
  makepol  syntax error
    syntax error in tsquery: "%"
  parse_lquery  lquery syntax error
  parse_ltree  ltree syntax error
    ltree syntax error at character %
  parse_publication_options  unrecognized publication parameter: "%"
    unrecognized value for publication option "%": "%"
  plpgsql_yyparse  "%" is not a scalar variable
    EXIT cannot be used outside a loop, unless it has a label
    block label "%" cannot be used in CONTINUE
    cursor FOR loop must use a bound cursor variable
    diagnostics item % is not allowed in GET CURRENT DIAGNOSTICS
    loop variable of loop over rows must be a record variable or list of scalar variables
    there is no label "%" attached to any block or loop enclosing this statement
  postgresql_fdw_validator  invalid option "%"
  processTypesSpec  one or two argument types must be specified
  process_matched_tle  multiple assignments to same column "%"
  process_owned_by  invalid OWNED BY option
  prssyntaxerror  syntax error in tsvector: "%"
  range_parse_flags  invalid range bound flags
  read_cursor_args  cursor "%" has arguments
    cursor "%" has no argument named "%"
    cursor "%" has no arguments
    not enough arguments for cursor "%"
    too many arguments for cursor "%"
    value for parameter "%" of cursor "%" specified more than once
  read_into_target  record variable cannot be part of multiple-item INTO list
  read_sql_construct  missing "%" at end of SQL expression
  scanner_yyerror  % at end of input
    @% at or near "%"
    @syntax error at end of input
  seg_yyerror  bad seg representation
  str_udeescape  invalid Unicode escape
    invalid Unicode surrogate pair
  string_to_privilege  unrecognized privilege type "%"
  transformColumnDefinition  both default and generation expression specified for column "%" of table "%"
    both default and identity specified for column "%" of table "%"
    both identity and generation expression specified for column "%" of table "%"
    conflicting NULL/NOT NULL declarations for column "%" of table "%"
    multiple default values specified for column "%" of table "%"
    multiple identity specifications for column "%" of table "%"
  transformColumnRef  @improper qualified name (too many dotted names): %
  transformConstraintAttrs  misplaced DEFERRABLE clause
    multiple DEFERRABLE/NOT DEFERRABLE clauses not allowed
  transformInsertRow  INSERT has more expressions than target columns
    INSERT has more target columns than expressions
  transformMergeStmt  WITH RECURSIVE is not supported for MERGE statement
    unreachable WHEN clause specified after unconditional WHEN clause
  transformMultiAssignRef  number of columns does not match number of values
  transformOnConflictArbiter  ON CONFLICT DO UPDATE requires inference specification or constraint name
  transformPLAssignStmt  assignment source returned % columns
  transformRangeFunction  WITH ORDINALITY cannot be used with a column definition list
  transformRangeTableFunc  column name "%" is not unique
    namespace name "%" is not unique
    only one FOR ORDINALITY column is allowed
    only one default namespace is allowed
  transformRelOptions  RESET must not include values for parameters
  transformSelectStmt  SELECT ... INTO is not allowed here
  transformSetOperationTree  each % query must have the same number of columns
  transformSubLink  subquery has too few columns
    subquery has too many columns
    subquery must return only one column
  transformXmlExpr  XML attribute name "%" appears more than once
    unnamed XML attribute value must be a column reference
    unnamed XML element value must be a column reference
  typeStringToTypeName  invalid type name "%"
  validate_ddl_tags  filter value "%" not recognized for filter variable "%"
  xml_ereport  invalid XPath expression
  xmlpi  invalid XML processing instruction
42602
  AddEnumLabel  invalid enum label "%"
  CreateTableSpace  tablespace location cannot contain single quotes
  find_option  invalid configuration parameter name "%"
`
