/** Rows of pg_opclass in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_OPCLASS = {
  columns: 'oid opcmethod opcname opcnamespace opcowner opcfamily opcintype opcdefault opckeytype',
  types: [26, 26, 19, 26, 26, 26, 26, 16, 26],
  defaults: '1978\t3580\tinet_ops\t11\t10\t1976\t25\tt\t0',
  count: 177,
  rows: `	403	int4_ops				23
1979	403	int2_ops				21
1981	403	oid_ops			1989	26
3122	403	date_ops			434	1082
3123	403	float8_ops			1970	701
3124	403	int8_ops				20
3125	403	numeric_ops			1988	1700
3126	403	text_ops			1994
3127	403	timestamptz_ops			434	1184
3128	403	timestamp_ops			434	1114
4217	403	text_pattern_ops			2095		f
4218	403	varchar_pattern_ops			2095		f
4219	403	bpchar_pattern_ops			2097	1042	f
10000	403	array_ops			397	2277
10001	405	array_ops			627	2277
10002	403	bit_ops			423	1560
10003	403	bool_ops			424	16
10004	403	bpchar_ops			426	1042
10005	405	bpchar_ops			427	1042
10006	403	bytea_ops			428	17
10007	403	char_ops			429	18
10008	405	char_ops			431	18
10009	403	cidr_ops			1974	869	f
10010	405	cidr_ops			1975	869	f
10011	405	date_ops			435	1082
10012	403	float4_ops			1970	700
10013	405	float4_ops			1971	700
10014	405	float8_ops			1971	701
10015	403				1974	869
10016	405				1975	869
10017	783				3550	869	f
10018	4000				3794	869
10019	405	int2_ops			1977	21
10020	405	int4_ops			1977	23
10021	405	int8_ops			1977	20
10022	403	interval_ops			1982	1186
10023	405	interval_ops			1983	1186
10024	403	macaddr_ops			1984	829
10025	405	macaddr_ops			1985	829
10026	403	macaddr8_ops			3371	774
10027	405	macaddr8_ops			3372	774
10028	403	name_ops			1994	19		2275
10029	405	name_ops			1995	19
10030	405	numeric_ops			1998	1700
10031	405	oid_ops			1990	26
10032	403	oidvector_ops			1991	30
10033	405	oidvector_ops			1992	30
10034	403	record_ops			2994	2249
10035	405	record_ops			6194	2249
10036	403	record_image_ops			3194	2249	f
10037	405	text_ops			1995
10038	403	time_ops			1996	1083
10039	405	time_ops			1997	1083
10040	405	timestamptz_ops			1999	1184
10041	403	timetz_ops			2000	1266
10042	405	timetz_ops			2001	1266
10043	403	varbit_ops			2002	1562
10044	403	varchar_ops			1994		f
10045	405	varchar_ops			1995		f
10046	405	timestamp_ops			2040	1114
10047	403	money_ops			2099	790
10048	405	bool_ops			2222	16
10049	405	bytea_ops			2223	17
10050	403	tid_ops			2789	27
10051	405	xid_ops			2225	28
10052	405	xid8_ops			5032	5069
10053	403	xid8_ops			5067	5069
10054	405	cid_ops			2226	29
10055	405	tid_ops			2227	27
10056	405	text_pattern_ops			2229		f
10057	405	varchar_pattern_ops			2229		f
10058	405	bpchar_pattern_ops			2231	1042	f
10059	405	aclitem_ops			2235	1033
10060	783	box_ops			2593	603
10061	783	point_ops			1029	600		603
10062	783	poly_ops			2594	604		603
10063	783	circle_ops			2595	718		603
10064	2742	array_ops			2745	2277		2283
10065	403	uuid_ops			2968	2950
10066	405	uuid_ops			2969	2950
10067	403	pg_lsn_ops			3253	3220
10068	405	pg_lsn_ops			3254	3220
10069	403	enum_ops			3522	3500
10070	405	enum_ops			3523	3500
10071	403	tsvector_ops			3626	3614
10072	783	tsvector_ops			3655	3614		3642
10073	2742	tsvector_ops			3659	3614		25
10074	403	tsquery_ops			3683	3615
10075	783	tsquery_ops			3702	3615		20
10076	403	range_ops			3901	3831
10077	405	range_ops			3903	3831
10078	783	range_ops			3919	3831
10079	4000	range_ops			3474	3831
10080	403	multirange_ops			4199	4537
10081	405	multirange_ops			4225	4537
10082	783	multirange_ops			6158	4537		3831
10083	4000	box_ops			5000	603
10084	4000	quad_point_ops			4015	600
10085	4000	kd_point_ops			4016	600	f
10086	4000	text_ops			4017
10087	4000	poly_ops			5008	604		603
10088	403	jsonb_ops			4033	3802
10089	405	jsonb_ops			4034	3802
10090	2742	jsonb_ops			4036	3802		25
10091	2742	jsonb_path_ops			4037	3802	f	23
10092		bytea_minmax_ops			4064	17		17
10093		bytea_bloom_ops			4578	17	f	17
10094		char_minmax_ops			4062	18		18
10095		char_bloom_ops			4577	18	f	18
10096		name_minmax_ops			4065	19		19
10097		name_bloom_ops			4579	19	f	19
10098		int8_minmax_ops			4054	20		20
10099		int8_minmax_multi_ops			4602	20	f	20
10100		int8_bloom_ops			4572	20	f	20
10101		int2_minmax_ops			4054	21		21
10102		int2_minmax_multi_ops			4602	21	f	21
10103		int2_bloom_ops			4572	21	f	21
10104		int4_minmax_ops			4054	23		23
10105		int4_minmax_multi_ops			4602	23	f	23
10106		int4_bloom_ops			4572	23	f	23
10107		text_minmax_ops			4056			25
10108		text_bloom_ops			4573		f	25
10109		oid_minmax_ops			4068	26		26
10110		oid_minmax_multi_ops			4606	26	f	26
10111		oid_bloom_ops			4580	26	f	26
10112		tid_minmax_ops			4069	27		27
10113		tid_bloom_ops			4581	27	f	27
10114		tid_minmax_multi_ops			4607	27	f	27
10115		float4_minmax_ops			4070	700		700
10116		float4_minmax_multi_ops			4608	700	f	700
10117		float4_bloom_ops			4582	700	f	700
10118		float8_minmax_ops			4070	701		701
10119		float8_minmax_multi_ops			4608	701	f	701
10120		float8_bloom_ops			4582	701	f	701
10121		macaddr_minmax_ops			4074	829		829
10122		macaddr_minmax_multi_ops			4609	829	f	829
10123		macaddr_bloom_ops			4583	829	f	829
10124		macaddr8_minmax_ops			4109	774		774
10125		macaddr8_minmax_multi_ops			4610	774	f	774
10126		macaddr8_bloom_ops			4584	774	f	774
10127		inet_minmax_ops			4075	869	f	869
10128		inet_minmax_multi_ops			4611	869	f	869
10129		inet_bloom_ops			4585	869	f	869
10130		inet_inclusion_ops			4102	869		869
10131		bpchar_minmax_ops			4076	1042		1042
10132		bpchar_bloom_ops			4586	1042	f	1042
10133		time_minmax_ops			4077	1083		1083
10134		time_minmax_multi_ops			4612	1083	f	1083
10135		time_bloom_ops			4587	1083	f	1083
10136		date_minmax_ops			4059	1082		1082
10137		date_minmax_multi_ops			4605	1082	f	1082
10138		date_bloom_ops			4576	1082	f	1082
10139		timestamp_minmax_ops			4059	1114		1114
10140		timestamp_minmax_multi_ops			4605	1114	f	1114
10141		timestamp_bloom_ops			4576	1114	f	1114
10142		timestamptz_minmax_ops			4059	1184		1184
10143		timestamptz_minmax_multi_ops			4605	1184	f	1184
10144		timestamptz_bloom_ops			4576	1184	f	1184
10145		interval_minmax_ops			4078	1186		1186
10146		interval_minmax_multi_ops			4613	1186	f	1186
10147		interval_bloom_ops			4588	1186	f	1186
10148		timetz_minmax_ops			4058	1266		1266
10149		timetz_minmax_multi_ops			4604	1266	f	1266
10150		timetz_bloom_ops			4575	1266	f	1266
10151		bit_minmax_ops			4079	1560		1560
10152		varbit_minmax_ops			4080	1562		1562
10153		numeric_minmax_ops			4055	1700		1700
10154		numeric_minmax_multi_ops			4603	1700	f	1700
10155		numeric_bloom_ops			4574	1700	f	1700
10156		uuid_minmax_ops			4081	2950		2950
10157		uuid_minmax_multi_ops			4614	2950	f	2950
10158		uuid_bloom_ops			4589	2950	f	2950
10159		range_inclusion_ops			4103	3831		3831
10160		pg_lsn_minmax_ops			4082	3220		3220
10161		pg_lsn_minmax_multi_ops			4615	3220	f	3220
10162		pg_lsn_bloom_ops			4590	3220	f	3220
10163		box_inclusion_ops			4104	603		603`,
}
