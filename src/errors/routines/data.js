/** Who reports what in PostgreSQL: values: class 22, and 21. The form is index.js'. */
export const DATA = String.raw`
21000
  ExecMergeMatched  MERGE command cannot affect row a second time
  ExecOnConflictUpdate  ON CONFLICT DO UPDATE command cannot affect row a second time
  ExecSetParamPlan  more than one row returned by a subquery used as an expression
  XmlTableGetValue  more than one value returned by column XPath expression
  exec_eval_expr  query returned more than one row
  get_tuple_of_interest  source criteria matched more than one record
  refresh_by_match_merge  new data for materialized view "%" contains duplicate rows without any null columns
22000
  XmlTableSetColumnFilter  column path filter must not be empty string
  XmlTableSetRowFilter  row path filter must not be empty string
  query_to_xml_internal  invalid query
  range_constructor3  range constructor flags argument must not be null
  range_serialize  range lower bound must be less than or equal to range upper bound
  range_union_internal  result of range union would not be contiguous
  xml_ereport  invalid XPath expression
  xpath_internal  empty XPath expression
    invalid array for XML namespace mapping
22001
  varbit  bit string too long for type bit varying(%)
  varchar_input  @value too long for type character varying(%)
22003
  apply_typmod  numeric field overflow
  be_lo_tell  lo_tell result out of range for large-object descriptor %
  brin_desummarize_range  block number out of range: %
  cash_in  value "%" is out of range for type money
  do_setval  setval: value % is out of bounds for sequence "%" (%..%)
  float4in  "%" is out of range for type real
  float8in_internal_opt_error  "%" is out of range for type double precision
  float_overflow_error  value out of range: overflow
  float_underflow_error  value out of range: underflow
  i8tooid  OID out of range
  int4pl  @integer out of range
  int8pl  @bigint out of range
  internal_inetpl  result is out of range
  macaddr8tomacaddr  macaddr8 data out of range to convert to macaddr
  macaddr_in  invalid octet value in "macaddr" value: "%"
  numeric_fac  factorial of a negative number is undefined
  oidin_subr  value "%" is out of range for type oid
  pg_strtoint16  value "%" is out of range for type smallint
  pg_strtoint32  value "%" is out of range for type integer
  pg_strtoint64  value "%" is out of range for type bigint
  pg_terminate_backend  "timeout" must not be negative
22004
  ExecWindowAgg  frame ending offset must not be null
    frame starting offset must not be null
  _int_contains  array must not contain nulls
  accumArrayResultArr  cannot accumulate null arrays
  array_subscript_check_subscripts  array subscript in assignment must not be null
  array_to_tsvector  lexeme array may not contain nulls
  exec_assign_value  null value cannot be assigned to variable "%" declared NOT NULL
  exec_stmt_dynexecute  query string argument of EXECUTE is null
  exec_stmt_foreach_a  FOREACH expression must not be null
  exec_stmt_fori  upper bound of FOR loop cannot be null
  hstore_from_array  null value not allowed for hstore key
  hstore_subscript_assign  hstore subscript in assignment must not be null
  jsonb_set_lax  JSON value must not be null
  jsonb_subscript_check_subscripts  jsonb subscript in assignment must not be null
  parse_key_value_arrays  null value not allowed for header key
    null value not allowed for header value
  plpgsql_yyparse  variable "%" must have a default value, since it's declared NOT NULL
  setPath  path element at position % is null
  set_config_by_name  SET requires parameter name
  tfuncInitialize  column filter expression must not be null
    namespace URI must not be null
    row filter expression must not be null
  tfuncLoadRows  null is not allowed in column "%"
  tsvector_update_trigger  configuration column "%" must not be null
  xpath_internal  neither namespace name nor URI may be null
22005
  check_assignable  @variable "%" is declared CONSTANT
  exec_check_assignable  !variable "%" is declared CONSTANT
22007
  DCH_from_char  input string is too short for datetime format
    trailing characters remain in input string after datetime format
    unmatched format character "%"
    unmatched format separator "%"
  DCH_to_char  invalid format specification for an interval value
  DateTimeParseError  invalid input syntax for type %: "%"
  do_to_timestamp  cannot calculate day of year without year information
    hour "%" is invalid for the 12-hour clock
  from_char_set_int  conflicting values for "%" field in formatting string
  from_char_set_mode  invalid combination of date conventions
  parse_datetime  datetime format is not dated and not timed
  parse_format  invalid datetime format separator: "%"
22008
  ?  date out of range: "%"
  DateTimeParseError  date/time field value out of range: "%"
  date_mi  cannot subtract infinite dates
  date_pli  @date out of range
  from_char_parse_int_len  value for "%" in source string is out of range
  interval_in  @interval out of range
  make_timestamp_internal  date out of range: %-%-%
  timestamp_bin  origin out of range
22009
  DateTimeParseError  time zone displacement out of range: "%"
2200C
  similar_escape_internal  SQL regular expression may not contain more than two escape-double-quote separators
2200F
  array_to_tsvector  lexeme array may not contain empty strings
  metaphone  output cannot be empty string
2200H
  nextval_internal  nextval: reached maximum value of sequence "%" (%)
    nextval: reached minimum value of sequence "%" (%)
2200L
  xmltotext_with_xmloption  not an XML document
2200M
  xml_ereport  could not parse XML document
    invalid XML document
2200N
  xml_ereport  invalid XML content
  xml_ereport_by_code  invalid XML content: invalid XML declaration
2200S
  xmlcomment  invalid XML comment
2200T
  xmlpi  invalid XML processing instruction
22013
  ExecWindowAgg  frame ending offset must not be negative
    frame starting offset must not be negative
22014
  window_ntile  argument of ntile must be greater than zero
22015
  DateTimeParseError  interval field value out of range: "%"
22016
  window_nth_value  argument of nth_value must be greater than zero
2201B
  RE_compile_and_cache  invalid regular expression: %
2201F
  dpow  zero raised to a negative power is undefined
  power_var  a negative number raised to a non-integer power yields a complex result
2201G
  width_bucket_float8  lower bound cannot equal upper bound
  width_bucket_numeric  lower and upper bounds must be finite
2201W
  recompute_limits  LIMIT must not be negative
2201X
  recompute_limits  OFFSET must not be negative
22021
  report_invalid_encoding_int  invalid byte sequence for encoding "%": %
22023
  AddEnumLabel  "%" is not an existing enum label
  AdjustTimestampForTypmodError  timestamp(%) precision must be between % and %
  AlterPublicationOptions  cannot set parameter "%" to false for publication "%"
  AlterPublicationSchemas  cannot add schema to publication "%"
  AlterStatistics  lowering statistics target to %
    statistics target % is too low
  AlterTableMoveAll  cannot move relations in to or out of pg_global tablespace
  Async_Notify  channel name cannot be empty
    channel name too long
    payload string too long
  CheckPubRelationColumnList  cannot use column list for relation "%.%" in publication "%"
  CreateExtensionInternal  extension "%" has no installation script nor update path for version "%"
  DefineType  alignment "%" not recognized
    element type cannot be specified without a subscripting function
    invalid type category "%": must be simple ASCII
    storage "%" not recognized
  DropRole  cannot use special role specifier in DROP ROLE
  ExecSecLabelStmt  no security label providers have been loaded
    security label provider "%" is not loaded
  ExplainQuery  EXPLAIN option TIMING requires ANALYZE
    EXPLAIN option WAL requires ANALYZE
    unrecognized value for EXPLAIN option "%": "%"
  ExtractExtensionList  parameter "%" must be a list of extension names
  GetAttributeCompression  invalid compression method "%"
  ImportSnapshot  invalid snapshot identifier: "%"
  JsValueToJsObject  cannot call populate_composite on a scalar
  ProcessCopyOptions  COPY delimiter and quote must be different
    COPY delimiter cannot be "%"
    COPY delimiter cannot be newline or carriage return
    COPY format "%" not recognized
    COPY null representation cannot use newline or carriage return
    argument to option "%" must be a list of column names
    argument to option "%" must be a valid encoding name
  TransformPubWhereClauses  cannot use publication WHERE clause for relation "%"
  anychar_typmodin  length for type % cannot exceed %
    length for type % must be at least 1
  anytime_typmod_check  TIME(%)% precision reduced to maximum allowed, %
  anytimestamp_typmod_check  TIMESTAMP(%)% precision reduced to maximum allowed, %
  base_yyparse  column number must be in range from 1 to %
    precision for type float must be at least 1 bit
  binary_encode  unrecognized encoding: "%"
  bt_page_items_bytea  block is a meta page
  call_string_check_hook  role "%" does not exist
  cannotCastJsonbValue  cannot cast jsonb array to type %
    cannot cast jsonb object to type %
    cannot cast jsonb string to type %
  check_publication_add_relation  cannot add relation "%" to publication
  check_publication_add_schema  cannot add schema "%" to publication
  check_valid_extension_name  invalid extension name: "%"
  chr  character number must be positive
  circle_poly  must request at least 2 points
  createdb  new LC_CTYPE (%) is incompatible with the LC_CTYPE of the template database (%)
    new collation (%) is incompatible with the collation of the template database (%)
    pg_global cannot be used as default tablespace
  dintdict_init  maxlen value has to be >= %
    unrecognized intdict parameter: "%"
  dispell_init  missing AffFile parameter
    unrecognized Ispell parameter: "%"
  dsimple_init  multiple Accept parameters
    unrecognized simple dictionary parameter: "%"
  dsnowball_init  missing Language parameter
  dsynonym_init  missing Synonyms parameter
  dxsyn_init  unrecognized xsyn parameter: "%"
  each_array_start  cannot deconstruct an array as an object
  each_scalar  cannot deconstruct a scalar
  each_worker_jsonb  cannot call % on a non-object
  elements_object_start  cannot call % on a non-array
  elements_worker_jsonb  cannot extract elements from a scalar
  exec_stmt_fori  BY value of FOR loop must be greater than zero
  executeJsonPath  "vars" argument is not an object
  extract_date  unit "%" not recognized for type date
  find_provider  Cannot use "%": Badly formatted type
    Cannot use "%": No such cipher algorithm
    Cannot use "%": No such hash algorithm
  forkname_to_number  invalid fork name
  getTokenTypes  token type "%" does not exist
  get_hex  invalid hexadecimal digit: "%"
  get_object_address_defacl  unrecognized default ACL object type "%"
  get_page_from_raw  invalid page size
  get_raw_page_internal  block number % is out of range for relation "%"
  get_tsearch_config_filename  invalid text search configuration file name "%"
  heap_page_items  input page too small (% bytes)
  hex_decode  invalid hexadecimal data: odd number of digits
  identify_update_path  extension "%" has no update path from version "%" to version "%"
  index_opclass_options  operator class % has no options
  init_params  CACHE (%) must be greater than zero
    INCREMENT must not be zero
    MAXVALUE (%) is out of range for sequence data type %
    MINVALUE (%) is out of range for sequence data type %
    MINVALUE (%) must be less than MAXVALUE (%)
    RESTART value (%) cannot be greater than MAXVALUE (%)
    RESTART value (%) cannot be less than MINVALUE (%)
    START value (%) cannot be greater than MAXVALUE (%)
    START value (%) cannot be less than MINVALUE (%)
    identity column type must be smallint, integer, or bigint
    sequence type must be smallint, integer, or bigint
  inner_subltree  invalid positions
  interval_trunc  unit "%" not recognized for type interval
  intervaltypmodin  INTERVAL(%) precision reduced to maximum allowed, %
  inv_open  invalid flags for opening a large object: %
  inv_seek  invalid large object seek target: %
    invalid whence setting: %
  inv_truncate  invalid large object truncation target: %
  inv_write  invalid large object write request size: %
  json_build_object  argument % cannot be null
  jsonb_build_object  argument %: key must not be null
  jsonb_delete  cannot delete from scalar
  jsonb_delete_idx  cannot delete from object using integer index
  jsonb_delete_path  cannot delete path in scalar
  jsonb_object_keys  cannot call jsonb_object_keys on a scalar
    cannot call jsonb_object_keys on an array
  jsonb_set  cannot set path in scalar
  jsonb_set_lax  null_value_treatment must be "delete_key", "return_target", "use_json_null", or "rai…
  line_construct_pp  invalid line specification: must be two distinct points
  ltree_gist_relopts_validator  siglen value must be a multiple of %
  metaphone  argument exceeds the maximum length of % bytes
    output exceeds the maximum length of % bytes
  normal_rand  number of rows cannot be negative
  numeric_pg_lsn  pg_lsn out of range
  numerictypmodin  NUMERIC precision % must be between 1 and %
  okeys_array_start  cannot call json_object_keys on an array
  okeys_scalar  cannot call json_object_keys on a scalar
  optionListToArray  invalid option name "%": must not contain "="
  parseRelOptionsInternal  unrecognized parameter "%"
  parse_and_validate_value  % is outside the valid range for parameter "%" (% .. %)
    parameter "%" requires a Boolean value
  parse_ident  string is not a valid identifier: "%"
  parse_jsonb_index_flags  flag array element is not a string
    wrong flag in flag array: "%"
    wrong flag type, only arrays and scalars are allowed
  parse_key_value_arrays  header key must not contain "%"
    header key must not contain newlines
    header key must not contain non-ASCII characters
    header value must not contain newlines
    header value must not contain non-ASCII characters
  parse_one_reloption  invalid value for boolean option "%": %
    invalid value for enum option "%": %
    parameter "%" specified more than once
    value % out of bounds for option "%"
  parse_phrase_operator  @distance in phrase operator must be an integer value between zero and % inclusive
  parse_sane_timezone  invalid input syntax for type %: "%"
    numeric time zone "%" out of range
  path_poly  open path cannot be converted to polygon
  pg_base64_decode  invalid symbol "%" found while decoding base64 sequence
  pg_convert  invalid source encoding name "%"
  pg_gen_salt  gen_salt: Unknown salt algorithm
  pg_gen_salt_rounds  gen_salt: Incorrect number of rounds
  pg_get_object_address  argument list length must be exactly %
    name list length must be at least %
    name list length must be exactly %
    unsupported object type "%"
  pg_prewarm  fork "%" does not exist for this relation
    invalid prewarm type
    prewarm type cannot be null
  pg_size_bytes  invalid size: "%"
  pg_stat_get_progress_info  invalid command name: "%"
  pg_stat_reset_shared  unrecognized reset target: "%"
  policy_role_list_to_array  ignoring specified roles other than PUBLIC
  populate_recordset_object_start  cannot call % on an object
  populate_recordset_worker  argument of % must be an array of objects
  postgres_fdw_validator  "%" must be a floating point value greater than or equal to zero
    "%" must be an integer value greater than zero
  prsd_headline  MaxFragments should be >= 0
    MinWords should be less than MaxWords
    MinWords should be positive
    ShortWord should be >= 0
    unrecognized headline parameter: "%"
    value for "%" is too long
  read_objtype_from_string  unrecognized object type "%"
  regexp_instr  regexp_instr() does not support the "%" option
  regexp_like  regexp_like() does not support the "%" option
  regexp_match  regexp_match() does not support the "%" option
  regexp_split_to_array  regexp_split_to_array() does not support the "%" option
  regexp_split_to_table  regexp_split_to_table() does not support the "%" option
  regexp_substr  regexp_substr() does not support the "%" option
  report_newlocale_failure  could not create locale "%": %
  satisfies_hash_partition  "%" is not a hash partitioned table
    column % of the partition key has type "%", but supplied value is of type "%"
    column % of the partition key has type %, but supplied value is of type %
    modulus for hash partition must be an integer value greater than zero
    number of partitioning columns (%) does not match number of partition keys provided (%)
    remainder for hash partition must be an integer value greater than or equal to zero
    remainder for hash partition must be less than modulus
  seg_yyparse  swapped boundaries: % is greater than %
  setPathArray  path element at position % is out of range: %
  setseed  setseed parameter % is out of allowed range [-1,1]
  table_tuple_get_latest_tid  tid (%, %) is not valid for relation "%"
  text_format  too few arguments for format()
    unrecognized format() type specifier "%"
    unterminated format() type specifier
  thesaurus_init  missing Dictionary parameter
  time_part_common  unit "%" not recognized for type time without time zone
  timestamp_part_common  unit "%" not recognized for type timestamp without time zone
  transformPartitionSpec  unrecognized partitioning strategy "%"
  transformRelOptions  unrecognized parameter namespace "%"
  ts_stat_sql  ts_stat query must return one tsvector column
  tsquery_phrase_distance  !distance in phrase operator must be an integer value between zero and % inclusive
  tsquery_rewrite_query  ts_rewrite query must return two tsquery columns
  tsvector_filter  unrecognized weight: "%"
  tsvector_update_trigger  text search configuration name "%" must be schema-qualified
  unaccent_init  missing Rules parameter
    multiple Rules parameters
    unrecognized Unaccent parameter: "%"
  unicode_norm_form_from_string  invalid normalization form: %
  validate_pkattnums  invalid attribute number %
    number of key attributes must be > %
  varstr_levenshtein  levenshtein argument exceeds maximum length of % characters
  verify_heapam  invalid skip option
  xpath_table  expression returning multiple columns is not valid in parameter list
22025
  UTF8_MatchText  LIKE pattern must not end with escape character
  core_yylex  invalid Unicode escape
  similar_escape_internal  invalid escape string
22026
  bit  bit string length % does not match type bit(%)
2202E
  accumArrayResultArr  cannot accumulate arrays of different dimensionality
    cannot accumulate empty arrays
  array_cat  cannot concatenate incompatible arrays
  array_set_element  array subscript out of range
  array_set_slice  array slice subscript must provide both boundaries
    source array too small
    upper bound cannot be less than lower bound
  byteaSetBit  index % out of valid range, 0..%
  cube_a_f8_f8  UR and LL arrays must be of same length
  cube_coord  cube index % is out of bounds
  cube_coord_llur  zero cube index is not defined
  cube_subset  Index out of bounds
  dblink_build_sql_insert  source key array length must match number of key attributes
    target key array length must match number of key attributes
  exec_stmt_foreach_a  slice dimension (%) is out of the valid range 0..%
  hstore_from_arrays  arrays must have same bounds
2202G
  tablesample_init  TABLESAMPLE REPEATABLE parameter cannot be null
2202H
  system_rows_beginsamplescan  sample size must not be negative
  system_time_beginsamplescan  sample collection time must not be negative
  tablesample_init  TABLESAMPLE parameter cannot be null
  transformRangeTableSample  tablesample method % requires % argument, not %
22031
  executeDateTimeMethod  datetime format is not recognized: "%"
22033
  executeItemOptUnwrapTarget  jsonpath array subscript is out of bounds
  getArrayIndex  jsonpath array subscript is not a single numeric value
    jsonpath array subscript is out of integer range
22036
  executeItemOptUnwrapTarget  string argument of jsonpath item method .%() is not a valid representation of a doub…
  executeNumericItemMethod  jsonpath item method .%() can only be applied to a numeric value
22038
  executeBinaryArithmExpr  left operand of jsonpath operator % is not a single numeric value
    right operand of jsonpath operator % is not a single numeric value
  jsonb_path_match_internal  single boolean result is expected
22039
  executeItemOptUnwrapTarget  jsonpath array accessor can only be applied to an array
    jsonpath wildcard array accessor can only be applied to an array
2203A
  executeItemOptUnwrapTarget  JSON object does not contain key "%"
    jsonpath member accessor can only be applied to an object
2203B
  executeUnaryArithmExpr  operand of unary jsonpath operator % is not a numeric value
2203C
  executeItemOptUnwrapTarget  jsonpath wildcard member accessor can only be applied to an object
22P01
  FloatExceptionHandler  floating-point exception
22P02
  aclitemin  extra garbage at the end of the ACL specification
  aclparse  a name must follow the "/" sign
    invalid mode character: must be one of "%"
    unrecognized key word: "%"
  bit_in  "%" is not a valid hexadecimal digit
  boolin  invalid input syntax for type boolean: "%"
  ean2isn  cannot cast EAN% to ISBN for number: "%"
  enum_in  invalid input value for enum %: "%"
  float4in  invalid input syntax for type real: "%"
  float8in_internal_opt_error  invalid input syntax for type double precision: "%"
  get_th  "%" is not a number
  int2vectorin  invalid input syntax for type smallint: "%"
  jsonPathFromCstring  invalid input syntax for type jsonpath: "%"
  json_ereport_error  invalid input syntax for type json
  line_in  invalid line specification: A and B cannot both be zero
    invalid line specification: must be two distinct points
  macaddr_in  invalid input syntax for type macaddr: "%"
  multirange_in  malformed multirange literal: "%"
  network_in  invalid cidr value: "%"
    invalid input syntax for type cidr: "%"
    invalid input syntax for type inet: "%"
  oidin_subr  invalid input syntax for type oid: "%"
  parseNameAndArgTypes  expected a left parenthesis
    expected a right parenthesis
    expected a type name
    improper type name
  parse_snapshot  invalid input syntax for type pg_snapshot: "%"
  path_decode  invalid input syntax for type box: "%"
    invalid input syntax for type lseg: "%"
  path_in  invalid input syntax for type path: "%"
  pg_strtoint32  invalid input syntax for type integer: "%"
  pg_strtoint64  invalid input syntax for type bigint: "%"
  populate_array_check_dimension  malformed JSON array
  populate_array_report_expected_array  expected JSON array
  range_parse_bound  malformed range literal: "%""%"a)"
    malformed range literal: "%",a)"
  record_in  malformed record literal: "%"
  setPathArray  path element at position % is not an integer: "%"
  string2ean  invalid check digit for ISBN number: "%", should be %
  string_to_uuid  invalid input syntax for type uuid: "%"
  tidin  invalid input syntax for type tid: "%"
22P04
  NextCopyFrom  extra data after last expected column
    missing data for column "%"
  NextCopyFromRawFields  column name mismatch in header line field %: got "%", expected "%"
    column name mismatch in header line field %: got null value ("%"), expected "%"
    wrong number of fields in header line: got %, expected %
22P05
  json_ereport_error  !unsupported Unicode escape sequence
  report_untranslatable_char  character with byte sequence % in encoding "%" has no equivalent in encoding "%"
22P06
  check_escape_warning  nonstandard use of escape in a string literal
  check_string_escape_warning  nonstandard use of %% in a string literal
    nonstandard use of %' in a string literal
`
