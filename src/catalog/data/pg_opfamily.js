/** Rows of pg_opfamily in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_OPFAMILY = {
  columns: 'oid opfmethod opfname opfnamespace opfowner',
  types: [26, 26, 19, 26, 26],
  defaults: '397\t3580\tnetwork_ops\t11\t10',
  count: 146,
  rows: `	403	array_ops
423	403	bit_ops
424	403	bool_ops
426	403	bpchar_ops
427	405	bpchar_ops
428	403	bytea_ops
429	403	char_ops
431	405	char_ops
434	403	datetime_ops
435	405	date_ops
627	405	array_ops
1029	783	point_ops
1970	403	float_ops
1971	405	float_ops
1974	403
1975	405
1976	403	integer_ops
1977	405	integer_ops
1982	403	interval_ops
1983	405	interval_ops
1984	403	macaddr_ops
1985	405	macaddr_ops
1988	403	numeric_ops
1989	403	oid_ops
1990	405	oid_ops
1991	403	oidvector_ops
1992	405	oidvector_ops
1994	403	text_ops
1995	405	text_ops
1996	403	time_ops
1997	405	time_ops
1998	405	numeric_ops
1999	405	timestamptz_ops
2000	403	timetz_ops
2001	405	timetz_ops
2002	403	varbit_ops
2040	405	timestamp_ops
2095	403	text_pattern_ops
2097	403	bpchar_pattern_ops
2099	403	money_ops
2222	405	bool_ops
2223	405	bytea_ops
2225	405	xid_ops
2226	405	cid_ops
2227	405	tid_ops
2229	405	text_pattern_ops
2231	405	bpchar_pattern_ops
2235	405	aclitem_ops
2593	783	box_ops
2594	783	poly_ops
2595	783	circle_ops
2745	2742	array_ops
2789	403	tid_ops
2968	403	uuid_ops
2969	405	uuid_ops
2994	403	record_ops
3194	403	record_image_ops
3253	403	pg_lsn_ops
3254	405	pg_lsn_ops
3371	403	macaddr8_ops
3372	405	macaddr8_ops
3474	4000	range_ops
3522	403	enum_ops
3523	405	enum_ops
3550	783
3626	403	tsvector_ops
3655	783	tsvector_ops
3659	2742	tsvector_ops
3683	403	tsquery_ops
3702	783	tsquery_ops
3794	4000
3901	403	range_ops
3903	405	range_ops
3919	783	range_ops
4015	4000	quad_point_ops
4016	4000	kd_point_ops
4017	4000	text_ops
4033	403	jsonb_ops
4034	405	jsonb_ops
4036	2742	jsonb_ops
4037	2742	jsonb_path_ops
4054		integer_minmax_ops
4055		numeric_minmax_ops
4056		text_minmax_ops
4058		timetz_minmax_ops
4059		datetime_minmax_ops
4062		char_minmax_ops
4064		bytea_minmax_ops
4065		name_minmax_ops
4068		oid_minmax_ops
4069		tid_minmax_ops
4070		float_minmax_ops
4074		macaddr_minmax_ops
4075		network_minmax_ops
4076		bpchar_minmax_ops
4077		time_minmax_ops
4078		interval_minmax_ops
4079		bit_minmax_ops
4080		varbit_minmax_ops
4081		uuid_minmax_ops
4082		pg_lsn_minmax_ops
4102		network_inclusion_ops
4103		range_inclusion_ops
4104		box_inclusion_ops
4109		macaddr8_minmax_ops
4199	403	multirange_ops
4225	405	multirange_ops
4572		integer_bloom_ops
4573		text_bloom_ops
4574		numeric_bloom_ops
4575		timetz_bloom_ops
4576		datetime_bloom_ops
4577		char_bloom_ops
4578		bytea_bloom_ops
4579		name_bloom_ops
4580		oid_bloom_ops
4581		tid_bloom_ops
4582		float_bloom_ops
4583		macaddr_bloom_ops
4584		macaddr8_bloom_ops
4585		network_bloom_ops
4586		bpchar_bloom_ops
4587		time_bloom_ops
4588		interval_bloom_ops
4589		uuid_bloom_ops
4590		pg_lsn_bloom_ops
4602		integer_minmax_multi_ops
4603		numeric_minmax_multi_ops
4604		timetz_minmax_multi_ops
4605		datetime_minmax_multi_ops
4606		oid_minmax_multi_ops
4607		tid_minmax_multi_ops
4608		float_minmax_multi_ops
4609		macaddr_minmax_multi_ops
4610		macaddr8_minmax_multi_ops
4611		network_minmax_multi_ops
4612		time_minmax_multi_ops
4613		interval_minmax_multi_ops
4614		uuid_minmax_multi_ops
4615		pg_lsn_minmax_multi_ops
5000	4000	box_ops
5008	4000	poly_ops
5032	405	xid8_ops
5067	403	xid8_ops
6158	783	multirange_ops
6194	405	record_ops`,
}
