/** Rows of pg_range in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_RANGE = {
  columns: 'rngtypid rngsubtype rngmultitypid rngcollation rngsubopc rngcanonical rngsubdiff',
  types: [26, 26, 26, 26, 26, 24, 24],
  defaults: '3904\t23\t4451\t0\t1978\t0\t3922',
  count: 6,
  rows: `					3914
3906	1700	4532		3125		3924
3908	1114	4533		3128		3929
3910	1184	4534		3127		3930
3912	1082	4535		3122	3915	3925
3926	20	4536		3124	3928	3923`,
}
