/**
 * The error field `routine`: the name of the function in PostgreSQL's sources that reports a condition. It means
 * nothing inside Seawall, but drivers and programs key on it: node-postgres' users on `_bt_check_unique`, postgres.js
 * and asyncpg on the three of a statement whose plan is stale (they prepare it again and go on), others on
 * `parserOpenTable`, `auth_failed` and `ProcessInterrupts`.
 *
 * Here stands what PostgreSQL reports for a SQLSTATE in nearly every case that its regression tests show. A constructor
 * whose condition is reported elsewhere names that place itself; a SQLSTATE that many places share (22023, 42809, 42P16
 * …) has no entry, and its errors no routine.
 */

/** @type {Readonly<Record<string, string>>} */
export const ROUTINES = Object.freeze({
  '22001': 'varchar',
  '22007': 'DateTimeParseError',
  '22008': 'DateTimeParseError',
  '22009': 'DateTimeParseError',
  '22012': 'int4div',
  '22015': 'DateTimeParseError',
  '2201B': 'RE_compile_and_cache',
  '2200H': 'nextval_internal',
  '23502': 'ExecConstraints',
  '23503': 'ri_ReportViolation',
  '23505': '_bt_check_unique',
  '23514': 'ExecConstraints',
  '23P01': 'check_exclusion_or_unique_constraint',
  '25001': 'PreventInTransactionBlock',
  '25006': 'PreventCommandIfReadOnly',
  '25P01': 'CheckTransactionBlock',
  '25P02': 'exec_simple_query',
  '25P03': 'ProcessInterrupts',
  '26000': 'FetchPreparedStatement',
  '28000': 'InitializeSessionUserId',
  '28P01': 'auth_failed',
  '2BP01': 'reportDependentObjects',
  '34000': 'PerformPortalFetch',
  '3B001': 'RollbackToSavepoint',
  '3D000': 'InitPostgres',
  '3F000': 'get_namespace_oid',
  '40P01': 'DeadLockReport',
  '42601': 'scanner_yyerror',
  '42702': 'colNameToVar',
  '42703': 'errorMissingColumn',
  '42723': 'IsThereFunctionInNamespace',
  '42803': 'check_ungrouped_columns_walker',
  '42830': 'transformFkeyCheckAttrs',
  '42883': 'ParseFuncOrColumn',
  '428C9': 'rewriteTargetListIU',
  '42P01': 'parserOpenTable',
  '42P05': 'StorePreparedStatement',
  '42P06': 'NamespaceCreate',
  '42P07': 'heap_create_with_catalog',
  '42P19': 'checkWellFormedRecursion',
  '42P20': 'transformWindowFuncCall',
  '44000': 'ExecWithCheckOptions',
  '53300': 'InitPostgres',
  '54001': 'check_stack_depth',
  '57014': 'ProcessInterrupts',
  '57P01': 'ProcessInterrupts',
  '57P05': 'ProcessInterrupts',
})
