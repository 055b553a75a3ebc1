/** Rows of sql_sizing in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const SQL_SIZING = {
  columns: 'sizing_id sizing_name supported_value comments',
  types: [23, 1043, 23, 1043],
  defaults: '0\tMAXIMUM DRIVER CONNECTIONS\t63\t\\N',
  count: 23,
  rows: `		\\N
1	MAXIMUM CONCURRENT ACTIVITIES	0
100	MAXIMUM COLUMNS IN SELECT	1664
10005	MAXIMUM IDENTIFIER LENGTH		Might be less, depending on character set.
101	MAXIMUM COLUMNS IN TABLE	1600
106	MAXIMUM TABLES IN SELECT	0
107	MAXIMUM USER NAME LENGTH		Might be less, depending on character set.
20000	MAXIMUM STATEMENT OCTETS	0
20001	MAXIMUM STATEMENT OCTETS DATA	0
20002	MAXIMUM STATEMENT OCTETS SCHEMA	0
25000	MAXIMUM CURRENT DEFAULT TRANSFORM GROUP LENGTH	\\N
25001	MAXIMUM CURRENT TRANSFORM GROUP LENGTH	\\N
25002	MAXIMUM CURRENT PATH LENGTH	0
25003	MAXIMUM CURRENT ROLE LENGTH	\\N
25004	MAXIMUM SESSION USER LENGTH		Might be less, depending on character set.
25005	MAXIMUM SYSTEM USER LENGTH		Might be less, depending on character set.
30	MAXIMUM COLUMN NAME LENGTH		Might be less, depending on character set.
31	MAXIMUM CURSOR NAME LENGTH		Might be less, depending on character set.
32	MAXIMUM SCHEMA NAME LENGTH		Might be less, depending on character set.
34	MAXIMUM CATALOG NAME LENGTH		Might be less, depending on character set.
35	MAXIMUM TABLE NAME LENGTH		Might be less, depending on character set.
97	MAXIMUM COLUMNS IN GROUP BY	0
99	MAXIMUM COLUMNS IN ORDER BY	0`,
}
