/**
 * Rows of sql_implementation_info in a new database; made by scripts/extract-catalog.js, which describes the format.
 */
export const SQL_IMPLEMENTATION_INFO = {
  columns: 'implementation_info_id implementation_info_name integer_value character_value comments',
  types: [1043, 1043, 23, 1043, 1043],
  defaults: '10003\tCATALOG NAME\t\\N\t\\N\t\\N',
  count: 12,
  rows: `			Y
10004	COLLATING SEQUENCE		ucs_basic
13	SERVER NAME		\\E
17	DBMS NAME		PostgreSQL
18	DBMS VERSION		15.18.0000)
2	DATA SOURCE NAME		\\E
23	CURSOR COMMIT BEHAVIOR	1		close cursors and retain prepared statements
26	DEFAULT TRANSACTION ISOLATION	2		READ COMMITTED; user-settable
28	IDENTIFIER CASE	3		stored in mixed case - case sensitive
46	TRANSACTION CAPABLE	2		both DML and DDL
85	NULL COLLATION	0		nulls higher than non-nulls
94	SPECIAL CHARACTERS		\\E	all non-ASCII characters allowed`,
}
