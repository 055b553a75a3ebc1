/** Rows of pg_type in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_TYPE = {
  columns: 'oid typname typnamespace typowner typlen typbyval typtype typcategory typispreferred typisdefined typdelim typrelid typsubscript typelem typarray typinput typoutput typreceive typsend typmodin typmodout typanalyze typalign typstorage typnotnull typbasetype typtypmod typndims typcollation typdefaultbin typdefault typacl',
  types: [26, 19, 26, 26, 21, 16, 18, 18, 16, 16, 18, 26, 24, 26, 26, 24, 24, 24, 24, 24, 24, 24, 18, 18, 16, 26, 23, 23, 26, 194, 25, 1034],
  defaults: '16\tbool\t11\t10\t-1\tf\tb\tA\tf\tt\t,\t0\t0\t0\t0\t750\t751\t2400\t2401\t0\t0\t0\td\tx\tf\t0\t-1\t0\t0\t\\N\t\\N\t\\N',
  count: 323,
  rows: `				1	t		B	t						1000	1242	1243	2436	2437				c	p
17	bytea						U							1001	1244	31	2412	2413				i
18	char			1	t		Z							1002	1245	33	2434	2435				c	p
19	name			64			S					6180	18	1003	34	35	2422	2423				c	p					950
20	int8			8	t		N							1016	460	461	2408	2409					p
21	int2			2	t		N							1005	38	39	2404	2405				s	p
22	int2vector											6179	21	1006	40	41	2410	2411				i	p
23	int4			4	t		N							1007	42	43	2406	2407				i	p
24	regproc			4	t		N							1008	44	45	2444	2445				i	p
25	text						S	t						1009	46	47	2414	2415				i						100
26	oid			4	t		N	t						1028	1798	1799	2418	2419				i	p
27	tid			6			U							1010	48	49	2438	2439				s	p
28	xid			4	t		U							1011	50	51	2440	2441				i	p
29	cid			4	t		U							1012	52	53	2442	2443				i	p
30	oidvector											6179	26	1013	54	55	2420	2421				i	p
32	pg_ddl_command			8	t	p	P								86	87	88	90					p
71	pg_type					c	C				1247			210	2290	2291	2402	2403
75	pg_attribute					c	C				1249			270	2290	2291	2402	2403
81	pg_proc					c	C				1255			272	2290	2291	2402	2403
83	pg_class					c	C				1259			273	2290	2291	2402	2403
114	json						U							199	321	322	323	324				i
142	xml						U							143	2893	2894	2898	2899				i
143	_xml											6179	142								3816	i
194	pg_node_tree						Z								195	196	197	198				i						100
199	_json											6179	114								3816	i
210	_pg_type											6179	71								3816
269	table_am_handler			4	t	p	P								267	268	0	0				i	p
270	_pg_attribute											6179	75								3816
271	_xid8											6179	5069								3816
272	_pg_proc											6179	81								3816
273	_pg_class											6179	83								3816
325	index_am_handler			4	t	p	P								326	327	0	0				i	p
600	point			16			G					6180	701	1017	117	118	2428	2429					p
601	lseg			32			G					6180	600	1018	119	120	2480	2481					p
602	path						G							1019	121	122	2482	2483
603	box			32			G			;		6180	600	1020	123	124	2484	2485					p
604	polygon						G							1027	347	348	2486	2487
628	line			24			G					6180	701	629	1490	1491	2488	2489					p
629	_line											6179	628								3816
650	cidr						I							651	1267	1427	2498	2499				i	m
651	_cidr											6179	650								3816	i
700	float4			4	t		N							1021	200	201	2424	2425				i	p
701	float8			8	t		N	t						1022	214	215	2426	2427					p
705	unknown			-2		p	X								109	110	2416	2417				c	p
718	circle			24			G							719	1450	1451	2490	2491					p
719	_circle											6179	718								3816
774	macaddr8			8			U							775	4110	4111	3446	3447				i	p
775	_macaddr8											6179	774								3816	i
790	money			8	t		N							791	886	887	2492	2493					p
791	_money											6179	790								3816
829	macaddr			6			U							1040	436	437	2494	2495				i	p
869	inet						I	t						1041	910	911	2496	2497				i	m
1000	_bool											6179	16								3816	i
1001	_bytea											6179	17								3816	i
1002	_char											6179	18								3816	i
1003	_name											6179	19								3816	i						950
1005	_int2											6179	21								3816	i
1006	_int2vector											6179	22								3816	i
1007	_int4											6179	23								3816	i
1008	_regproc											6179	24								3816	i
1009	_text											6179	25								3816	i						100
1010	_tid											6179	27								3816	i
1011	_xid											6179	28								3816	i
1012	_cid											6179	29								3816	i
1013	_oidvector											6179	30								3816	i
1014	_bpchar											6179	1042						2913	2914	3816	i						100
1015	_varchar											6179	1043						2915	2916	3816	i						100
1016	_int8											6179	20								3816
1017	_point											6179	600								3816
1018	_lseg											6179	601								3816
1019	_path											6179	602								3816
1020	_box									;		6179	603								3816
1021	_float4											6179	700								3816	i
1022	_float8											6179	701								3816
1027	_polygon											6179	604								3816
1028	_oid											6179	26								3816	i
1033	aclitem			12			U							1034	1031	1032	0	0				i	p
1034	_aclitem											6179	1033								3816	i
1040	_macaddr											6179	829								3816	i
1041	_inet											6179	869								3816	i
1042	bpchar						S							1014	1044	1045	2430	2431	2913	2914		i						100
1043	varchar						S							1015	1046	1047	2432	2433	2915	2916		i						100
1082	date			4	t		D							1182	1084	1085	2468	2469				i	p
1083	time			8	t		D							1183	1143	1144	2470	2471	2909	2910			p
1114	timestamp			8	t		D							1115	1312	1313	2474	2475	2905	2906			p
1115	_timestamp											6179	1114						2905	2906	3816
1182	_date											6179	1082								3816	i
1183	_time											6179	1083						2909	2910	3816
1184	timestamptz			8	t		D	t						1185	1150	1151	2476	2477	2907	2908			p
1185	_timestamptz											6179	1184						2907	2908	3816
1186	interval			16			T	t						1187	1160	1161	2478	2479	2903	2904			p
1187	_interval											6179	1186						2903	2904	3816
1231	_numeric											6179	1700						2917	2918	3816	i
1248	pg_database					c	C				1262			10052	2290	2291	2402	2403
1263	_cstring											6179	2275								3816	i
1266	timetz			12			D							1270	1350	1351	2472	2473	2911	2912			p
1270	_timetz											6179	1266						2911	2912	3816
1560	bit						V							1561	1564	1565	2456	2457	2919	2920		i
1561	_bit											6179	1560						2919	2920	3816	i
1562	varbit						V	t						1563	1579	1580	2458	2459	2902	2921		i
1563	_varbit											6179	1562						2902	2921	3816	i
1700	numeric						N							1231	1701	1702	2460	2461	2917	2918		i	m
1790	refcursor						U							2201	46	47	2414	2415				i
2201	_refcursor											6179	1790								3816	i
2202	regprocedure			4	t		N							2207	2212	2213	2446	2447				i	p
2203	regoper			4	t		N							2208	2214	2215	2448	2449				i	p
2204	regoperator			4	t		N							2209	2216	2217	2450	2451				i	p
2205	regclass			4	t		N							2210	2218	2219	2452	2453				i	p
2206	regtype			4	t		N							2211	2220	2221	2454	2455				i	p
2207	_regprocedure											6179	2202								3816	i
2208	_regoper											6179	2203								3816	i
2209	_regoperator											6179	2204								3816	i
2210	_regclass											6179	2205								3816	i
2211	_regtype											6179	2206								3816	i
2249	record					p	P							2287	2290	2291	2402	2403
2275	cstring			-2		p	P							1263	2292	2293	2500	2501				c	p
2276	any			4	t	p	P								2294	2295	0	0				i	p
2277	anyarray					p	P								2296	2297	2502	2503
2278	void			4	t	p	P								2298	2299	3120	3121				i	p
2279	trigger			4	t	p	P								2300	2301	0	0				i	p
2280	language_handler			4	t	p	P								2302	2303	0	0				i	p
2281	internal			8	t	p	P								2304	2305	0	0					p
2283	anyelement			4	t	p	P								2312	2313	0	0				i	p
2287	_record					p	P					6179	2249								3816
2776	anynonarray			4	t	p	P								2777	2778	0	0				i	p
2842	pg_authid					c	C				1260			10057	2290	2291	2402	2403
2843	pg_auth_members					c	C				1261			10058	2290	2291	2402	2403
2949	_txid_snapshot											6179	2970								3816
2950	uuid			16			U							2951	2952	2953	2961	2962				c	p
2951	_uuid											6179	2950								3816	i
2970	txid_snapshot						U							2949	2939	2940	2941	2942
3115	fdw_handler			4	t	p	P								3116	3117	0	0				i	p
3220	pg_lsn			8	t		U							3221	3229	3230	3238	3239					p
3221	_pg_lsn											6179	3220								3816
3310	tsm_handler			4	t	p	P								3311	3312	0	0				i	p
3361	pg_ndistinct						Z								3355	3356	3357	3358				i						100
3402	pg_dependencies						Z								3404	3405	3406	3407				i						100
3500	anyenum			4	t	p	P								3504	3505	0	0				i	p
3614	tsvector						U							3643	3610	3611	3639	3638			3688	i
3615	tsquery						U							3645	3612	3613	3641	3640				i	p
3642	gtsvector						U							3644	3646	3647	0	0				i	p
3643	_tsvector											6179	3614								3816	i
3644	_gtsvector											6179	3642								3816	i
3645	_tsquery											6179	3615								3816	i
3734	regconfig			4	t		N							3735	3736	3737	3738	3739				i	p
3735	_regconfig											6179	3734								3816	i
3769	regdictionary			4	t		N							3770	3771	3772	3773	3774				i	p
3770	_regdictionary											6179	3769								3816	i
3802	jsonb						U					6098		3807	3806	3804	3805	3803				i
3807	_jsonb											6179	3802								3816	i
3831	anyrange					p	P								3832	3833	0	0
3838	event_trigger			4	t	p	P								3594	3595	0	0				i	p
3904	int4range					r	R							3905	3834	3835	3836	3837			3916	i
3905	_int4range											6179	3904								3816	i
3906	numrange					r	R							3907	3834	3835	3836	3837			3916	i
3907	_numrange											6179	3906								3816	i
3908	tsrange					r	R							3909	3834	3835	3836	3837			3916
3909	_tsrange											6179	3908								3816
3910	tstzrange					r	R							3911	3834	3835	3836	3837			3916
3911	_tstzrange											6179	3910								3816
3912	daterange					r	R							3913	3834	3835	3836	3837			3916	i
3913	_daterange											6179	3912								3816	i
3926	int8range					r	R							3927	3834	3835	3836	3837			3916
3927	_int8range											6179	3926								3816
4066	pg_shseclabel					c	C				3592			10093	2290	2291	2402	2403
4072	jsonpath						U							4073	4001	4003	4002	4004				i
4073	_jsonpath											6179	4072								3816	i
4089	regnamespace			4	t		N							4090	4084	4085	4087	4088				i	p
4090	_regnamespace											6179	4089								3816	i
4096	regrole			4	t		N							4097	4098	4092	4094	4095				i	p
4097	_regrole											6179	4096								3816	i
4191	regcollation			4	t		N							4192	4193	4194	4196	4197				i	p
4192	_regcollation											6179	4191								3816	i
4451	int4multirange					m	R							6150	4231	4232	4233	4234			4242	i
4532	nummultirange					m	R							6151	4231	4232	4233	4234			4242	i
4533	tsmultirange					m	R							6152	4231	4232	4233	4234			4242
4534	tstzmultirange					m	R							6153	4231	4232	4233	4234			4242
4535	datemultirange					m	R							6155	4231	4232	4233	4234			4242	i
4536	int8multirange					m	R							6157	4231	4232	4233	4234			4242
4537	anymultirange					p	P								4229	4230	0	0
4538	anycompatiblemultirange					p	P								4226	4227	0	0
4600	pg_brin_bloom_summary						Z								4596	4597	4598	4599				i						100
4601	pg_brin_minmax_multi_summary						Z								4638	4639	4640	4641				i						100
5017	pg_mcv_list						Z								5018	5019	5020	5021				i						100
5038	pg_snapshot						U							5039	5055	5056	5057	5058
5039	_pg_snapshot											6179	5038								3816
5069	xid8			8	t		U							271	5070	5081	5082	5083					p
5077	anycompatible			4	t	p	P								5086	5087	0	0				i	p
5078	anycompatiblearray					p	P								5088	5089	5090	5091
5079	anycompatiblenonarray			4	t	p	P								5092	5093	0	0				i	p
5080	anycompatiblerange					p	P								5094	5095	0	0
6101	pg_subscription					c	C				6100			10112	2290	2291	2402	2403
6150	_int4multirange											6179	4451								3816	i
6151	_nummultirange											6179	4532								3816	i
6152	_tsmultirange											6179	4533								3816
6153	_tstzmultirange											6179	4534								3816
6155	_datemultirange											6179	4535								3816	i
6157	_int8multirange											6179	4536								3816
10000	_pg_attrdef											6179	10001								3816
10001	pg_attrdef					c	C				2604			10000	2290	2291	2402	2403
10002	_pg_constraint											6179	10003								3816
10003	pg_constraint					c	C				2606			10002	2290	2291	2402	2403
10004	_pg_inherits											6179	10005								3816
10005	pg_inherits					c	C				2611			10004	2290	2291	2402	2403
10006	_pg_index											6179	10007								3816
10007	pg_index					c	C				2610			10006	2290	2291	2402	2403
10008	_pg_operator											6179	10009								3816
10009	pg_operator					c	C				2617			10008	2290	2291	2402	2403
10010	_pg_opfamily											6179	10011								3816
10011	pg_opfamily					c	C				2753			10010	2290	2291	2402	2403
10012	_pg_opclass											6179	10013								3816
10013	pg_opclass					c	C				2616			10012	2290	2291	2402	2403
10014	_pg_am											6179	10015								3816
10015	pg_am					c	C				2601			10014	2290	2291	2402	2403
10016	_pg_amop											6179	10017								3816
10017	pg_amop					c	C				2602			10016	2290	2291	2402	2403
10018	_pg_amproc											6179	10019								3816
10019	pg_amproc					c	C				2603			10018	2290	2291	2402	2403
10020	_pg_language											6179	10021								3816
10021	pg_language					c	C				2612			10020	2290	2291	2402	2403
10022	_pg_largeobject_metadata											6179	10023								3816
10023	pg_largeobject_metadata					c	C				2995			10022	2290	2291	2402	2403
10024	_pg_largeobject											6179	10025								3816
10025	pg_largeobject					c	C				2613			10024	2290	2291	2402	2403
10026	_pg_aggregate											6179	10027								3816
10027	pg_aggregate					c	C				2600			10026	2290	2291	2402	2403
10028	_pg_statistic											6179	10029								3816
10029	pg_statistic					c	C				2619			10028	2290	2291	2402	2403
10030	_pg_statistic_ext											6179	10031								3816
10031	pg_statistic_ext					c	C				3381			10030	2290	2291	2402	2403
10032	_pg_statistic_ext_data											6179	10033								3816
10033	pg_statistic_ext_data					c	C				3429			10032	2290	2291	2402	2403
10034	_pg_rewrite											6179	10035								3816
10035	pg_rewrite					c	C				2618			10034	2290	2291	2402	2403
10036	_pg_trigger											6179	10037								3816
10037	pg_trigger					c	C				2620			10036	2290	2291	2402	2403
10038	_pg_event_trigger											6179	10039								3816
10039	pg_event_trigger					c	C				3466			10038	2290	2291	2402	2403
10040	_pg_description											6179	10041								3816
10041	pg_description					c	C				2609			10040	2290	2291	2402	2403
10042	_pg_cast											6179	10043								3816
10043	pg_cast					c	C				2605			10042	2290	2291	2402	2403
10044	_pg_enum											6179	10045								3816
10045	pg_enum					c	C				3501			10044	2290	2291	2402	2403
10046	_pg_namespace											6179	10047								3816
10047	pg_namespace					c	C				2615			10046	2290	2291	2402	2403
10048	_pg_conversion											6179	10049								3816
10049	pg_conversion					c	C				2607			10048	2290	2291	2402	2403
10050	_pg_depend											6179	10051								3816
10051	pg_depend					c	C				2608			10050	2290	2291	2402	2403
10052	_pg_database											6179	1248								3816
10053	_pg_db_role_setting											6179	10054								3816
10054	pg_db_role_setting					c	C				2964			10053	2290	2291	2402	2403
10055	_pg_tablespace											6179	10056								3816
10056	pg_tablespace					c	C				1213			10055	2290	2291	2402	2403
10057	_pg_authid											6179	2842								3816
10058	_pg_auth_members											6179	2843								3816
10059	_pg_shdepend											6179	10060								3816
10060	pg_shdepend					c	C				1214			10059	2290	2291	2402	2403
10061	_pg_shdescription											6179	10062								3816
10062	pg_shdescription					c	C				2396			10061	2290	2291	2402	2403
10063	_pg_ts_config											6179	10064								3816
10064	pg_ts_config					c	C				3602			10063	2290	2291	2402	2403
10065	_pg_ts_config_map											6179	10066								3816
10066	pg_ts_config_map					c	C				3603			10065	2290	2291	2402	2403
10067	_pg_ts_dict											6179	10068								3816
10068	pg_ts_dict					c	C				3600			10067	2290	2291	2402	2403
10069	_pg_ts_parser											6179	10070								3816
10070	pg_ts_parser					c	C				3601			10069	2290	2291	2402	2403
10071	_pg_ts_template											6179	10072								3816
10072	pg_ts_template					c	C				3764			10071	2290	2291	2402	2403
10073	_pg_extension											6179	10074								3816
10074	pg_extension					c	C				3079			10073	2290	2291	2402	2403
10075	_pg_foreign_data_wrapper											6179	10076								3816
10076	pg_foreign_data_wrapper					c	C				2328			10075	2290	2291	2402	2403
10077	_pg_foreign_server											6179	10078								3816
10078	pg_foreign_server					c	C				1417			10077	2290	2291	2402	2403
10079	_pg_user_mapping											6179	10080								3816
10080	pg_user_mapping					c	C				1418			10079	2290	2291	2402	2403
10081	_pg_foreign_table											6179	10082								3816
10082	pg_foreign_table					c	C				3118			10081	2290	2291	2402	2403
10083	_pg_policy											6179	10084								3816
10084	pg_policy					c	C				3256			10083	2290	2291	2402	2403
10085	_pg_replication_origin											6179	10086								3816
10086	pg_replication_origin					c	C				6000			10085	2290	2291	2402	2403
10087	_pg_default_acl											6179	10088								3816
10088	pg_default_acl					c	C				826			10087	2290	2291	2402	2403
10089	_pg_init_privs											6179	10090								3816
10090	pg_init_privs					c	C				3394			10089	2290	2291	2402	2403
10091	_pg_seclabel											6179	10092								3816
10092	pg_seclabel					c	C				3596			10091	2290	2291	2402	2403
10093	_pg_shseclabel											6179	4066								3816
10094	_pg_collation											6179	10095								3816
10095	pg_collation					c	C				3456			10094	2290	2291	2402	2403
10096	_pg_parameter_acl											6179	10097								3816
10097	pg_parameter_acl					c	C				6243			10096	2290	2291	2402	2403
10098	_pg_partitioned_table											6179	10099								3816
10099	pg_partitioned_table					c	C				3350			10098	2290	2291	2402	2403
10100	_pg_range											6179	10101								3816
10101	pg_range					c	C				3541			10100	2290	2291	2402	2403
10102	_pg_transform											6179	10103								3816
10103	pg_transform					c	C				3576			10102	2290	2291	2402	2403
10104	_pg_sequence											6179	10105								3816
10105	pg_sequence					c	C				2224			10104	2290	2291	2402	2403
10106	_pg_publication											6179	10107								3816
10107	pg_publication					c	C				6104			10106	2290	2291	2402	2403
10108	_pg_publication_namespace											6179	10109								3816
10109	pg_publication_namespace					c	C				6237			10108	2290	2291	2402	2403
10110	_pg_publication_rel											6179	10111								3816
10111	pg_publication_rel					c	C				6106			10110	2290	2291	2402	2403
10112	_pg_subscription											6179	6101								3816
10113	_pg_subscription_rel											6179	10114								3816
10114	pg_subscription_rel					c	C				6102			10113	2290	2291	2402	2403
13220	_cardinal_number	13207										6179	13221								3816	i
13221	cardinal_number	13207		4	t	d	N							13220	2597	43	2598	2407				i	p		23
13223	_character_data	13207										6179	13224								3816	i						950
13224	character_data	13207				d	S							13223	2597	1047	2598	2433				i			1043			950
13225	_sql_identifier	13207										6179	13226								3816	i						950
13226	sql_identifier	13207		64		d	S							13225	2597	35	2598	2423				c	p		19			950
13231	_time_stamp	13207										6179	13232								3816
13232	time_stamp	13207		8	t	d	D							13231	2597	1151	2598	2477					p		1184	2				CURRENT_TIMESTAMP(2)
13233	_yes_or_no	13207										6179	13234								3816	i						950
13234	yes_or_no	13207				d	S							13233	2597	1047	2598	2433				i			1043	7		950`,
}
