/** Rows of pg_type in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_TYPE = {
  columns: 'oid typname typnamespace typowner typlen typbyval typtype typcategory typispreferred typisdefined typdelim typrelid typsubscript typelem typarray typinput typoutput typreceive typsend typmodin typmodout typanalyze typalign typstorage typnotnull typbasetype typtypmod typndims typcollation typdefaultbin typdefault typacl',
  types: [
    26, 19, 26, 26, 21, 16, 18, 18, 16, 16, 18, 26, 24, 26, 26, 24, 24, 24, 24, 24, 24, 24, 18, 18, 16, 26, 23, 23, 26,
    194, 25, 1034,
  ],
  defaults: '16\t_pg_user_mappings\t11\t10\t-1\tf\tb\tA\tf\tt\t,\t0\t0\t0\t0\t750\t751\t2400\t2401\t0\t0\t0\td\tx\tf\t0\t-1\t0\t0\t\\N\t\\N\t\\N',
  count: 611,
  rows: `	bool			1	t		B	t						1000	1242	1243	2436	2437				c	p
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
12001	_pg_roles											6179	12002								3816
12002	pg_roles					c	C				12000			12001	2290	2291	2402	2403
12006	_pg_shadow											6179	12007								3816
12007	pg_shadow					c	C				12005			12006	2290	2291	2402	2403
12011	_pg_group											6179	12012								3816
12012	pg_group					c	C				12010			12011	2290	2291	2402	2403
12015	_pg_user											6179	12016								3816
12016	pg_user					c	C				12014			12015	2290	2291	2402	2403
12019	_pg_policies											6179	12020								3816
12020	pg_policies					c	C				12018			12019	2290	2291	2402	2403
12024	_pg_rules											6179	12025								3816
12025	pg_rules					c	C				12023			12024	2290	2291	2402	2403
12029	_pg_views											6179	12030								3816
12030	pg_views					c	C				12028			12029	2290	2291	2402	2403
12034	_pg_tables											6179	12035								3816
12035	pg_tables					c	C				12033			12034	2290	2291	2402	2403
12039	_pg_matviews											6179	12040								3816
12040	pg_matviews					c	C				12038			12039	2290	2291	2402	2403
12044	_pg_indexes											6179	12045								3816
12045	pg_indexes					c	C				12043			12044	2290	2291	2402	2403
12049	_pg_sequences											6179	12050								3816
12050	pg_sequences					c	C				12048			12049	2290	2291	2402	2403
12054	_pg_stats											6179	12055								3816
12055	pg_stats					c	C				12053			12054	2290	2291	2402	2403
12059	_pg_stats_ext											6179	12060								3816
12060	pg_stats_ext					c	C				12058			12059	2290	2291	2402	2403
12064	_pg_stats_ext_exprs											6179	12065								3816
12065	pg_stats_ext_exprs					c	C				12063			12064	2290	2291	2402	2403
12069	_pg_publication_tables											6179	12070								3816
12070	pg_publication_tables					c	C				12068			12069	2290	2291	2402	2403
12074	_pg_locks											6179	12075								3816
12075	pg_locks					c	C				12073			12074	2290	2291	2402	2403
12078	_pg_cursors											6179	12079								3816
12079	pg_cursors					c	C				12077			12078	2290	2291	2402	2403
12082	_pg_available_extensions											6179	12083								3816
12083	pg_available_extensions					c	C				12081			12082	2290	2291	2402	2403
12086	_pg_available_extension_versions											6179	12087								3816
12087	pg_available_extension_versions					c	C				12085			12086	2290	2291	2402	2403
12091	_pg_prepared_xacts											6179	12092								3816
12092	pg_prepared_xacts					c	C				12090			12091	2290	2291	2402	2403
12096	_pg_prepared_statements											6179	12097								3816
12097	pg_prepared_statements					c	C				12095			12096	2290	2291	2402	2403
12100	_pg_seclabels											6179	12101								3816
12101	pg_seclabels					c	C				12099			12100	2290	2291	2402	2403
12105	_pg_settings											6179	12106								3816
12106	pg_settings					c	C				12104			12105	2290	2291	2402	2403
12111	_pg_file_settings											6179	12112								3816
12112	pg_file_settings					c	C				12110			12111	2290	2291	2402	2403
12115	_pg_hba_file_rules											6179	12116								3816
12116	pg_hba_file_rules					c	C				12114			12115	2290	2291	2402	2403
12119	_pg_ident_file_mappings											6179	12120								3816
12120	pg_ident_file_mappings					c	C				12118			12119	2290	2291	2402	2403
12123	_pg_timezone_abbrevs											6179	12124								3816
12124	pg_timezone_abbrevs					c	C				12122			12123	2290	2291	2402	2403
12127	_pg_timezone_names											6179	12128								3816
12128	pg_timezone_names					c	C				12126			12127	2290	2291	2402	2403
12131	_pg_config											6179	12132								3816
12132	pg_config					c	C				12130			12131	2290	2291	2402	2403
12135	_pg_shmem_allocations											6179	12136								3816
12136	pg_shmem_allocations					c	C				12134			12135	2290	2291	2402	2403
12139	_pg_backend_memory_contexts											6179	12140								3816
12140	pg_backend_memory_contexts					c	C				12138			12139	2290	2291	2402	2403
12143	_pg_stat_all_tables											6179	12144								3816
12144	pg_stat_all_tables					c	C				12142			12143	2290	2291	2402	2403
12148	_pg_stat_xact_all_tables											6179	12149								3816
12149	pg_stat_xact_all_tables					c	C				12147			12148	2290	2291	2402	2403
12153	_pg_stat_sys_tables											6179	12154								3816
12154	pg_stat_sys_tables					c	C				12152			12153	2290	2291	2402	2403
12158	_pg_stat_xact_sys_tables											6179	12159								3816
12159	pg_stat_xact_sys_tables					c	C				12157			12158	2290	2291	2402	2403
12162	_pg_stat_user_tables											6179	12163								3816
12163	pg_stat_user_tables					c	C				12161			12162	2290	2291	2402	2403
12167	_pg_stat_xact_user_tables											6179	12168								3816
12168	pg_stat_xact_user_tables					c	C				12166			12167	2290	2291	2402	2403
12171	_pg_statio_all_tables											6179	12172								3816
12172	pg_statio_all_tables					c	C				12170			12171	2290	2291	2402	2403
12176	_pg_statio_sys_tables											6179	12177								3816
12177	pg_statio_sys_tables					c	C				12175			12176	2290	2291	2402	2403
12180	_pg_statio_user_tables											6179	12181								3816
12181	pg_statio_user_tables					c	C				12179			12180	2290	2291	2402	2403
12184	_pg_stat_all_indexes											6179	12185								3816
12185	pg_stat_all_indexes					c	C				12183			12184	2290	2291	2402	2403
12189	_pg_stat_sys_indexes											6179	12190								3816
12190	pg_stat_sys_indexes					c	C				12188			12189	2290	2291	2402	2403
12193	_pg_stat_user_indexes											6179	12194								3816
12194	pg_stat_user_indexes					c	C				12192			12193	2290	2291	2402	2403
12197	_pg_statio_all_indexes											6179	12198								3816
12198	pg_statio_all_indexes					c	C				12196			12197	2290	2291	2402	2403
12202	_pg_statio_sys_indexes											6179	12203								3816
12203	pg_statio_sys_indexes					c	C				12201			12202	2290	2291	2402	2403
12206	_pg_statio_user_indexes											6179	12207								3816
12207	pg_statio_user_indexes					c	C				12205			12206	2290	2291	2402	2403
12210	_pg_statio_all_sequences											6179	12211								3816
12211	pg_statio_all_sequences					c	C				12209			12210	2290	2291	2402	2403
12215	_pg_statio_sys_sequences											6179	12216								3816
12216	pg_statio_sys_sequences					c	C				12214			12215	2290	2291	2402	2403
12219	_pg_statio_user_sequences											6179	12220								3816
12220	pg_statio_user_sequences					c	C				12218			12219	2290	2291	2402	2403
12223	_pg_stat_activity											6179	12224								3816
12224	pg_stat_activity					c	C				12222			12223	2290	2291	2402	2403
12228	_pg_stat_replication											6179	12229								3816
12229	pg_stat_replication					c	C				12227			12228	2290	2291	2402	2403
12233	_pg_stat_slru											6179	12234								3816
12234	pg_stat_slru					c	C				12232			12233	2290	2291	2402	2403
12237	_pg_stat_wal_receiver											6179	12238								3816
12238	pg_stat_wal_receiver					c	C				12236			12237	2290	2291	2402	2403
12241	_pg_stat_recovery_prefetch											6179	12242								3816
12242	pg_stat_recovery_prefetch					c	C				12240			12241	2290	2291	2402	2403
12245	_pg_stat_subscription											6179	12246								3816
12246	pg_stat_subscription					c	C				12244			12245	2290	2291	2402	2403
12250	_pg_stat_ssl											6179	12251								3816
12251	pg_stat_ssl					c	C				12249			12250	2290	2291	2402	2403
12254	_pg_stat_gssapi											6179	12255								3816
12255	pg_stat_gssapi					c	C				12253			12254	2290	2291	2402	2403
12258	_pg_replication_slots											6179	12259								3816
12259	pg_replication_slots					c	C				12257			12258	2290	2291	2402	2403
12263	_pg_stat_replication_slots											6179	12264								3816
12264	pg_stat_replication_slots					c	C				12262			12263	2290	2291	2402	2403
12267	_pg_stat_database											6179	12268								3816
12268	pg_stat_database					c	C				12266			12267	2290	2291	2402	2403
12272	_pg_stat_database_conflicts											6179	12273								3816
12273	pg_stat_database_conflicts					c	C				12271			12272	2290	2291	2402	2403
12276	_pg_stat_user_functions											6179	12277								3816
12277	pg_stat_user_functions					c	C				12275			12276	2290	2291	2402	2403
12281	_pg_stat_xact_user_functions											6179	12282								3816
12282	pg_stat_xact_user_functions					c	C				12280			12281	2290	2291	2402	2403
12286	_pg_stat_archiver											6179	12287								3816
12287	pg_stat_archiver					c	C				12285			12286	2290	2291	2402	2403
12290	_pg_stat_bgwriter											6179	12291								3816
12291	pg_stat_bgwriter					c	C				12289			12290	2290	2291	2402	2403
12294	_pg_stat_wal											6179	12295								3816
12295	pg_stat_wal					c	C				12293			12294	2290	2291	2402	2403
12298	_pg_stat_progress_analyze											6179	12299								3816
12299	pg_stat_progress_analyze					c	C				12297			12298	2290	2291	2402	2403
12303	_pg_stat_progress_vacuum											6179	12304								3816
12304	pg_stat_progress_vacuum					c	C				12302			12303	2290	2291	2402	2403
12308	_pg_stat_progress_cluster											6179	12309								3816
12309	pg_stat_progress_cluster					c	C				12307			12308	2290	2291	2402	2403
12313	_pg_stat_progress_create_index											6179	12314								3816
12314	pg_stat_progress_create_index					c	C				12312			12313	2290	2291	2402	2403
12318	_pg_stat_progress_basebackup											6179	12319								3816
12319	pg_stat_progress_basebackup					c	C				12317			12318	2290	2291	2402	2403
12323	_pg_stat_progress_copy											6179	12324								3816
12324	pg_stat_progress_copy					c	C				12322			12323	2290	2291	2402	2403
12328												6179	12329								3816
12329	pg_user_mappings					c	C				12327			12328	2290	2291	2402	2403
12333	_pg_replication_origin_status											6179	12334								3816
12334	pg_replication_origin_status					c	C				12332			12333	2290	2291	2402	2403
12337	_pg_stat_subscription_stats											6179	12338								3816
12338	pg_stat_subscription_stats					c	C				12336			12337	2290	2291	2402	2403
13220	_cardinal_number	13207										6179	13221								3816	i
13221	cardinal_number	13207		4	t	d	N							13220	2597	43	2598	2407				i	p		23
13223	_character_data	13207										6179	13224								3816	i						950
13224	character_data	13207				d	S							13223	2597	1047	2598	2433				i			1043			950
13225	_sql_identifier	13207										6179	13226								3816	i						950
13226	sql_identifier	13207		64		d	S							13225	2597	35	2598	2423				c	p		19			950
13228	_information_schema_catalog_name	13207										6179	13229								3816
13229	information_schema_catalog_name	13207				c	C				13227			13228	2290	2291	2402	2403
13231	_time_stamp	13207										6179	13232								3816
13232	time_stamp	13207		8	t	d	D							13231	2597	1151	2598	2477					p		1184	2			{"kind":"sqlvalue","name":"current_timestamp","type":1184,"typmod":2,"collation":0}	CURRENT_TIMESTAMP(2)
13233	_yes_or_no	13207										6179	13234								3816	i						950
13234	yes_or_no	13207				d	S							13233	2597	1047	2598	2433				i			1043	7		950
13237	_applicable_roles	13207										6179	13238								3816
13238	applicable_roles	13207				c	C				13236			13237	2290	2291	2402	2403
13242	_administrable_role_authorizations	13207										6179	13243								3816
13243	administrable_role_authorizations	13207				c	C				13241			13242	2290	2291	2402	2403
13246	_attributes	13207										6179	13247								3816
13247	attributes	13207				c	C				13245			13246	2290	2291	2402	2403
13251	_character_sets	13207										6179	13252								3816
13252	character_sets	13207				c	C				13250			13251	2290	2291	2402	2403
13256	_check_constraint_routine_usage	13207										6179	13257								3816
13257	check_constraint_routine_usage	13207				c	C				13255			13256	2290	2291	2402	2403
13261	_check_constraints	13207										6179	13262								3816
13262	check_constraints	13207				c	C				13260			13261	2290	2291	2402	2403
13266	_collations	13207										6179	13267								3816
13267	collations	13207				c	C				13265			13266	2290	2291	2402	2403
13271	_collation_character_set_applicability	13207										6179	13272								3816
13272	collation_character_set_applicability	13207				c	C				13270			13271	2290	2291	2402	2403
13276	_column_column_usage	13207										6179	13277								3816
13277	column_column_usage	13207				c	C				13275			13276	2290	2291	2402	2403
13281	_column_domain_usage	13207										6179	13282								3816
13282	column_domain_usage	13207				c	C				13280			13281	2290	2291	2402	2403
13286	_column_privileges	13207										6179	13287								3816
13287	column_privileges	13207				c	C				13285			13286	2290	2291	2402	2403
13291	_column_udt_usage	13207										6179	13292								3816
13292	column_udt_usage	13207				c	C				13290			13291	2290	2291	2402	2403
13296	_columns	13207										6179	13297								3816
13297	columns	13207				c	C				13295			13296	2290	2291	2402	2403
13301	_constraint_column_usage	13207										6179	13302								3816
13302	constraint_column_usage	13207				c	C				13300			13301	2290	2291	2402	2403
13306	_constraint_table_usage	13207										6179	13307								3816
13307	constraint_table_usage	13207				c	C				13305			13306	2290	2291	2402	2403
13311	_domain_constraints	13207										6179	13312								3816
13312	domain_constraints	13207				c	C				13310			13311	2290	2291	2402	2403
13316	_domain_udt_usage	13207										6179	13317								3816
13317	domain_udt_usage	13207				c	C				13315			13316	2290	2291	2402	2403
13321	_domains	13207										6179	13322								3816
13322	domains	13207				c	C				13320			13321	2290	2291	2402	2403
13326	_enabled_roles	13207										6179	13327								3816
13327	enabled_roles	13207				c	C				13325			13326	2290	2291	2402	2403
13330	_key_column_usage	13207										6179	13331								3816
13331	key_column_usage	13207				c	C				13329			13330	2290	2291	2402	2403
13335	_parameters	13207										6179	13336								3816
13336	parameters	13207				c	C				13334			13335	2290	2291	2402	2403
13340	_referential_constraints	13207										6179	13341								3816
13341	referential_constraints	13207				c	C				13339			13340	2290	2291	2402	2403
13345	_role_column_grants	13207										6179	13346								3816
13346	role_column_grants	13207				c	C				13344			13345	2290	2291	2402	2403
13349	_routine_column_usage	13207										6179	13350								3816
13350	routine_column_usage	13207				c	C				13348			13349	2290	2291	2402	2403
13354	_routine_privileges	13207										6179	13355								3816
13355	routine_privileges	13207				c	C				13353			13354	2290	2291	2402	2403
13359	_role_routine_grants	13207										6179	13360								3816
13360	role_routine_grants	13207				c	C				13358			13359	2290	2291	2402	2403
13363	_routine_routine_usage	13207										6179	13364								3816
13364	routine_routine_usage	13207				c	C				13362			13363	2290	2291	2402	2403
13368	_routine_sequence_usage	13207										6179	13369								3816
13369	routine_sequence_usage	13207				c	C				13367			13368	2290	2291	2402	2403
13373	_routine_table_usage	13207										6179	13374								3816
13374	routine_table_usage	13207				c	C				13372			13373	2290	2291	2402	2403
13378	_routines	13207										6179	13379								3816
13379	routines	13207				c	C				13377			13378	2290	2291	2402	2403
13383	_schemata	13207										6179	13384								3816
13384	schemata	13207				c	C				13382			13383	2290	2291	2402	2403
13387	_sequences	13207										6179	13388								3816
13388	sequences	13207				c	C				13386			13387	2290	2291	2402	2403
13392	_sql_features	13207										6179	13393								3816
13393	sql_features	13207				c	C				13391			13392	2290	2291	2402	2403
13397	_sql_implementation_info	13207										6179	13398								3816
13398	sql_implementation_info	13207				c	C				13396			13397	2290	2291	2402	2403
13402	_sql_parts	13207										6179	13403								3816
13403	sql_parts	13207				c	C				13401			13402	2290	2291	2402	2403
13407	_sql_sizing	13207										6179	13408								3816
13408	sql_sizing	13207				c	C				13406			13407	2290	2291	2402	2403
13412	_table_constraints	13207										6179	13413								3816
13413	table_constraints	13207				c	C				13411			13412	2290	2291	2402	2403
13417	_table_privileges	13207										6179	13418								3816
13418	table_privileges	13207				c	C				13416			13417	2290	2291	2402	2403
13422	_role_table_grants	13207										6179	13423								3816
13423	role_table_grants	13207				c	C				13421			13422	2290	2291	2402	2403
13426	_tables	13207										6179	13427								3816
13427	tables	13207				c	C				13425			13426	2290	2291	2402	2403
13431	_transforms	13207										6179	13432								3816
13432	transforms	13207				c	C				13430			13431	2290	2291	2402	2403
13436	_triggered_update_columns	13207										6179	13437								3816
13437	triggered_update_columns	13207				c	C				13435			13436	2290	2291	2402	2403
13441	_triggers	13207										6179	13442								3816
13442	triggers	13207				c	C				13440			13441	2290	2291	2402	2403
13446	_udt_privileges	13207										6179	13447								3816
13447	udt_privileges	13207				c	C				13445			13446	2290	2291	2402	2403
13451	_role_udt_grants	13207										6179	13452								3816
13452	role_udt_grants	13207				c	C				13450			13451	2290	2291	2402	2403
13455	_usage_privileges	13207										6179	13456								3816
13456	usage_privileges	13207				c	C				13454			13455	2290	2291	2402	2403
13460	_role_usage_grants	13207										6179	13461								3816
13461	role_usage_grants	13207				c	C				13459			13460	2290	2291	2402	2403
13464	_user_defined_types	13207										6179	13465								3816
13465	user_defined_types	13207				c	C				13463			13464	2290	2291	2402	2403
13469	_view_column_usage	13207										6179	13470								3816
13470	view_column_usage	13207				c	C				13468			13469	2290	2291	2402	2403
13474	_view_routine_usage	13207										6179	13475								3816
13475	view_routine_usage	13207				c	C				13473			13474	2290	2291	2402	2403
13479	_view_table_usage	13207										6179	13480								3816
13480	view_table_usage	13207				c	C				13478			13479	2290	2291	2402	2403
13484	_views	13207										6179	13485								3816
13485	views	13207				c	C				13483			13484	2290	2291	2402	2403
13489	_data_type_privileges	13207										6179	13490								3816
13490	data_type_privileges	13207				c	C				13488			13489	2290	2291	2402	2403
13494	_element_types	13207										6179	13495								3816
13495	element_types	13207				c	C				13493			13494	2290	2291	2402	2403
13499	__pg_foreign_table_columns	13207										6179	13500								3816
13500	_pg_foreign_table_columns	13207				c	C				13498			13499	2290	2291	2402	2403
13504	_column_options	13207										6179	13505								3816
13505	column_options	13207				c	C				13503			13504	2290	2291	2402	2403
13508	__pg_foreign_data_wrappers	13207										6179	13509								3816
13509	_pg_foreign_data_wrappers	13207				c	C				13507			13508	2290	2291	2402	2403
13512	_foreign_data_wrapper_options	13207										6179	13513								3816
13513	foreign_data_wrapper_options	13207				c	C				13511			13512	2290	2291	2402	2403
13516	_foreign_data_wrappers	13207										6179	13517								3816
13517	foreign_data_wrappers	13207				c	C				13515			13516	2290	2291	2402	2403
13520	__pg_foreign_servers	13207										6179	13521								3816
13521	_pg_foreign_servers	13207				c	C				13519			13520	2290	2291	2402	2403
13525	_foreign_server_options	13207										6179	13526								3816
13526	foreign_server_options	13207				c	C				13524			13525	2290	2291	2402	2403
13529	_foreign_servers	13207										6179	13530								3816
13530	foreign_servers	13207				c	C				13528			13529	2290	2291	2402	2403
13533	__pg_foreign_tables	13207										6179	13534								3816
13534	_pg_foreign_tables	13207				c	C				13532			13533	2290	2291	2402	2403
13538	_foreign_table_options	13207										6179	13539								3816
13539	foreign_table_options	13207				c	C				13537			13538	2290	2291	2402	2403
13542	_foreign_tables	13207										6179	13543								3816
13543	foreign_tables	13207				c	C				13541			13542	2290	2291	2402	2403
13546	__pg_user_mappings	13207										6179	13547								3816
13547		13207				c	C				13545			13546	2290	2291	2402	2403
13551	_user_mapping_options	13207										6179	13552								3816
13552	user_mapping_options	13207				c	C				13550			13551	2290	2291	2402	2403
13556	_user_mappings	13207										6179	13557								3816
13557	user_mappings	13207				c	C				13555			13556	2290	2291	2402	2403`,
}
