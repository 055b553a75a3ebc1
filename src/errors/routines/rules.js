/** Who reports what in PostgreSQL: constraints, transactions, external routines. The form is index.js'. */
export const RULES = String.raw`
23502
  ATRewriteTable  column "%" of relation "%" contains null values
  AlterDomainNotNull  column "%" of table "%" contains null values
  ExecConstraints  null value in column "%" of relation "%" violates not-null constraint
23503
  ri_ReportViolation  removing partition "%" violates foreign key constraint "%"
    update or delete on table "%" violates foreign key constraint "%" on table "%"
23505
  _bt_check_unique  duplicate key value violates unique constraint "%"
  comparetup_index_btree  could not create unique index "%"
23514
  ATRewriteTable  check constraint "%" of relation "%" is violated by some row
    partition constraint of relation "%" is violated by some row
  ExecConstraints  new row for relation "%" violates check constraint "%"
  ExecFindPartition  no partition of relation "%" found for row
  ExecPartitionCheckEmitError  new row for relation "%" violates partition constraint
  check_default_partition_contents  skipped scanning foreign table "%" which is a partition of default partition "%"
  domain_check_input  @value for domain % violates check constraint "%"
  validateDomainConstraint  column "%" of table "%" contains values that violate the new constraint
23P01
  check_exclusion_or_unique_constraint  conflicting key value violates exclusion constraint "%"
    could not create exclusion constraint "%"
25001
  BeginTransactionBlock  there is already a transaction in progress
  PreventInTransactionBlock  % cannot be executed from a function
    % cannot run inside a transaction block
  call_bool_check_hook  SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction
    SET TRANSACTION [NOT] DEFERRABLE must be called before any query
    cannot set transaction read-write mode inside a read-only transaction
    transaction read-write mode must be set before any query
  call_enum_check_hook  SET TRANSACTION ISOLATION LEVEL must be called before any query
25006
  PreventCommandIfReadOnly  cannot execute % in a read-only transaction
25P01
  CheckTransactionBlock  % can only be used in transaction blocks
25P02
  exec_simple_query  current transaction is aborted, commands ignored until end of transaction block
26000
  FetchPreparedStatement  prepared statement "%" does not exist
27000
  ExecDelete  tuple to be deleted was already modified by an operation triggered by the current command
  ExecMergeMatched  tuple to be updated or deleted was already modified by an operation triggered by the…
28000
  InitializeSessionUserId  role "%" is not permitted to log in
2BP01
  DropRole  role "%" cannot be dropped because some objects depend on it
  find_typed_table_dependencies  cannot alter type "%" because it is the type of a typed table
  recursive_revoke  dependent privileges exist
  reportDependentObjects  cannot drop % because other objects depend on it
    cannot drop desired object(s) because other objects depend on them
  shdepDropOwned  cannot drop objects owned by % because they are required by the database system
  shdepReassignOwned  cannot reassign ownership of objects owned by % because they are required by the dat…
2F003
  dblink_connstr_check  password is required
2F005
  plpgsql_exec_function  control reached end of function without RETURN
  plpgsql_exec_trigger  control reached end of trigger procedure without RETURN
38000
  xml_ereport  XPath Syntax Error
39000
  pg_crypt  crypt(%) returned NULL
  pg_decrypt  decrypt error: Decryption failed
  pg_decrypt_iv  decrypt_iv error: Decryption failed
  pg_encrypt  encrypt error: Encryption failed
  pg_random_bytes  Length not in range
  px_THROW_ERROR  Bad S%K mode
    Cannot decrypt with public key
    Corrupt ascii-armor
    Illegal argument to function
    Need password for secret key
    No encryption key found
    Not text data
    Refusing to encrypt with secret key
    Several keys given - pgcrypto does not handle keyring
    Unexpected packet in key data
    Unsupported cipher algorithm
    Unsupported compression algorithm
    Unsupported digest algorithm
    Wrong key
    Wrong key or corrupt data
    pgcrypto bug
39P01
  suppress_redundant_updates_trigger  suppress_redundant_updates_trigger: must be called as trigger
    suppress_redundant_updates_trigger: must be called before update
    suppress_redundant_updates_trigger: must be called for each row
    suppress_redundant_updates_trigger: must be called on update
  triggered_change_notification  triggered_change_notification: must be called after the change
    triggered_change_notification: must be called as trigger
    triggered_change_notification: must be called for each row
    triggered_change_notification: must be called on a table with a primary key
39P03
  pg_event_trigger_ddl_commands  % can only be called in an event trigger function
  pg_event_trigger_dropped_objects  % can only be called in a sql_drop event trigger function
44000
  ExecWithCheckOptions  new row violates check option for view "%"
`
