/** Rows of pg_proc in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_PROC = {
  columns: 'oid proname pronamespace proowner prolang procost prorows provariadic prosupport prokind prosecdef proleakproof proisstrict proretset provolatile proparallel pronargs pronargdefaults prorettype proargtypes proallargtypes proargmodes proargnames proargdefaults protrftypes prosrc probin prosqlbody proconfig proacl',
  types: [
    26, 19, 26, 26, 26, 700, 700, 26, 24, 18, 16, 16, 16, 16, 18, 18, 21, 21, 26, 30, 1028, 1002, 1009, 194, 1028, 25,
    25, 194, 1009, 1034,
  ],
  defaults: '3\tmax\t11\t10\t12\t1\t0\t0\t0\tf\tf\tf\tt\tf\ti\ts\t2\t0\t16\t2281\t\\N\t\\N\t\\N\t\\N\t\\N\taggregate_dummy\t\\N\t\\N\t\\N\t\\N',
  count: 3244,
  rows: `	heap_tableam_handler													v		1		269							heap_tableam_handler
31	byteaout															1		2275	17						byteaout
33	charout															1		2275	18						charout
34	namein															1		19	2275						namein
35	nameout															1		2275	19						nameout
38	int2in															1		21	2275						int2in
39	int2out															1		2275	21						int2out
40	int2vectorin															1		22	2275						int2vectorin
41	int2vectorout															1		2275	22						int2vectorout
42	int4in															1		23	2275						int4in
43	int4out															1		2275	23						int4out
44	regprocin													s		1		24	2275						regprocin
45	regprocout													s		1		2275	24						regprocout
46	textin															1		25	2275						textin
47	textout															1		2275	25						textout
48	tidin															1		27	2275						tidin
49	tidout															1		2275	27						tidout
50	xidin															1		28	2275						xidin
51	xidout															1		2275	28						xidout
52	cidin															1		29	2275						cidin
53	cidout															1		2275	29						cidout
54	oidvectorin															1		30	2275						oidvectorin
55	oidvectorout															1		2275	30						oidvectorout
56	boollt										t								16 16						boollt
57	boolgt										t								16 16						boolgt
60	booleq										t								16 16						booleq
61	chareq										t								18 18						chareq
62	nameeq										t								19 19						nameeq
63	int2eq										t								21 21						int2eq
64	int2lt										t								21 21						int2lt
65	int4eq										t								23 23						int4eq
66	int4lt										t								23 23						int4lt
67	texteq										t								25 25						texteq
68	xideq										t								28 28						xideq
69	cideq										t								29 29						cideq
70	charne										t								18 18						charne
72	charle										t								18 18						charle
73	chargt										t								18 18						chargt
74	charge										t								18 18						charge
77	int4															1		23	18						chartoi4
78	char															1		18	23						i4tochar
79	nameregexeq							1364											19 25						nameregexeq
84	boolne										t								16 16						boolne
86	pg_ddl_command_in															1		32	2275						pg_ddl_command_in
87	pg_ddl_command_out															1		2275	32						pg_ddl_command_out
88	pg_ddl_command_recv															1		32							pg_ddl_command_recv
89	version													s		0		25	\\E						pgsql_version
90	pg_ddl_command_send															1		17	32						pg_ddl_command_send
101	eqsel													s		4		701	2281 26 2281 23						eqsel
102	neqsel													s		4		701	2281 26 2281 23						neqsel
103	scalarltsel													s		4		701	2281 26 2281 23						scalarltsel
104	scalargtsel													s		4		701	2281 26 2281 23						scalargtsel
105	eqjoinsel													s		5		701	2281 26 2281 21 2281						eqjoinsel
106	neqjoinsel													s		5		701	2281 26 2281 21 2281						neqjoinsel
107	scalarltjoinsel													s		5		701	2281 26 2281 21 2281						scalarltjoinsel
108	scalargtjoinsel													s		5		701	2281 26 2281 21 2281						scalargtjoinsel
109	unknownin															1		705	2275						unknownin
110	unknownout															1		2275	705						unknownout
115	box_above_eq																		603 603						box_above_eq
116	box_below_eq																		603 603						box_below_eq
117	point_in															1		600	2275						point_in
118	point_out															1		2275	600						point_out
119	lseg_in															1		601	2275						lseg_in
120	lseg_out															1		2275	601						lseg_out
121	path_in															1		602	2275						path_in
122	path_out															1		2275	602						path_out
123	box_in															1		603	2275						box_in
124	box_out															1		2275	603						box_out
125	box_overlap																		603 603						box_overlap
126	box_ge																		603 603						box_ge
127	box_gt																		603 603						box_gt
128	box_eq																		603 603						box_eq
129	box_lt																		603 603						box_lt
130	box_le																		603 603						box_le
131	point_above																		600 600						point_above
132	point_left																		600 600						point_left
133	point_right																		600 600						point_right
134	point_below																		600 600						point_below
135	point_eq																		600 600						point_eq
136	on_pb																		600 603						on_pb
137	on_ppath																		600 602						on_ppath
138	box_center															1		600	603						box_center
139	areasel													s		4		701	2281 26 2281 23						areasel
140	areajoinsel													s		5		701	2281 26 2281 21 2281						areajoinsel
141	int4mul																	23	23 23						int4mul
144	int4ne										t								23 23						int4ne
145	int2ne										t								21 21						int2ne
146	int2gt										t								21 21						int2gt
147	int4gt										t								23 23						int4gt
148	int2le										t								21 21						int2le
149	int4le										t								23 23						int4le
150	int4ge										t								23 23						int4ge
151	int2ge										t								21 21						int2ge
152	int2mul																	21	21 21						int2mul
153	int2div																	21	21 21						int2div
154	int4div																	23	23 23						int4div
155	int2mod																	21	21 21						int2mod
156	int4mod																	23	23 23						int4mod
157	textne										t								25 25						textne
158	int24eq										t								21 23						int24eq
159	int42eq										t								23 21						int42eq
160	int24lt										t								21 23						int24lt
161	int42lt										t								23 21						int42lt
162	int24gt										t								21 23						int24gt
163	int42gt										t								23 21						int42gt
164	int24ne										t								21 23						int24ne
165	int42ne										t								23 21						int42ne
166	int24le										t								21 23						int24le
167	int42le										t								23 21						int42le
168	int24ge										t								21 23						int24ge
169	int42ge										t								23 21						int42ge
170	int24mul																	23	21 23						int24mul
171	int42mul																	23	23 21						int42mul
172	int24div																	23	21 23						int24div
173	int42div																	23	23 21						int42div
176	int2pl																	21	21 21						int2pl
177	int4pl																	23	23 23						int4pl
178	int24pl																	23	21 23						int24pl
179	int42pl																	23	23 21						int42pl
180	int2mi																	21	21 21						int2mi
181	int4mi																	23	23 23						int4mi
182	int24mi																	23	21 23						int24mi
183	int42mi																	23	23 21						int42mi
184	oideq										t								26 26						oideq
185	oidne										t								26 26						oidne
186	box_same																		603 603						box_same
187	box_contain																		603 603						box_contain
188	box_left																		603 603						box_left
189	box_overleft																		603 603						box_overleft
190	box_overright																		603 603						box_overright
191	box_right																		603 603						box_right
192	box_contained																		603 603						box_contained
193	box_contain_pt																		603 600						box_contain_pt
195	pg_node_tree_in															1		194	2275						pg_node_tree_in
196	pg_node_tree_out															1		2275	194						pg_node_tree_out
197	pg_node_tree_recv													s		1		194							pg_node_tree_recv
198	pg_node_tree_send													s		1		17	194						pg_node_tree_send
200	float4in															1		700	2275						float4in
201	float4out															1		2275	700						float4out
202	float4mul																	700	700 700						float4mul
203	float4div																	700	700 700						float4div
204	float4pl																	700	700 700						float4pl
205	float4mi																	700	700 700						float4mi
206	float4um															1		700	700						float4um
207	float4abs															1		700	700						float4abs
208	float4_accum																	1022	1022 700						float4_accum
209	float4larger																	700	700 700						float4larger
211	float4smaller																	700	700 700						float4smaller
212	int4um															1		23	23						int4um
213	int2um															1		21	21						int2um
214	float8in															1		701	2275						float8in
215	float8out															1		2275	701						float8out
216	float8mul																	701	701 701						float8mul
217	float8div																	701	701 701						float8div
218	float8pl																	701	701 701						float8pl
219	float8mi																	701	701 701						float8mi
220	float8um															1		701	701						float8um
221	float8abs															1		701	701						float8abs
222	float8_accum																	1022	1022 701						float8_accum
223	float8larger																	701	701 701						float8larger
224	float8smaller																	701	701 701						float8smaller
225	lseg_center															1		600	601						lseg_center
227	poly_center															1		600	604						poly_center
228	dround															1		701	701						dround
229	dtrunc															1		701	701						dtrunc
230	dsqrt															1		701	701						dsqrt
231	dcbrt															1		701	701						dcbrt
232	dpow																	701	701 701						dpow
233	dexp															1		701	701						dexp
234	dlog1															1		701	701						dlog1
235	float8										t					1		701	21						i2tod
236	float4										t					1		700	21						i2tof
237	int2															1		21	701						dtoi2
238	int2															1		21	700						ftoi2
239	line_distance																	701	628 628						line_distance
240	nameeqtext										t								19 25						nameeqtext
241	namelttext										t								19 25						namelttext
242	nameletext										t								19 25						nameletext
243	namegetext										t								19 25						namegetext
244	namegttext										t								19 25						namegttext
245	namenetext										t								19 25						namenetext
246	btnametextcmp										t							23	19 25						btnametextcmp
247	texteqname										t								25 19						texteqname
248	textltname										t								25 19						textltname
249	textlename										t								25 19						textlename
250	textgename										t								25 19						textgename
251	textgtname										t								25 19						textgtname
252	textnename										t								25 19						textnename
253	bttextnamecmp										t							23	25 19						bttextnamecmp
266	nameconcatoid																	19	19 26						nameconcatoid
267	table_am_handler_in											f				1		269	2275						table_am_handler_in
268	table_am_handler_out															1		2275	269						table_am_handler_out
274	timeofday													v		0		25	\\E						timeofday
275	pg_nextoid													v	u	3		26	2205 19 2205						pg_nextoid
276	float8_combine																	1022	1022 1022						float8_combine
277	inter_sl																		601 628						inter_sl
278	inter_lb																		628 603						inter_lb
279	float48mul																	701	700 701						float48mul
280	float48div																	701	700 701						float48div
281	float48pl																	701	700 701						float48pl
282	float48mi																	701	700 701						float48mi
283	float84mul																	701	701 700						float84mul
284	float84div																	701	701 700						float84div
285	float84pl																	701	701 700						float84pl
286	float84mi																	701	701 700						float84mi
287	float4eq										t								700 700						float4eq
288	float4ne										t								700 700						float4ne
289	float4lt										t								700 700						float4lt
290	float4le										t								700 700						float4le
291	float4gt										t								700 700						float4gt
292	float4ge										t								700 700						float4ge
293	float8eq										t								701 701						float8eq
294	float8ne										t								701 701						float8ne
295	float8lt										t								701 701						float8lt
296	float8le										t								701 701						float8le
297	float8gt										t								701 701						float8gt
298	float8ge										t								701 701						float8ge
299	float48eq										t								700 701						float48eq
300	float48ne										t								700 701						float48ne
301	float48lt										t								700 701						float48lt
302	float48le										t								700 701						float48le
303	float48gt										t								700 701						float48gt
304	float48ge										t								700 701						float48ge
305	float84eq										t								701 700						float84eq
306	float84ne										t								701 700						float84ne
307	float84lt										t								701 700						float84lt
308	float84le										t								701 700						float84le
309	float84gt										t								701 700						float84gt
310	float84ge										t								701 700						float84ge
311	float8										t					1		701	700						ftod
312	float4															1		700	701						dtof
313	int4										t					1		23	21						i2toi4
314	int2															1		21	23						i4toi2
315	pg_jit_available													v		0			\\E						pg_jit_available
316	float8										t					1		701	23						i4tod
317	int4															1		23	701						dtoi4
318	float4										t					1		700	23						i4tof
319	int4															1		23	700						ftoi4
320	width_bucket															4		23	701 701 701 23						width_bucket_float8
321	json_in															1		114	2275						json_in
322	json_out															1		2275	114						json_out
323	json_recv															1		114							json_recv
324	json_send															1		17	114						json_send
326	index_am_handler_in											f				1		325	2275						index_am_handler_in
327	index_am_handler_out															1		2275	325						index_am_handler_out
328	hashmacaddr8															1		23	774						hashmacaddr8
329	hash_aclitem															1		23	1033						hash_aclitem
330	bthandler													v		1		325							bthandler
331	hashhandler													v		1		325							hashhandler
332	gisthandler													v		1		325							gisthandler
333	ginhandler													v		1		325							ginhandler
334	spghandler													v		1		325							spghandler
335	brinhandler													v		1		325							brinhandler
336	scalarlesel													s		4		701	2281 26 2281 23						scalarlesel
337	scalargesel													s		4		701	2281 26 2281 23						scalargesel
338	amvalidate													v		1			26						amvalidate
339	poly_same																		604 604						poly_same
340	poly_contain																		604 604						poly_contain
341	poly_left																		604 604						poly_left
342	poly_overleft																		604 604						poly_overleft
343	poly_overright																		604 604						poly_overright
344	poly_right																		604 604						poly_right
345	poly_contained																		604 604						poly_contained
346	poly_overlap																		604 604						poly_overlap
347	poly_in															1		604	2275						poly_in
348	poly_out															1		2275	604						poly_out
350	btint2cmp										t							23	21 21						btint2cmp
351	btint4cmp										t							23	23 23						btint4cmp
354	btfloat4cmp										t							23	700 700						btfloat4cmp
355	btfloat8cmp										t							23	701 701						btfloat8cmp
356	btoidcmp										t							23	26 26						btoidcmp
357	dist_bp																	701	603 600						dist_bp
358	btcharcmp										t							23	18 18						btcharcmp
359	btnamecmp										t							23	19 19						btnamecmp
360	bttextcmp										t							23	25 25						bttextcmp
361	lseg_distance																	701	601 601						lseg_distance
362	lseg_interpt																	600	601 601						lseg_interpt
363	dist_ps																	701	600 601						dist_ps
364	dist_pb																	701	600 603						dist_pb
365	dist_sb																	701	601 603						dist_sb
366	close_ps																	600	600 601						close_ps
367	close_pb																	600	600 603						close_pb
368	close_sb																	600	601 603						close_sb
369	on_ps																		600 601						on_ps
370	path_distance																	701	602 602						path_distance
371	dist_ppath																	701	600 602						dist_ppath
372	on_sb																		601 603						on_sb
373	inter_sb																		601 603						inter_sb
376	string_to_array											f				3		1009	25 25 25						text_to_array_null
377	cash_cmp										t							23	790 790						cash_cmp
378	array_append											f						5078	5078 5077						array_append
379	array_prepend											f						5078	5077 5078						array_prepend
380	dist_sp																	701	601 600						dist_sp
381	dist_bs																	701	603 601						dist_bs
382	btarraycmp																	23	2277 2277						btarraycmp
383	array_cat											f						5078	5078 5078						array_cat
384	array_to_string											f		s		3		25	2277 25 25						array_to_text_null
386	scalarlejoinsel													s		5		701	2281 26 2281 21 2281						scalarlejoinsel
390	array_ne																		2277 2277						array_ne
391	array_lt																		2277 2277						array_lt
392	array_gt																		2277 2277						array_gt
393	array_le																		2277 2277						array_le
394	string_to_array											f						1009	25 25						text_to_array
395	array_to_string													s				25	2277 25						array_to_text
396	array_ge																		2277 2277						array_ge
398	scalargejoinsel													s		5		701	2281 26 2281 21 2281						scalargejoinsel
399	hashmacaddr															1		23	829						hashmacaddr
400	hashtext															1		23	25						hashtext
401	text															1		25	1042						rtrim1
404	btoidvectorcmp										t							23	30 30						btoidvectorcmp
406	text										t					1		25	19						name_text
407	name										t					1		19	25						text_name
408	bpchar															1		1042	19						name_bpchar
409	name										t					1		19	1042						bpchar_name
421	dist_pathp																	701	602 600						dist_pathp
422	hashinet															1		23	869						hashinet
425	hashint4extended																	20	23 20						hashint4extended
432	hash_numeric															1		23	1700						hash_numeric
436	macaddr_in															1		829	2275						macaddr_in
437	macaddr_out															1		2275	829						macaddr_out
438	num_nulls						2276					f				1		23	2276	{2276}	{v}				pg_num_nulls
440	num_nonnulls						2276					f				1		23	2276	{2276}	{v}				pg_num_nonnulls
441	hashint2extended																	20	21 20						hashint2extended
442	hashint8extended																	20	20 20						hashint8extended
443	hashfloat4extended																	20	700 20						hashfloat4extended
444	hashfloat8extended																	20	701 20						hashfloat8extended
445	hashoidextended																	20	26 20						hashoidextended
446	hashcharextended																	20	18 20						hashcharextended
447	hashnameextended																	20	19 20						hashnameextended
448	hashtextextended																	20	25 20						hashtextextended
449	hashint2															1		23	21						hashint2
450	hashint4															1		23	23						hashint4
451	hashfloat4															1		23	700						hashfloat4
452	hashfloat8															1		23	701						hashfloat8
453	hashoid															1		23	26						hashoid
454	hashchar															1		23	18						hashchar
455	hashname															1		23	19						hashname
456	hashvarlena															1		23							hashvarlena
457	hashoidvector															1		23	30						hashoidvector
458	text_larger										t							25	25 25						text_larger
459	text_smaller										t							25	25 25						text_smaller
460	int8in															1		20	2275						int8in
461	int8out															1		2275	20						int8out
462	int8um															1		20	20						int8um
463	int8pl																	20	20 20						int8pl
464	int8mi																	20	20 20						int8mi
465	int8mul																	20	20 20						int8mul
466	int8div																	20	20 20						int8div
467	int8eq										t								20 20						int8eq
468	int8ne										t								20 20						int8ne
469	int8lt										t								20 20						int8lt
470	int8gt										t								20 20						int8gt
471	int8le										t								20 20						int8le
472	int8ge										t								20 20						int8ge
474	int84eq										t								20 23						int84eq
475	int84ne										t								20 23						int84ne
476	int84lt										t								20 23						int84lt
477	int84gt										t								20 23						int84gt
478	int84le										t								20 23						int84le
479	int84ge										t								20 23						int84ge
480	int4															1		23	20						int84
481	int8										t					1		20	23						int48
482	float8										t					1		701	20						i8tod
483	int8															1		20	701						dtoi8
515	array_larger																	2277	2277 2277						array_larger
516	array_smaller																	2277	2277 2277						array_smaller
598	abbrev															1		25	869						inet_abbrev
599	abbrev															1		25	650						cidr_abbrev
605	set_masklen																	869	869 23						inet_set_masklen
619	oidvectorne										t								30 30						oidvectorne
626	hash_array															1		23	2277						hash_array
635	set_masklen																	650	650 23						cidr_set_masklen
636	pg_indexam_has_property													s					26 25						pg_indexam_has_property
637	pg_index_has_property													s					2205 25						pg_index_has_property
638	pg_index_column_has_property													s		3			2205 23 25						pg_index_column_has_property
652	float4										t					1		700	20						i8tof
653	int8															1		20	700						ftoi8
655	namelt										t								19 19						namelt
656	namele										t								19 19						namele
657	namegt										t								19 19						namegt
658	namege										t								19 19						namege
659	namene										t								19 19						namene
668	bpchar															3		1042	1042 23 16						bpchar
669	varchar							3097								3		1043	1043 23 16						varchar
676	pg_indexam_progress_phasename																	25	26 20						pg_indexam_progress_phasename
677	oidvectorlt										t								30 30						oidvectorlt
678	oidvectorle										t								30 30						oidvectorle
679	oidvectoreq										t								30 30						oidvectoreq
680	oidvectorge										t								30 30						oidvectorge
681	oidvectorgt										t								30 30						oidvectorgt
683	network															1		650	869						network_network
696	netmask															1		869	869						network_netmask
697	masklen															1		23	869						network_masklen
698	broadcast															1		869	869						network_broadcast
699	host															1		25	869						network_host
702	dist_lp																	701	628 600						dist_lp
704	dist_ls																	701	628 601						dist_ls
710	getpgusername													s		0		19	\\E						current_user
711	family															1		23	869						network_family
714	int2															1		21	20						int82
715	lo_create													v	u	1		26	26						be_lo_create
716	oidlt										t								26 26						oidlt
717	oidle										t								26 26						oidle
720	octet_length															1		23	17						byteaoctetlen
721	get_byte																	23	17 23						byteaGetByte
722	set_byte															3		17	17 23 23						byteaSetByte
723	get_bit																	23	17 20						byteaGetBit
724	set_bit															3		17	17 20 23						byteaSetBit
725	dist_pl																	701	600 628						dist_pl
727	dist_sl																	701	601 628						dist_sl
728	dist_cpoly																	701	718 604						dist_cpoly
729	poly_distance																	701	604 604						poly_distance
730	text															1		25	869						network_show
740	text_lt										t								25 25						text_lt
741	text_le										t								25 25						text_le
742	text_gt										t								25 25						text_gt
743	text_ge										t								25 25						text_ge
744	array_eq																		2277 2277						array_eq
745	current_user													s		0		19	\\E						current_user
746	session_user													s		0		19	\\E						session_user
747	array_dims															1		25	2277						array_dims
748	array_ndims															1		23	2277						array_ndims
749	overlay															4		17	17 17 23 23						byteaoverlay
750	array_in													s		3		2277	2275 26 23						array_in
751	array_out													s		1		2275	2277						array_out
752	overlay															3		17	17 17 23						byteaoverlay_no_len
753	trunc															1		829	829						macaddr_trunc
754	int8										t					1		20	21						int28
764	lo_import													v	u	1		26	25						be_lo_import				{postgres=X/postgres}
765	lo_export													v	u			23	26 25						be_lo_export				{postgres=X/postgres}
766	int4inc															1		23	23						int4inc
767	lo_import													v	u			26	25 26						be_lo_import_with_oid				{postgres=X/postgres}
768	int4larger																	23	23 23						int4larger
769	int4smaller																	23	23 23						int4smaller
770	int2larger																	21	21 21						int2larger
771	int2smaller																	21	21 21						int2smaller
772	hashvarlenaextended																	20	2281 20						hashvarlenaextended
776	hashoidvectorextended																	20	30 20						hashoidvectorextended
777	hash_aclitem_extended																	20	1033 20						hash_aclitem_extended
778	hashmacaddrextended																	20	829 20						hashmacaddrextended
779	hashinetextended																	20	869 20						hashinetextended
780	hash_numeric_extended																	20	1700 20						hash_numeric_extended
781	hashmacaddr8extended																	20	774 20						hashmacaddr8extended
782	hash_array_extended																	20	2277 20						hash_array_extended
785	dist_polyc																	701	604 718						dist_polyc
810	pg_client_encoding													s		0		19	\\E						pg_client_encoding
817	current_query											f		v	r	0		25	\\E						current_query
830	macaddr_eq										t								829 829						macaddr_eq
831	macaddr_lt										t								829 829						macaddr_lt
832	macaddr_le										t								829 829						macaddr_le
833	macaddr_gt										t								829 829						macaddr_gt
834	macaddr_ge										t								829 829						macaddr_ge
835	macaddr_ne										t								829 829						macaddr_ne
836	macaddr_cmp										t							23	829 829						macaddr_cmp
837	int82pl																	20	20 21						int82pl
838	int82mi																	20	20 21						int82mi
839	int82mul																	20	20 21						int82mul
840	int82div																	20	20 21						int82div
841	int28pl																	20	21 20						int28pl
842	btint8cmp										t							23	20 20						btint8cmp
846	cash_mul_flt4																	790	790 700						cash_mul_flt4
847	cash_div_flt4																	790	790 700						cash_div_flt4
848	flt4_mul_cash																	790	700 790						flt4_mul_cash
849	position																	23	25 25						textpos
850	textlike							1023											25 25						textlike
851	textnlike																		25 25						textnlike
852	int48eq										t								23 20						int48eq
853	int48ne										t								23 20						int48ne
854	int48lt										t								23 20						int48lt
855	int48gt										t								23 20						int48gt
856	int48le										t								23 20						int48le
857	int48ge										t								23 20						int48ge
858	namelike							1023											19 25						namelike
859	namenlike																		19 25						namenlike
860	bpchar															1		1042	18						char_bpchar
861	current_database													s		0		19	\\E						current_database
862	int4_mul_cash																	790	23 790						int4_mul_cash
863	int2_mul_cash																	790	21 790						int2_mul_cash
864	cash_mul_int4																	790	790 23						cash_mul_int4
865	cash_div_int4																	790	790 23						cash_div_int4
866	cash_mul_int2																	790	790 21						cash_mul_int2
867	cash_div_int2																	790	790 21						cash_div_int2
868	strpos																	23	25 25						textpos
870	lower															1		25	25						lower
871	upper															1		25	25						upper
872	initcap															1		25	25						initcap
873	lpad															3		25	25 23 25						lpad
874	rpad															3		25	25 23 25						rpad
875	ltrim																	25	25 25						ltrim
876	rtrim																	25	25 25						rtrim
877	substr															3		25	25 23 23						text_substr
878	translate															3		25	25 25 25						translate
879	lpad			14														25	25 23						\\E
880	rpad			14														25	25 23						\\E
881	ltrim															1		25	25						ltrim1
882	rtrim															1		25	25						rtrim1
883	substr																	25	25 23						text_substr_no_len
884	btrim																	25	25 25						btrim
885	btrim															1		25	25						btrim1
886	cash_in													s		1		790	2275						cash_in
887	cash_out													s		1		2275	790						cash_out
888	cash_eq										t								790 790						cash_eq
889	cash_ne										t								790 790						cash_ne
890	cash_lt										t								790 790						cash_lt
891	cash_le										t								790 790						cash_le
892	cash_gt										t								790 790						cash_gt
893	cash_ge										t								790 790						cash_ge
894	cash_pl																	790	790 790						cash_pl
895	cash_mi																	790	790 790						cash_mi
896	cash_mul_flt8																	790	790 701						cash_mul_flt8
897	cash_div_flt8																	790	790 701						cash_div_flt8
898	cashlarger																	790	790 790						cashlarger
899	cashsmaller																	790	790 790						cashsmaller
910	inet_in															1		869	2275						inet_in
911	inet_out															1		2275	869						inet_out
919	flt8_mul_cash																	790	701 790						flt8_mul_cash
920	network_eq										t								869 869						network_eq
921	network_lt										t								869 869						network_lt
922	network_le										t								869 869						network_le
923	network_gt										t								869 869						network_gt
924	network_ge										t								869 869						network_ge
925	network_ne										t								869 869						network_ne
926	network_cmp										t							23	869 869						network_cmp
927	network_sub							1173											869 869						network_sub
928	network_subeq							1173											869 869						network_subeq
929	network_sup							1173											869 869						network_sup
930	network_supeq							1173											869 869						network_supeq
935	cash_words															1		25	790						cash_words
936	substring															3		25	25 23 23						text_substr
937	substring																	25	25 23						text_substr_no_len
938	generate_series					1000							t			3		1114	1114 1114 1186						generate_series_timestamp
939	generate_series					1000							t	s		3		1184	1184 1184 1186						generate_series_timestamptz
940	mod																	21	21 21						int2mod
941	mod																	23	23 23						int4mod
942	int28mi																	20	21 20						int28mi
943	int28mul																	20	21 20						int28mul
944	char															1		18	25						text_char
945	int8mod																	20	20 20						int8mod
946	text															1		25	18						char_text
947	mod																	20	20 20						int8mod
948	int28div																	20	21 20						int28div
949	hashint8															1		23	20						hashint8
952	lo_open													v	u			23	26 23						be_lo_open
953	lo_close													v	u	1		23	23						be_lo_close
954	loread													v	u			17	23 23						be_loread
955	lowrite													v	u			23	23 17						be_lowrite
956	lo_lseek													v	u	3		23	23 23 23						be_lo_lseek
957	lo_creat													v	u	1		26	23						be_lo_creat
958	lo_tell													v	u	1		23	23						be_lo_tell
959	on_pl																		600 628						on_pl
960	on_sl																		601 628						on_sl
961	close_pl																	600	600 628						close_pl
964	lo_unlink													v	u	1		23	26						be_lo_unlink
972	hashbpcharextended																	20	1042 20						hashbpcharextended
973	path_inter																		602 602						path_inter
975	area															1		701	603						box_area
976	width															1		701	603						box_width
977	height															1		701	603						box_height
978	box_distance																	701	603 603						box_distance
979	area															1		701	602						path_area
980	box_intersect																	603	603 603						box_intersect
981	diagonal															1		601	603						box_diagonal
982	path_n_lt																		602 602						path_n_lt
983	path_n_gt																		602 602						path_n_gt
984	path_n_eq																		602 602						path_n_eq
985	path_n_le																		602 602						path_n_le
986	path_n_ge																		602 602						path_n_ge
987	path_length															1		701	602						path_length
988	point_ne																		600 600						point_ne
989	point_vert																		600 600						point_vert
990	point_horiz																		600 600						point_horiz
991	point_distance																	701	600 600						point_distance
992	slope																	701	600 600						point_slope
993	lseg																	601	600 600						lseg_construct
994	lseg_intersect																		601 601						lseg_intersect
995	lseg_parallel																		601 601						lseg_parallel
996	lseg_perp																		601 601						lseg_perp
997	lseg_vertical															1			601						lseg_vertical
998	lseg_horizontal															1			601						lseg_horizontal
999	lseg_eq										t								601 601						lseg_eq
1004	lo_truncate													v	u			23	23 23						be_lo_truncate
1023	textlike_support															1		2281							textlike_support
1024	texticregexeq_support															1		2281							texticregexeq_support
1025	texticlike_support															1		2281							texticlike_support
1026	timezone																	1114	1186 1184						timestamptz_izone
1030	gist_point_compress															1		2281							gist_point_compress
1031	aclitemin													s		1		1033	2275						aclitemin
1032	aclitemout													s		1		2275	1033						aclitemout
1035	aclinsert																	1034	1034 1033						aclinsert
1036	aclremove																	1034	1034 1033						aclremove
1037	aclcontains																		1034 1033						aclcontains
1039	getdatabaseencoding													s		0		19	\\E						getdatabaseencoding
1044	bpcharin															3		1042	2275 26 23						bpcharin
1045	bpcharout															1		2275	1042						bpcharout
1046	varcharin															3		1043	2275 26 23						varcharin
1047	varcharout															1		2275	1043						varcharout
1048	bpchareq										t								1042 1042						bpchareq
1049	bpcharlt										t								1042 1042						bpcharlt
1050	bpcharle										t								1042 1042						bpcharle
1051	bpchargt										t								1042 1042						bpchargt
1052	bpcharge										t								1042 1042						bpcharge
1053	bpcharne										t								1042 1042						bpcharne
1062	aclitemeq																		1033 1033						aclitem_eq
1063	bpchar_larger										t							1042	1042 1042						bpchar_larger
1064	bpchar_smaller										t							1042	1042 1042						bpchar_smaller
1065	pg_prepared_xact					1000							t	v		0		2249	\\E	{28,25,1184,26,26}	{o,o,o,o,o}	{transaction,gid,prepared,ownerid,dbid}			pg_prepared_xact
1066	generate_series					1000		3994					t			3		23	23 23 23						generate_series_step_int4
1067	generate_series					1000		3994					t					23	23 23						generate_series_int4
1068	generate_series					1000		3995					t			3		20	20 20 20						generate_series_step_int8
1069	generate_series					1000		3995					t					20	20 20						generate_series_int8
1078	bpcharcmp										t							23	1042 1042						bpcharcmp
1079	regclass													s		1		2205	25						text_regclass
1080	hashbpchar															1		23	1042						hashbpchar
1081	format_type											f		s				25	26 23						format_type
1084	date_in													s		1		1082	2275						date_in
1085	date_out													s		1		2275	1082						date_out
1086	date_eq										t								1082 1082						date_eq
1087	date_lt										t								1082 1082						date_lt
1088	date_le										t								1082 1082						date_le
1089	date_gt										t								1082 1082						date_gt
1090	date_ge										t								1082 1082						date_ge
1091	date_ne										t								1082 1082						date_ne
1092	date_cmp										t							23	1082 1082						date_cmp
1102	time_lt										t								1083 1083						time_lt
1103	time_le										t								1083 1083						time_le
1104	time_gt										t								1083 1083						time_gt
1105	time_ge										t								1083 1083						time_ge
1106	time_ne										t								1083 1083						time_ne
1107	time_cmp										t							23	1083 1083						time_cmp
1136	pg_stat_get_wal											f		s	r	0		2249	\\E	{20,20,1700,20,20,20,701,701,1184}	{o,o,o,o,o,o,o,o,o}	{wal_records,wal_fpi,wal_bytes,wal_buffers_full,wal_write,wal_sync,wal_write_time,wal_sync_time,stats_reset}			pg_stat_get_wal
1137	pg_get_wal_replay_pause_state													v		0		25	\\E						pg_get_wal_replay_pause_state
1138	date_larger																	1082	1082 1082						date_larger
1139	date_smaller																	1082	1082 1082						date_smaller
1140	date_mi																	23	1082 1082						date_mi
1141	date_pli																	1082	1082 23						date_pli
1142	date_mii																	1082	1082 23						date_mii
1143	time_in													s		3		1083	2275 26 23						time_in
1144	time_out															1		2275	1083						time_out
1145	time_eq										t								1083 1083						time_eq
1146	circle_add_pt																	718	718 600						circle_add_pt
1147	circle_sub_pt																	718	718 600						circle_sub_pt
1148	circle_mul_pt																	718	718 600						circle_mul_pt
1149	circle_div_pt																	718	718 600						circle_div_pt
1150	timestamptz_in													s		3		1184	2275 26 23						timestamptz_in
1151	timestamptz_out													s		1		2275	1184						timestamptz_out
1152	timestamptz_eq										t								1184 1184						timestamp_eq
1153	timestamptz_ne										t								1184 1184						timestamp_ne
1154	timestamptz_lt										t								1184 1184						timestamp_lt
1155	timestamptz_le										t								1184 1184						timestamp_le
1156	timestamptz_ge										t								1184 1184						timestamp_ge
1157	timestamptz_gt										t								1184 1184						timestamp_gt
1158	to_timestamp															1		1184	701						float8_timestamptz
1159	timezone																	1114	25 1184						timestamptz_zone
1160	interval_in													s		3		1186	2275 26 23						interval_in
1161	interval_out													s		1		2275	1186						interval_out
1162	interval_eq										t								1186 1186						interval_eq
1163	interval_ne										t								1186 1186						interval_ne
1164	interval_lt										t								1186 1186						interval_lt
1165	interval_le										t								1186 1186						interval_le
1166	interval_ge										t								1186 1186						interval_ge
1167	interval_gt										t								1186 1186						interval_gt
1168	interval_um															1		1186	1186						interval_um
1169	interval_pl																	1186	1186 1186						interval_pl
1170	interval_mi																	1186	1186 1186						interval_mi
1171	date_part													s				701	25 1184						timestamptz_part
1172	date_part																	701	25 1186						interval_part
1173	network_subset_support															1		2281							network_subset_support
1174	timestamptz													s		1		1184	1082						date_timestamptz
1175	justify_hours															1		1186	1186						interval_justify_hours
1176	timestamptz			14										s				1184	1082 1083						\\E
1177	jsonb_path_exists_tz													s		4	2		3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_exists_tz
1178	date													s		1		1082	1184						timestamptz_date
1179	jsonb_path_query_tz					1000							t	s		4	2	3802	3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_query_tz
1180	jsonb_path_query_array_tz													s		4	2	3802	3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_query_array_tz
1181	age													s	r	1		23	28						xid_age
1188	timestamptz_mi																	1186	1184 1184						timestamp_mi
1189	timestamptz_pl_interval													s				1184	1184 1186						timestamptz_pl_interval
1190	timestamptz_mi_interval													s				1184	1184 1186						timestamptz_mi_interval
1191	generate_subscripts					1000							t			3		23	2277 23 16						generate_subscripts
1192	generate_subscripts					1000							t					23	2277 23						generate_subscripts_nodir
1193	array_fill											f						2277	2283 1007						array_fill
1194	log10															1		701	701						dlog10
1195	timestamptz_smaller																	1184	1184 1184						timestamp_smaller
1196	timestamptz_larger																	1184	1184 1184						timestamp_larger
1197	interval_smaller																	1186	1186 1186						interval_smaller
1198	interval_larger																	1186	1186 1186						interval_larger
1199	age																	1186	1184 1184						timestamptz_age
1200	interval							3918										1186	1186 23						interval_scale
1215	obj_description			14	100									s				25	26 19						\\E
1216	col_description			14	100									s				25	26 23						\\E
1217	date_trunc													s				1184	25 1184						timestamptz_trunc
1218	date_trunc																	1186	25 1186						interval_trunc
1219	int8inc															1		20	20						int8inc
1230	int8abs															1		20	20						int8abs
1236	int8larger																	20	20 20						int8larger
1237	int8smaller																	20	20 20						int8smaller
1238	texticregexeq							1024											25 25						texticregexeq
1239	texticregexne																		25 25						texticregexne
1240	nameicregexeq							1024											19 25						nameicregexeq
1241	nameicregexne																		19 25						nameicregexne
1242	boolin															1			2275						boolin
1243	boolout															1		2275	16						boolout
1244	byteain															1		17	2275						byteain
1245	charin															1		18	2275						charin
1246	charlt										t								18 18						charlt
1250	unique_key_recheck													v		0		2279	\\E						unique_key_recheck
1251	int4abs															1		23	23						int4abs
1252	nameregexne																		19 25						nameregexne
1253	int2abs															1		21	21						int2abs
1254	textregexeq							1364											25 25						textregexeq
1256	textregexne																		25 25						textregexne
1257	textlen															1		23	25						textlen
1258	textcat																	25	25 25						textcat
1264	pg_char_to_encoding													s		1		23	19						PG_char_to_encoding
1265	tidne										t								27 27						tidne
1267	cidr_in															1		650	2275						cidr_in
1268	parse_ident																1	1009	25 16			{str,strict}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "true"}]		parse_ident
1269	pg_column_size													s		1		23	2276						pg_column_size
1271	overlaps											f				4			1266 1266 1266 1266						overlaps_timetz
1272	datetime_pl																	1114	1082 1083						datetime_timestamp
1273	date_part																	701	25 1266						timetz_part
1274	int84pl																	20	20 23						int84pl
1275	int84mi																	20	20 23						int84mi
1276	int84mul																	20	20 23						int84mul
1277	int84div																	20	20 23						int84div
1278	int48pl																	20	23 20						int48pl
1279	int48mi																	20	23 20						int48mi
1280	int48mul																	20	23 20						int48mul
1281	int48div																	20	23 20						int48div
1282	quote_ident															1		25	25						quote_ident
1283	quote_literal															1		25	25						quote_literal
1284	date_trunc													s		3		1184	25 1184 25						timestamptz_trunc_zone
1285	quote_literal			14										s		1		25	2283						select pg_catalog.quote_literal(\$1::pg_catalog.text)
1286	array_fill											f				3		2277	2283 1007 1007						array_fill_with_lower_bounds
1287	oid															1		26	20						i8tooid
1288	int8										t					1		20	26						oidtoi8
1289	quote_nullable											f				1		25	25						quote_nullable
1290	quote_nullable			14								f		s		1		25	2283						select pg_catalog.quote_nullable(\$1::pg_catalog.text)
1291	suppress_redundant_updates_trigger													v		0		2279	\\E						suppress_redundant_updates_trigger
1292	tideq										t								27 27						tideq
1293	unnest					100							t			1		3831	4537						multirange_unnest
1294	currtid2													v	u			27	25 27						currtid_byrelname
1295	justify_days															1		1186	1186						interval_justify_days
1296	timedate_pl			14														1114	1083 1082						\\E
1297	datetimetz_pl																	1184	1082 1266						datetimetz_timestamptz
1298	timetzdate_pl			14														1184	1266 1082						\\E
1299	now													s		0		1184	\\E						now
1300	positionsel													s		4		701	2281 26 2281 23						positionsel
1301	positionjoinsel													s		5		701	2281 26 2281 21 2281						positionjoinsel
1302	contsel													s		4		701	2281 26 2281 23						contsel
1303	contjoinsel													s		5		701	2281 26 2281 21 2281						contjoinsel
1304	overlaps											f				4			1184 1184 1184 1184						overlaps_timestamp
1305	overlaps			14								f		s		4			1184 1186 1184 1186						\\E
1306	overlaps			14								f		s		4			1184 1184 1184 1186						\\E
1307	overlaps			14								f		s		4			1184 1186 1184 1184						\\E
1308	overlaps											f				4			1083 1083 1083 1083						overlaps_time
1309	overlaps			14								f				4			1083 1186 1083 1186						\\E
1310	overlaps			14								f				4			1083 1083 1083 1186						\\E
1311	overlaps			14								f				4			1083 1186 1083 1083						\\E
1312	timestamp_in													s		3		1114	2275 26 23						timestamp_in
1313	timestamp_out													s		1		2275	1114						timestamp_out
1314	timestamptz_cmp										t							23	1184 1184						timestamp_cmp
1315	interval_cmp										t							23	1186 1186						interval_cmp
1316	time															1		1083	1114						timestamp_time
1317	length															1		23	25						textlen
1318	length															1		23	1042						bpcharlen
1319	xideqint4										t								28 23						xideq
1326	interval_div																	1186	1186 701						interval_div
1339	dlog10															1		701	701						dlog10
1340	log															1		701	701						dlog10
1341	ln															1		701	701						dlog1
1342	round															1		701	701						dround
1343	trunc															1		701	701						dtrunc
1344	sqrt															1		701	701						dsqrt
1345	cbrt															1		701	701						dcbrt
1346	pow																	701	701 701						dpow
1347	exp															1		701	701						dexp
1348	obj_description			14	100									s		1		25	26						\\E
1349	oidvectortypes													s		1		25	30						oidvectortypes
1350	timetz_in													s		3		1266	2275 26 23						timetz_in
1351	timetz_out															1		2275	1266						timetz_out
1352	timetz_eq										t								1266 1266						timetz_eq
1353	timetz_ne										t								1266 1266						timetz_ne
1354	timetz_lt										t								1266 1266						timetz_lt
1355	timetz_le										t								1266 1266						timetz_le
1356	timetz_ge										t								1266 1266						timetz_ge
1357	timetz_gt										t								1266 1266						timetz_gt
1358	timetz_cmp										t							23	1266 1266						timetz_cmp
1359	timestamptz																	1184	1082 1266						datetimetz_timestamptz
1362	hostmask															1		869	869						network_hostmask
1364	textregexeq_support															1		2281							textregexeq_support
1365	makeaclitem															4		1033	26 26 25 16						makeaclitem
1367	character_length															1		23	1042						bpcharlen
1368	power																	701	701 701						dpow
1369	character_length															1		23	25						textlen
1370	interval										t					1		1186	1083						time_interval
1371	pg_lock_status					1000							t	v		0		2249	\\E	{25,26,26,23,21,25,28,26,26,21,25,23,25,16,16,1184}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{locktype,database,relation,page,tuple,virtualxid,transactionid,classid,objid,objsubid,virtualtransaction,pid,mode,granted,fastpath,waitstart}			pg_lock_status
1372	char_length															1		23	1042						bpcharlen
1373	isfinite															1			1082						date_finite
1374	octet_length															1		23	25						textoctetlen
1375	octet_length															1		23	1042						bpcharoctetlen
1376	factorial															1		1700	20						numeric_fac
1377	time_larger																	1083	1083 1083						time_larger
1378	time_smaller																	1083	1083 1083						time_smaller
1379	timetz_larger																	1266	1266 1266						timetz_larger
1380	timetz_smaller																	1266	1266 1266						timetz_smaller
1381	char_length															1		23	25						textlen
1384	date_part			14														701	25 1082						\\E
1385	date_part																	701	25 1083						time_part
1386	age			14										s		1		1186	1184						\\E
1387	pg_get_constraintdef													s		1		25	26						pg_get_constraintdef
1388	timetz													s		1		1266	1184						timestamptz_timetz
1389	isfinite															1			1184						timestamp_finite
1390	isfinite															1			1186						interval_finite
1391	pg_stat_get_backend_start													s	r	1		1184	23						pg_stat_get_backend_start
1392	pg_stat_get_backend_client_addr													s	r	1		869	23						pg_stat_get_backend_client_addr
1393	pg_stat_get_backend_client_port													s	r	1		23	23						pg_stat_get_backend_client_port
1394	abs															1		700	700						float4abs
1395	abs															1		701	701						float8abs
1396	abs															1		20	20						int8abs
1397	abs															1		23	23						int4abs
1398	abs															1		21	21						int2abs
1400	name										t					1		19	1043						text_name
1401	varchar										t					1		1043	19						name_text
1402	current_schema													s	u	0		19	\\E						current_schema
1403	current_schemas													s	u	1		1003	16						current_schemas
1404	overlay															4		25	25 25 23 23						textoverlay
1405	overlay															3		25	25 25 23						textoverlay_no_len
1406	isvertical																		600 600						point_vert
1407	ishorizontal																		600 600						point_horiz
1408	isparallel																		601 601						lseg_parallel
1409	isperp																		601 601						lseg_perp
1410	isvertical															1			601						lseg_vertical
1411	ishorizontal															1			601						lseg_horizontal
1412	isparallel																		628 628						line_parallel
1413	isperp																		628 628						line_perp
1414	isvertical															1			628						line_vertical
1415	ishorizontal															1			628						line_horizontal
1416	point															1		600	718						circle_center
1419	time															1		1083	1186						interval_time
1421	box																	603	600 600						points_box
1422	box_add																	603	603 600						box_add
1423	box_sub																	603	603 600						box_sub
1424	box_mul																	603	603 600						box_mul
1425	box_div																	603	603 600						box_div
1426	path_contain_pt			14															602 600						\\E
1427	cidr_out															1		2275	650						cidr_out
1428	poly_contain_pt																		604 600						poly_contain_pt
1429	pt_contained_poly																		600 604						pt_contained_poly
1430	isclosed															1			602						path_isclosed
1431	isopen															1			602						path_isopen
1432	path_npoints															1		23	602						path_npoints
1433	pclose															1		602	602						path_close
1434	popen															1		602	602						path_open
1435	path_add																	602	602 602						path_add
1436	path_add_pt																	602	602 600						path_add_pt
1437	path_sub_pt																	602	602 600						path_sub_pt
1438	path_mul_pt																	602	602 600						path_mul_pt
1439	path_div_pt																	602	602 600						path_div_pt
1440	point																	600	701 701						construct_point
1441	point_add																	600	600 600						point_add
1442	point_sub																	600	600 600						point_sub
1443	point_mul																	600	600 600						point_mul
1444	point_div																	600	600 600						point_div
1445	poly_npoints															1		23	604						poly_npoints
1446	box															1		603	604						poly_box
1447	path															1		602	604						poly_path
1448	polygon															1		604	603						box_poly
1449	polygon															1		604	602						path_poly
1450	circle_in															1		718	2275						circle_in
1451	circle_out															1		2275	718						circle_out
1452	circle_same																		718 718						circle_same
1453	circle_contain																		718 718						circle_contain
1454	circle_left																		718 718						circle_left
1455	circle_overleft																		718 718						circle_overleft
1456	circle_overright																		718 718						circle_overright
1457	circle_right																		718 718						circle_right
1458	circle_contained																		718 718						circle_contained
1459	circle_overlap																		718 718						circle_overlap
1460	circle_below																		718 718						circle_below
1461	circle_above																		718 718						circle_above
1462	circle_eq										t								718 718						circle_eq
1463	circle_ne										t								718 718						circle_ne
1464	circle_lt										t								718 718						circle_lt
1465	circle_gt										t								718 718						circle_gt
1466	circle_le										t								718 718						circle_le
1467	circle_ge										t								718 718						circle_ge
1468	area															1		701	718						circle_area
1469	diameter															1		701	718						circle_diameter
1470	radius															1		701	718						circle_radius
1471	circle_distance																	701	718 718						circle_distance
1472	circle_center															1		600	718						circle_center
1473	circle																	718	600 701						cr_circle
1474	circle															1		718	604						poly_circle
1475	polygon																	604	23 718						circle_poly
1476	dist_pc																	701	600 718						dist_pc
1477	circle_contain_pt																		718 600						circle_contain_pt
1478	pt_contained_circle																		600 718						pt_contained_circle
1479	circle															1		718	603						box_circle
1480	box															1		603	718						circle_box
1481	log10			14												1		1700	1700						\\E
1482	lseg_ne										t								601 601						lseg_ne
1483	lseg_lt										t								601 601						lseg_lt
1484	lseg_le										t								601 601						lseg_le
1485	lseg_gt										t								601 601						lseg_gt
1486	lseg_ge										t								601 601						lseg_ge
1487	lseg_length															1		701	601						lseg_length
1488	close_ls																	600	628 601						close_ls
1489	close_lseg																	600	601 601						close_lseg
1490	line_in															1		628	2275						line_in
1491	line_out															1		2275	628						line_out
1492	line_eq																		628 628						line_eq
1493	line																	628	600 600						line_construct_pp
1494	line_interpt																	600	628 628						line_interpt
1495	line_intersect																		628 628						line_intersect
1496	line_parallel																		628 628						line_parallel
1497	line_perp																		628 628						line_perp
1498	line_vertical															1			628						line_vertical
1499	line_horizontal															1			628						line_horizontal
1530	length															1		701	601						lseg_length
1531	length															1		701	602						path_length
1532	point															1		600	601						lseg_center
1534	point															1		600	603						box_center
1540	point															1		600	604						poly_center
1541	lseg															1		601	603						box_diagonal
1542	center															1		600	603						box_center
1543	center															1		600	718						circle_center
1544	polygon			14												1		604	718						\\E
1545	npoints															1		23	602						path_npoints
1556	npoints															1		23	604						poly_npoints
1564	bit_in															3		1560	2275 26 23						bit_in
1565	bit_out															1		2275	1560						bit_out
1569	like							1023											25 25						textlike
1570	notlike																		25 25						textnlike
1571	like							1023											19 25						namelike
1572	notlike																		19 25						namenlike
1573	pg_get_ruledef													s		1		25	26						pg_get_ruledef
1574	nextval													v	u	1		20	2205						nextval_oid
1575	currval													v	u	1		20	2205						currval_oid
1576	setval													v	u			20	2205 20						setval_oid
1579	varbit_in															3		1562	2275 26 23						varbit_in
1580	varbit_out															1		2275	1562						varbit_out
1581	biteq										t								1560 1560						biteq
1582	bitne										t								1560 1560						bitne
1592	bitge										t								1560 1560						bitge
1593	bitgt										t								1560 1560						bitgt
1594	bitle										t								1560 1560						bitle
1595	bitlt										t								1560 1560						bitlt
1596	bitcmp										t							23	1560 1560						bitcmp
1597	pg_encoding_to_char													s		1		19	23						PG_encoding_to_char
1598	random													v	r	0		701	\\E						drandom
1599	setseed													v	r	1		2278	701						setseed
1600	asin															1		701	701						dasin
1601	acos															1		701	701						dacos
1602	atan															1		701	701						datan
1603	atan2																	701	701 701						datan2
1604	sin															1		701	701						dsin
1605	cos															1		701	701						dcos
1606	tan															1		701	701						dtan
1607	cot															1		701	701						dcot
1608	degrees															1		701	701						degrees
1609	radians															1		701	701						radians
1610	pi															0		701	\\E						dpi
1618	interval_mul																	1186	1186 701						interval_mul
1619	pg_typeof											f		s		1		2206	2276						pg_typeof
1620	ascii															1		23	25						ascii
1621	chr															1		25	23						chr
1622	repeat																	25	25 23						repeat
1623	similar_escape											f						25	25 25						similar_escape
1624	mul_d_interval																	1186	701 1186						mul_d_interval
1631	bpcharlike							1023											1042 25						textlike
1632	bpcharnlike																		1042 25						textnlike
1633	texticlike							1025											25 25						texticlike
1634	texticnlike																		25 25						texticnlike
1635	nameiclike							1025											19 25						nameiclike
1636	nameicnlike																		19 25						nameicnlike
1637	like_escape																	25	25 25						like_escape
1638	oidgt										t								26 26						oidgt
1639	oidge										t								26 26						oidge
1640	pg_get_viewdef													s	r	1		25	25						pg_get_viewdef_name
1641	pg_get_viewdef													s	r	1		25	26						pg_get_viewdef
1642	pg_get_userbyid													s		1		19	26						pg_get_userbyid
1643	pg_get_indexdef													s		1		25	26						pg_get_indexdef
1644	RI_FKey_check_ins													v		0		2279	\\E						RI_FKey_check_ins
1645	RI_FKey_check_upd													v		0		2279	\\E						RI_FKey_check_upd
1646	RI_FKey_cascade_del													v		0		2279	\\E						RI_FKey_cascade_del
1647	RI_FKey_cascade_upd													v		0		2279	\\E						RI_FKey_cascade_upd
1648	RI_FKey_restrict_del													v		0		2279	\\E						RI_FKey_restrict_del
1649	RI_FKey_restrict_upd													v		0		2279	\\E						RI_FKey_restrict_upd
1650	RI_FKey_setnull_del													v		0		2279	\\E						RI_FKey_setnull_del
1651	RI_FKey_setnull_upd													v		0		2279	\\E						RI_FKey_setnull_upd
1652	RI_FKey_setdefault_del													v		0		2279	\\E						RI_FKey_setdefault_del
1653	RI_FKey_setdefault_upd													v		0		2279	\\E						RI_FKey_setdefault_upd
1654	RI_FKey_noaction_del													v		0		2279	\\E						RI_FKey_noaction_del
1655	RI_FKey_noaction_upd													v		0		2279	\\E						RI_FKey_noaction_upd
1656	bpcharicregexeq							1024											1042 25						texticregexeq
1657	bpcharicregexne																		1042 25						texticregexne
1658	bpcharregexeq							1364											1042 25						textregexeq
1659	bpcharregexne																		1042 25						textregexne
1660	bpchariclike							1025											1042 25						texticlike
1661	bpcharicnlike																		1042 25						texticnlike
1662	pg_get_triggerdef													s		1		25	26						pg_get_triggerdef
1665	pg_get_serial_sequence													s				25	25 25						pg_get_serial_sequence
1666	varbiteq										t								1562 1562						biteq
1667	varbitne										t								1562 1562						bitne
1668	varbitge										t								1562 1562						bitge
1669	varbitgt										t								1562 1562						bitgt
1670	varbitle										t								1562 1562						bitle
1671	varbitlt										t								1562 1562						bitlt
1672	varbitcmp										t							23	1562 1562						bitcmp
1673	bitand																	1560	1560 1560						bit_and
1674	bitor																	1560	1560 1560						bit_or
1675	bitxor																	1560	1560 1560						bitxor
1676	bitnot															1		1560	1560						bitnot
1677	bitshiftleft																	1560	1560 23						bitshiftleft
1678	bitshiftright																	1560	1560 23						bitshiftright
1679	bitcat																	1562	1562 1562						bitcat
1680	substring															3		1560	1560 23 23						bitsubstr
1681	length															1		23	1560						bitlength
1682	octet_length															1		23	1560						bitoctetlength
1683	bit																	1560	23 23						bitfromint4
1684	int4															1		23	1560						bittoint4
1685	bit															3		1560	1560 23 16						bit
1686	pg_get_keywords				10	500							t	s		0		2249	\\E	{25,18,16,25,25}	{o,o,o,o,o}	{word,catcode,barelabel,catdesc,baredesc}			pg_get_keywords
1687	varbit							3158								3		1562	1562 23 16						varbit
1688	time_hash															1		23	1083						time_hash
1689	aclexplode					10							t	s		1		2249	1034	{1034,26,26,25,16}	{i,o,o,o,o}	{acl,grantor,grantee,privilege_type,is_grantable}			aclexplode
1690	time_mi_time																	1186	1083 1083						time_mi_time
1691	boolle										t								16 16						boolle
1692	boolge										t								16 16						boolge
1693	btboolcmp										t							23	16 16						btboolcmp
1696	timetz_hash															1		23	1266						timetz_hash
1697	interval_hash															1		23	1186						interval_hash
1698	position																	23	1560 1560						bitposition
1699	substring																	1560	1560 23						bitsubstr_no_len
1701	numeric_in															3		1700	2275 26 23						numeric_in
1702	numeric_out															1		2275	1700						numeric_out
1703	numeric							3157										1700	1700 23						numeric
1704	numeric_abs															1		1700	1700						numeric_abs
1705	abs															1		1700	1700						numeric_abs
1706	sign															1		1700	1700						numeric_sign
1707	round																	1700	1700 23						numeric_round
1708	round			14												1		1700	1700						\\E
1709	trunc																	1700	1700 23						numeric_trunc
1710	trunc			14												1		1700	1700						\\E
1711	ceil															1		1700	1700						numeric_ceil
1712	floor															1		1700	1700						numeric_floor
1713	length													s				23	17 19						length_in_encoding
1714	convert_from													s				25	17 19						pg_convert_from
1715	cidr															1		650	869						inet_to_cidr
1716	pg_get_expr													s				25	194 26						pg_get_expr
1717	convert_to													s				17	25 19						pg_convert_to
1718	numeric_eq																		1700 1700						numeric_eq
1719	numeric_ne																		1700 1700						numeric_ne
1720	numeric_gt																		1700 1700						numeric_gt
1721	numeric_ge																		1700 1700						numeric_ge
1722	numeric_lt																		1700 1700						numeric_lt
1723	numeric_le																		1700 1700						numeric_le
1724	numeric_add																	1700	1700 1700						numeric_add
1725	numeric_sub																	1700	1700 1700						numeric_sub
1726	numeric_mul																	1700	1700 1700						numeric_mul
1727	numeric_div																	1700	1700 1700						numeric_div
1728	mod																	1700	1700 1700						numeric_mod
1729	numeric_mod																	1700	1700 1700						numeric_mod
1730	sqrt															1		1700	1700						numeric_sqrt
1731	numeric_sqrt															1		1700	1700						numeric_sqrt
1732	exp															1		1700	1700						numeric_exp
1733	numeric_exp															1		1700	1700						numeric_exp
1734	ln															1		1700	1700						numeric_ln
1735	numeric_ln															1		1700	1700						numeric_ln
1736	log																	1700	1700 1700						numeric_log
1737	numeric_log																	1700	1700 1700						numeric_log
1738	pow																	1700	1700 1700						numeric_power
1739	numeric_power																	1700	1700 1700						numeric_power
1740	numeric										t					1		1700	23						int4_numeric
1741	log			14												1		1700	1700						\\E
1742	numeric										t					1		1700	700						float4_numeric
1743	numeric										t					1		1700	701						float8_numeric
1744	int4															1		23	1700						numeric_int4
1745	float4															1		700	1700						numeric_float4
1746	float8															1		701	1700						numeric_float8
1747	time_pl_interval																	1083	1083 1186						time_pl_interval
1748	time_mi_interval																	1083	1083 1186						time_mi_interval
1749	timetz_pl_interval																	1266	1266 1186						timetz_pl_interval
1750	timetz_mi_interval																	1266	1266 1186						timetz_mi_interval
1764	numeric_inc															1		1700	1700						numeric_inc
1765	setval													v	u	3		20	2205 20 16						setval3_oid
1766	numeric_smaller																	1700	1700 1700						numeric_smaller
1767	numeric_larger																	1700	1700 1700						numeric_larger
1768	to_char													s				25	1186 25						interval_to_char
1769	numeric_cmp																	23	1700 1700						numeric_cmp
1770	to_char													s				25	1184 25						timestamptz_to_char
1771	numeric_uminus															1		1700	1700						numeric_uminus
1772	to_char													s				25	1700 25						numeric_to_char
1773	to_char													s				25	23 25						int4_to_char
1774	to_char													s				25	20 25						int8_to_char
1775	to_char													s				25	700 25						float4_to_char
1776	to_char													s				25	701 25						float8_to_char
1777	to_number													s				1700	25 25						numeric_to_number
1778	to_timestamp													s				1184	25 25						to_timestamp
1779	int8															1		20	1700						numeric_int8
1780	to_date													s				1082	25 25						to_date
1781	numeric										t					1		1700	20						int8_numeric
1782	numeric										t					1		1700	21						int2_numeric
1783	int2															1		21	1700						numeric_int2
1798	oidin															1		26	2275						oidin
1799	oidout															1		2275	26						oidout
1810	bit_length			14												1		23	17						\\E
1811	bit_length			14												1		23	25						\\E
1812	bit_length			14												1		23	1560						\\E
1813	convert													s		3		17	17 19 19						pg_convert
1814	iclikesel													s		4		701	2281 26 2281 23						iclikesel
1815	icnlikesel													s		4		701	2281 26 2281 23						icnlikesel
1816	iclikejoinsel													s		5		701	2281 26 2281 21 2281						iclikejoinsel
1817	icnlikejoinsel													s		5		701	2281 26 2281 21 2281						icnlikejoinsel
1818	regexeqsel													s		4		701	2281 26 2281 23						regexeqsel
1819	likesel													s		4		701	2281 26 2281 23						likesel
1820	icregexeqsel													s		4		701	2281 26 2281 23						icregexeqsel
1821	regexnesel													s		4		701	2281 26 2281 23						regexnesel
1822	nlikesel													s		4		701	2281 26 2281 23						nlikesel
1823	icregexnesel													s		4		701	2281 26 2281 23						icregexnesel
1824	regexeqjoinsel													s		5		701	2281 26 2281 21 2281						regexeqjoinsel
1825	likejoinsel													s		5		701	2281 26 2281 21 2281						likejoinsel
1826	icregexeqjoinsel													s		5		701	2281 26 2281 21 2281						icregexeqjoinsel
1827	regexnejoinsel													s		5		701	2281 26 2281 21 2281						regexnejoinsel
1828	nlikejoinsel													s		5		701	2281 26 2281 21 2281						nlikejoinsel
1829	icregexnejoinsel													s		5		701	2281 26 2281 21 2281						icregexnejoinsel
1830	float8_avg															1		701	1022						float8_avg
1831	float8_var_samp															1		701	1022						float8_var_samp
1832	float8_stddev_samp															1		701	1022						float8_stddev_samp
1833	numeric_accum											f						2281	2281 1700						numeric_accum
1834	int2_accum											f						2281	2281 21						int2_accum
1835	int4_accum											f						2281	2281 23						int4_accum
1836	int8_accum											f						2281	2281 20						int8_accum
1837	numeric_avg											f				1		1700							numeric_avg
1838	numeric_var_samp											f				1		1700							numeric_var_samp
1839	numeric_stddev_samp											f				1		1700							numeric_stddev_samp
1840	int2_sum											f						20	20 21						int2_sum
1841	int4_sum											f						20	20 23						int4_sum
1842	int8_sum											f						1700	1700 20						int8_sum
1843	interval_accum																	1187	1187 1186						interval_accum
1844	interval_avg															1		1186	1187						interval_avg
1845	to_ascii															1		25	25						to_ascii_default
1846	to_ascii																	25	25 23						to_ascii_enc
1847	to_ascii																	25	25 19						to_ascii_encname
1848	interval_pl_time			14														1083	1186 1083						\\E
1850	int28eq										t								21 20						int28eq
1851	int28ne										t								21 20						int28ne
1852	int28lt										t								21 20						int28lt
1853	int28gt										t								21 20						int28gt
1854	int28le										t								21 20						int28le
1855	int28ge										t								21 20						int28ge
1856	int82eq										t								20 21						int82eq
1857	int82ne										t								20 21						int82ne
1858	int82lt										t								20 21						int82lt
1859	int82gt										t								20 21						int82gt
1860	int82le										t								20 21						int82le
1861	int82ge										t								20 21						int82ge
1892	int2and																	21	21 21						int2and
1893	int2or																	21	21 21						int2or
1894	int2xor																	21	21 21						int2xor
1895	int2not															1		21	21						int2not
1896	int2shl																	21	21 23						int2shl
1897	int2shr																	21	21 23						int2shr
1898	int4and																	23	23 23						int4and
1899	int4or																	23	23 23						int4or
1900	int4xor																	23	23 23						int4xor
1901	int4not															1		23	23						int4not
1902	int4shl																	23	23 23						int4shl
1903	int4shr																	23	23 23						int4shr
1904	int8and																	20	20 20						int8and
1905	int8or																	20	20 20						int8or
1906	int8xor																	20	20 20						int8xor
1907	int8not															1		20	20						int8not
1908	int8shl																	20	20 23						int8shl
1909	int8shr																	20	20 23						int8shr
1910	int8up															1		20	20						int8up
1911	int2up															1		21	21						int2up
1912	int4up															1		23	23						int4up
1913	float4up															1		700	700						float4up
1914	float8up															1		701	701						float8up
1915	numeric_uplus															1		1700	1700						numeric_uplus
1922	has_table_privilege													s		3			19 25 25						has_table_privilege_name_name
1923	has_table_privilege													s		3			19 26 25						has_table_privilege_name_id
1924	has_table_privilege													s		3			26 25 25						has_table_privilege_id_name
1925	has_table_privilege													s		3			26 26 25						has_table_privilege_id_id
1926	has_table_privilege													s					25 25						has_table_privilege_name
1927	has_table_privilege													s					26 25						has_table_privilege_id
1928	pg_stat_get_numscans													s	r	1		20	26						pg_stat_get_numscans
1929	pg_stat_get_tuples_returned													s	r	1		20	26						pg_stat_get_tuples_returned
1930	pg_stat_get_tuples_fetched													s	r	1		20	26						pg_stat_get_tuples_fetched
1931	pg_stat_get_tuples_inserted													s	r	1		20	26						pg_stat_get_tuples_inserted
1932	pg_stat_get_tuples_updated													s	r	1		20	26						pg_stat_get_tuples_updated
1933	pg_stat_get_tuples_deleted													s	r	1		20	26						pg_stat_get_tuples_deleted
1934	pg_stat_get_blocks_fetched													s	r	1		20	26						pg_stat_get_blocks_fetched
1935	pg_stat_get_blocks_hit													s	r	1		20	26						pg_stat_get_blocks_hit
1936	pg_stat_get_backend_idset					100							t	s	r	0		23	\\E						pg_stat_get_backend_idset
1937	pg_stat_get_backend_pid													s	r	1		23	23						pg_stat_get_backend_pid
1938	pg_stat_get_backend_dbid													s	r	1		26	23						pg_stat_get_backend_dbid
1939	pg_stat_get_backend_userid													s	r	1		26	23						pg_stat_get_backend_userid
1940	pg_stat_get_backend_activity													s	r	1		25	23						pg_stat_get_backend_activity
1941	pg_stat_get_db_numbackends													s	r	1		23	26						pg_stat_get_db_numbackends
1942	pg_stat_get_db_xact_commit													s	r	1		20	26						pg_stat_get_db_xact_commit
1943	pg_stat_get_db_xact_rollback													s	r	1		20	26						pg_stat_get_db_xact_rollback
1944	pg_stat_get_db_blocks_fetched													s	r	1		20	26						pg_stat_get_db_blocks_fetched
1945	pg_stat_get_db_blocks_hit													s	r	1		20	26						pg_stat_get_db_blocks_hit
1946	encode																	25	17 25						binary_encode
1947	decode																	17	25 25						binary_decode
1948	byteaeq										t								17 17						byteaeq
1949	bytealt										t								17 17						bytealt
1950	byteale										t								17 17						byteale
1951	byteagt										t								17 17						byteagt
1952	byteage										t								17 17						byteage
1953	byteane										t								17 17						byteane
1954	byteacmp										t							23	17 17						byteacmp
1961	timestamp							3917										1114	1114 23						timestamp_scale
1962	int2_avg_accum																	1016	1016 21						int2_avg_accum
1963	int4_avg_accum																	1016	1016 23						int4_avg_accum
1964	int8_avg															1		1700	1016						int8_avg
1965	oidlarger																	26	26 26						oidlarger
1966	oidsmaller																	26	26 26						oidsmaller
1967	timestamptz							3917										1184	1184 23						timestamptz_scale
1968	time							3944										1083	1083 23						time_scale
1969	timetz							3944										1266	1266 23						timetz_scale
1972	pg_stat_get_tuples_hot_updated													s	r	1		20	26						pg_stat_get_tuples_hot_updated
1973	div																	1700	1700 1700						numeric_div_trunc
1980	numeric_div_trunc																	1700	1700 1700						numeric_div_trunc
1986	similar_to_escape																	25	25 25						similar_to_escape_2
1987	similar_to_escape															1		25	25						similar_to_escape_1
1993	shobj_description			14	100									s				25	26 19						\\E
2003	textanycat			14										s				25	25 2776						select \$1 operator(pg_catalog.||) \$2::pg_catalog.text
2004	anytextcat			14										s				25	2776 25						select \$1::pg_catalog.text operator(pg_catalog.||) \$2
2005	bytealike							1023											17 17						bytealike
2006	byteanlike																		17 17						byteanlike
2007	like							1023											17 17						bytealike
2008	notlike																		17 17						byteanlike
2009	like_escape																	17	17 17						like_escape_bytea
2010	length															1		23	17						byteaoctetlen
2011	byteacat																	17	17 17						byteacat
2012	substring															3		17	17 23 23						bytea_substr
2013	substring																	17	17 23						bytea_substr_no_len
2014	position																	23	17 17						byteapos
2015	btrim																	17	17 17						byteatrim
2019	time													s		1		1083	1184						timestamptz_time
2020	date_trunc																	1114	25 1114						timestamp_trunc
2021	date_part																	701	25 1114						timestamp_part
2022	pg_stat_get_activity					100						f	t	s	r	1		2249	23	{23,26,23,26,25,25,25,25,25,1184,1184,1184,1184,869,25,23,28,28,25,16,25,25,23,25,1700,25,16,25,16,23,20}	{i,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{pid,datid,pid,usesysid,application_name,state,query,wait_event_type,wait_event,xact_start,query_start,backend_start,state_change,client_addr,client_hostname,client_port,backend_xid,backend_xmin,backend_type,ssl,sslversion,sslcipher,sslbits,ssl_client_dn,ssl_client_serial,ssl_issuer_dn,gss_auth,gss_princ,gss_enc,leader_pid,query_id}			pg_stat_get_activity
2023	jsonb_path_query_first_tz													s		4	2	3802	3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_query_first_tz
2024	timestamp															1		1114	1082						date_timestamp
2025	timestamp																	1114	1082 1083						datetime_timestamp
2026	pg_backend_pid													s	r	0		23	\\E						pg_backend_pid
2027	timestamp													s		1		1114	1184						timestamptz_timestamp
2028	timestamptz													s		1		1184	1114						timestamp_timestamptz
2029	date															1		1082	1114						timestamp_date
2030	jsonb_path_match_tz													s		4	2		3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_match_tz
2031	timestamp_mi																	1186	1114 1114						timestamp_mi
2032	timestamp_pl_interval																	1114	1114 1186						timestamp_pl_interval
2033	timestamp_mi_interval																	1114	1114 1186						timestamp_mi_interval
2034	pg_conf_load_time													s	r	0		1184	\\E						pg_conf_load_time
2035	timestamp_smaller																	1114	1114 1114						timestamp_smaller
2036	timestamp_larger																	1114	1114 1114						timestamp_larger
2037	timezone													s				1266	25 1266						timetz_zone
2038	timezone																	1266	1186 1266						timetz_izone
2039	timestamp_hash															1		23	1114						timestamp_hash
2041	overlaps											f				4			1114 1114 1114 1114						overlaps_timestamp
2042	overlaps			14								f				4			1114 1186 1114 1186						\\E
2043	overlaps			14								f				4			1114 1114 1114 1186						\\E
2044	overlaps			14								f				4			1114 1186 1114 1114						\\E
2045	timestamp_cmp										t							23	1114 1114						timestamp_cmp
2046	time															1		1083	1266						timetz_time
2047	timetz													s		1		1266	1083						time_timetz
2048	isfinite															1			1114						timestamp_finite
2049	to_char													s				25	1114 25						timestamp_to_char
2050									a			f				1		2277	2277
2051	min								a			f				1		2277	2277
2052	timestamp_eq										t								1114 1114						timestamp_eq
2053	timestamp_ne										t								1114 1114						timestamp_ne
2054	timestamp_lt										t								1114 1114						timestamp_lt
2055	timestamp_le										t								1114 1114						timestamp_le
2056	timestamp_ge										t								1114 1114						timestamp_ge
2057	timestamp_gt										t								1114 1114						timestamp_gt
2058	age																	1186	1114 1114						timestamp_age
2059	age			14										s		1		1186	1114						\\E
2069	timezone																	1184	25 1114						timestamp_zone
2070	timezone																	1184	1186 1114						timestamp_izone
2071	date_pl_interval																	1114	1082 1186						date_pl_interval
2072	date_mi_interval																	1114	1082 1186						date_mi_interval
2073	substring																	25	25 25						textregexsubstr
2074	substring			14												3		25	25 25 25						\\E
2075	bit																	1560	20 23						bitfromint8
2076	int8															1		20	1560						bittoint8
2077	current_setting													s		1		25	25						show_config_by_name
2078	set_config											f		v	u	3		25	25 25 16						set_config_by_name
2079	pg_table_is_visible				10									s		1			26						pg_table_is_visible
2080	pg_type_is_visible				10									s		1			26						pg_type_is_visible
2081	pg_function_is_visible				10									s		1			26						pg_function_is_visible
2082	pg_operator_is_visible				10									s		1			26						pg_operator_is_visible
2083	pg_opclass_is_visible				10									s		1			26						pg_opclass_is_visible
2084	pg_show_all_settings					1000							t	s		0		2249	\\E	{25,25,25,25,25,25,25,25,25,25,25,1009,25,25,25,23,16}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{name,setting,unit,category,short_desc,extra_desc,context,vartype,source,min_val,max_val,enumvals,boot_val,reset_val,sourcefile,sourceline,pending_restart}			show_all_settings
2085	substr															3		17	17 23 23						bytea_substr
2086	substr																	17	17 23						bytea_substr_no_len
2087	replace															3		25	25 25 25						replace_text
2088	split_part															3		25	25 25 23						split_part
2089	to_hex															1		25	23						to_hex32
2090	to_hex															1		25	20						to_hex64
2091	array_lower																	23	2277 23						array_lower
2092	array_upper																	23	2277 23						array_upper
2093	pg_conversion_is_visible				10									s		1			26						pg_conversion_is_visible
2094	pg_stat_get_backend_activity_start													s	r	1		1184	23						pg_stat_get_backend_activity_start
2096	pg_terminate_backend													v			1		23 20			{pid,timeout}	[{"kind" : "const", "type" : 20, "typmod" : -1, "collation" : 0, "value" : "0"}]		pg_terminate_backend
2098	pg_get_functiondef													s		1		25	26						pg_get_functiondef
2100	avg								a			f				1		1700	20
2101	avg								a			f				1		1700	23
2102	avg								a			f				1		1700	21
2103	avg								a			f				1		1700	1700
2104	avg								a			f				1		701	700
2105	avg								a			f				1		701	701
2106	avg								a			f				1		1186	1186
2107	sum								a			f				1		1700	20
2108	sum								a			f				1		20	23
2109	sum								a			f				1		20	21
2110	sum								a			f				1		700	700
2111	sum								a			f				1		701	701
2112	sum								a			f				1		790	790
2113	sum								a			f				1		1186	1186
2114	sum								a			f				1		1700	1700
2115									a			f				1		20	20
2116									a			f				1		23	23
2117									a			f				1		21	21
2118									a			f				1		26	26
2119									a			f				1		700	700
2120									a			f				1		701	701
2121	pg_column_compression													s		1		25	2276						pg_column_compression
2122									a			f				1		1082	1082
2123									a			f				1		1083	1083
2124									a			f				1		1266	1266
2125									a			f				1		790	790
2126									a			f				1		1114	1114
2127									a			f				1		1184	1184
2128									a			f				1		1186	1186
2129									a			f				1		25	25
2130									a			f				1		1700	1700
2131	min								a			f				1		20	20
2132	min								a			f				1		23	23
2133	min								a			f				1		21	21
2134	min								a			f				1		26	26
2135	min								a			f				1		700	700
2136	min								a			f				1		701	701
2137	pg_stat_force_next_flush											f		v	r	0		2278	\\E						pg_stat_force_next_flush
2138	min								a			f				1		1082	1082
2139	min								a			f				1		1083	1083
2140	min								a			f				1		1266	1266
2141	min								a			f				1		790	790
2142	min								a			f				1		1114	1114
2143	min								a			f				1		1184	1184
2144	min								a			f				1		1186	1186
2145	min								a			f				1		25	25
2146	min								a			f				1		1700	1700
2147	count							6236	a			f				1		20	2276
2148	variance								a			f				1		1700	20
2149	variance								a			f				1		1700	23
2150	variance								a			f				1		1700	21
2151	variance								a			f				1		701	700
2152	variance								a			f				1		701	701
2153	variance								a			f				1		1700	1700
2154	stddev								a			f				1		1700	20
2155	stddev								a			f				1		1700	23
2156	stddev								a			f				1		1700	21
2157	stddev								a			f				1		701	700
2158	stddev								a			f				1		701	701
2159	stddev								a			f				1		1700	1700
2160	text_pattern_lt										t								25 25						text_pattern_lt
2161	text_pattern_le										t								25 25						text_pattern_le
2162	pg_get_function_arguments													s		1		25	26						pg_get_function_arguments
2163	text_pattern_ge										t								25 25						text_pattern_ge
2164	text_pattern_gt										t								25 25						text_pattern_gt
2165	pg_get_function_result													s		1		25	26						pg_get_function_result
2166	bttext_pattern_cmp										t							23	25 25						bttext_pattern_cmp
2167	ceiling															1		1700	1700						numeric_ceil
2168	pg_database_size													v		1		20	19						pg_database_size_name
2169	power																	1700	1700 1700						numeric_power
2170	width_bucket															4		23	1700 1700 1700 23						width_bucket_numeric
2171	pg_cancel_backend													v		1			23						pg_cancel_backend
2172	pg_backup_start													v	r		1	3220	25 16			{label,fast}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		pg_backup_start				{postgres=X/postgres}
2174	bpchar_pattern_lt										t								1042 1042						bpchar_pattern_lt
2175	bpchar_pattern_le										t								1042 1042						bpchar_pattern_le
2176	array_length																	23	2277 23						array_length
2177	bpchar_pattern_ge										t								1042 1042						bpchar_pattern_ge
2178	bpchar_pattern_gt										t								1042 1042						bpchar_pattern_gt
2179	gist_point_consistent															5			2281 600 21 26 2281						gist_point_consistent
2180	btbpchar_pattern_cmp										t							23	1042 1042						btbpchar_pattern_cmp
2181	has_sequence_privilege													s		3			19 25 25						has_sequence_privilege_name_name
2182	has_sequence_privilege													s		3			19 26 25						has_sequence_privilege_name_id
2183	has_sequence_privilege													s		3			26 25 25						has_sequence_privilege_id_name
2184	has_sequence_privilege													s		3			26 26 25						has_sequence_privilege_id_id
2185	has_sequence_privilege													s					25 25						has_sequence_privilege_name
2186	has_sequence_privilege													s					26 25						has_sequence_privilege_id
2188	btint48cmp										t							23	23 20						btint48cmp
2189	btint84cmp										t							23	20 23						btint84cmp
2190	btint24cmp										t							23	21 23						btint24cmp
2191	btint42cmp										t							23	23 21						btint42cmp
2192	btint28cmp										t							23	21 20						btint28cmp
2193	btint82cmp										t							23	20 21						btint82cmp
2194	btfloat48cmp										t							23	700 701						btfloat48cmp
2195	btfloat84cmp										t							23	701 700						btfloat84cmp
2196	inet_client_addr											f		s	r	0		869	\\E						inet_client_addr
2197	inet_client_port											f		s	r	0		23	\\E						inet_client_port
2198	inet_server_addr											f		s	r	0		869	\\E						inet_server_addr
2199	inet_server_port											f		s	r	0		23	\\E						inet_server_port
2212	regprocedurein													s		1		2202	2275						regprocedurein
2213	regprocedureout													s		1		2275	2202						regprocedureout
2214	regoperin													s		1		2203	2275						regoperin
2215	regoperout													s		1		2275	2203						regoperout
2216	regoperatorin													s		1		2204	2275						regoperatorin
2217	regoperatorout													s		1		2275	2204						regoperatorout
2218	regclassin													s		1		2205	2275						regclassin
2219	regclassout													s		1		2275	2205						regclassout
2220	regtypein													s		1		2206	2275						regtypein
2221	regtypeout													s		1		2275	2206						regtypeout
2230	pg_stat_clear_snapshot											f		v	r	0		2278	\\E						pg_stat_clear_snapshot
2232	pg_get_function_identity_arguments													s		1		25	26						pg_get_function_identity_arguments
2233	hashtid															1		23	27						hashtid
2234	hashtidextended																	20	27 20						hashtidextended
2236	bit_and								a			f				1		21	21
2237	bit_or								a			f				1		21	21
2238	bit_and								a			f				1		23	23
2239	bit_or								a			f				1		23	23
2240	bit_and								a			f				1		20	20
2241	bit_or								a			f				1		20	20
2242	bit_and								a			f				1		1560	1560
2243	bit_or								a			f				1		1560	1560
2244									a			f				1		1042	1042
2245	min								a			f				1		1042	1042
2246	fmgr_internal_validator													s		1		2278	26						fmgr_internal_validator
2247	fmgr_c_validator													s		1		2278	26						fmgr_c_validator
2248	fmgr_sql_validator													s		1		2278	26						fmgr_sql_validator
2250	has_database_privilege													s		3			19 25 25						has_database_privilege_name_name
2251	has_database_privilege													s		3			19 26 25						has_database_privilege_name_id
2252	has_database_privilege													s		3			26 25 25						has_database_privilege_id_name
2253	has_database_privilege													s		3			26 26 25						has_database_privilege_id_id
2254	has_database_privilege													s					25 25						has_database_privilege_name
2255	has_database_privilege													s					26 25						has_database_privilege_id
2256	has_function_privilege													s		3			19 25 25						has_function_privilege_name_name
2257	has_function_privilege													s		3			19 26 25						has_function_privilege_name_id
2258	has_function_privilege													s		3			26 25 25						has_function_privilege_id_name
2259	has_function_privilege													s		3			26 26 25						has_function_privilege_id_id
2260	has_function_privilege													s					25 25						has_function_privilege_name
2261	has_function_privilege													s					26 25						has_function_privilege_id
2262	has_language_privilege													s		3			19 25 25						has_language_privilege_name_name
2263	has_language_privilege													s		3			19 26 25						has_language_privilege_name_id
2264	has_language_privilege													s		3			26 25 25						has_language_privilege_id_name
2265	has_language_privilege													s		3			26 26 25						has_language_privilege_id_id
2266	has_language_privilege													s					25 25						has_language_privilege_name
2267	has_language_privilege													s					26 25						has_language_privilege_id
2268	has_schema_privilege													s		3			19 25 25						has_schema_privilege_name_name
2269	has_schema_privilege													s		3			19 26 25						has_schema_privilege_name_id
2270	has_schema_privilege													s		3			26 25 25						has_schema_privilege_id_name
2271	has_schema_privilege													s		3			26 26 25						has_schema_privilege_id_id
2272	has_schema_privilege													s					25 25						has_schema_privilege_name
2273	has_schema_privilege													s					26 25						has_schema_privilege_id
2274	pg_stat_reset											f		v		0		2278	\\E						pg_stat_reset				{postgres=X/postgres}
2282	pg_get_backend_memory_contexts					100							t	v	r	0		2249	\\E	{25,25,25,23,20,20,20,20,20}	{o,o,o,o,o,o,o,o,o}	{name,ident,parent,level,total_bytes,total_nblocks,free_bytes,free_chunks,used_bytes}			pg_get_backend_memory_contexts				{postgres=X/postgres,pg_read_all_stats=X/postgres}
2284	regexp_replace															3		25	25 25 25						textregexreplace_noopt
2285	regexp_replace															4		25	25 25 25 25						textregexreplace
2286	pg_total_relation_size													v		1		20	2205						pg_total_relation_size
2288	pg_size_pretty															1		25	20						pg_size_pretty
2289	pg_options_to_table					3							t	s		1		2249	1009	{1009,25,25}	{i,o,o}	{options_array,option_name,option_value}			pg_options_to_table
2290	record_in													s		3		2249	2275 26 23						record_in
2291	record_out													s		1		2275	2249						record_out
2292	cstring_in															1		2275	2275						cstring_in
2293	cstring_out															1		2275	2275						cstring_out
2294	any_in															1		2276	2275						any_in
2295	any_out															1		2275	2276						any_out
2296	anyarray_in															1		2277	2275						anyarray_in
2297	anyarray_out													s		1		2275	2277						anyarray_out
2298	void_in															1		2278	2275						void_in
2299	void_out															1		2275	2278						void_out
2300	trigger_in											f				1		2279	2275						trigger_in
2301	trigger_out															1		2275	2279						trigger_out
2302	language_handler_in											f				1		2280	2275						language_handler_in
2303	language_handler_out															1		2275	2280						language_handler_out
2304	internal_in											f				1		2281	2275						internal_in
2305	internal_out															1		2275							internal_out
2306	pg_stat_get_slru					100						f	t	s	r	0		2249	\\E	{25,20,20,20,20,20,20,20,1184}	{o,o,o,o,o,o,o,o,o}	{name,blks_zeroed,blks_hit,blks_read,blks_written,blks_exists,flushes,truncates,stats_reset}			pg_stat_get_slru
2307	pg_stat_reset_slru											f		v		1		2278	25						pg_stat_reset_slru				{postgres=X/postgres}
2308	ceil															1		701	701						dceil
2309	floor															1		701	701						dfloor
2310	sign															1		701	701						dsign
2311	md5										t					1		25	25						md5_text
2312	anyelement_in															1		2283	2275						anyelement_in
2313	anyelement_out															1		2275	2283						anyelement_out
2316	postgresql_fdw_validator																		1009 26						postgresql_fdw_validator
2319	pg_encoding_max_length															1		23	23						pg_encoding_max_length_sql
2320	ceiling															1		701	701						dceil
2321	md5										t					1		25	17						md5_bytea
2322	pg_tablespace_size													v		1		20	26						pg_tablespace_size_oid
2323	pg_tablespace_size													v		1		20	19						pg_tablespace_size_name
2324	pg_database_size													v		1		20	26						pg_database_size_oid
2325	pg_relation_size			14										v		1		20	2205						\\E
2331	unnest					100		3996					t			1		2283	2277						array_unnest
2332	pg_relation_size													v				20	2205 25						pg_relation_size
2333	array_agg_transfn											f						2281	2281 2776						array_agg_transfn
2334	array_agg_finalfn											f						2277	2281 2776						array_agg_finalfn
2335	array_agg								a			f				1		2277	2776
2338	date_lt_timestamp																		1082 1114						date_lt_timestamp
2339	date_le_timestamp																		1082 1114						date_le_timestamp
2340	date_eq_timestamp																		1082 1114						date_eq_timestamp
2341	date_gt_timestamp																		1082 1114						date_gt_timestamp
2342	date_ge_timestamp																		1082 1114						date_ge_timestamp
2343	date_ne_timestamp																		1082 1114						date_ne_timestamp
2344	date_cmp_timestamp																	23	1082 1114						date_cmp_timestamp
2351	date_lt_timestamptz													s					1082 1184						date_lt_timestamptz
2352	date_le_timestamptz													s					1082 1184						date_le_timestamptz
2353	date_eq_timestamptz													s					1082 1184						date_eq_timestamptz
2354	date_gt_timestamptz													s					1082 1184						date_gt_timestamptz
2355	date_ge_timestamptz													s					1082 1184						date_ge_timestamptz
2356	date_ne_timestamptz													s					1082 1184						date_ne_timestamptz
2357	date_cmp_timestamptz													s				23	1082 1184						date_cmp_timestamptz
2364	timestamp_lt_date																		1114 1082						timestamp_lt_date
2365	timestamp_le_date																		1114 1082						timestamp_le_date
2366	timestamp_eq_date																		1114 1082						timestamp_eq_date
2367	timestamp_gt_date																		1114 1082						timestamp_gt_date
2368	timestamp_ge_date																		1114 1082						timestamp_ge_date
2369	timestamp_ne_date																		1114 1082						timestamp_ne_date
2370	timestamp_cmp_date																	23	1114 1082						timestamp_cmp_date
2377	timestamptz_lt_date													s					1184 1082						timestamptz_lt_date
2378	timestamptz_le_date													s					1184 1082						timestamptz_le_date
2379	timestamptz_eq_date													s					1184 1082						timestamptz_eq_date
2380	timestamptz_gt_date													s					1184 1082						timestamptz_gt_date
2381	timestamptz_ge_date													s					1184 1082						timestamptz_ge_date
2382	timestamptz_ne_date													s					1184 1082						timestamptz_ne_date
2383	timestamptz_cmp_date													s				23	1184 1082						timestamptz_cmp_date
2390	has_tablespace_privilege													s		3			19 25 25						has_tablespace_privilege_name_name
2391	has_tablespace_privilege													s		3			19 26 25						has_tablespace_privilege_name_id
2392	has_tablespace_privilege													s		3			26 25 25						has_tablespace_privilege_id_name
2393	has_tablespace_privilege													s		3			26 26 25						has_tablespace_privilege_id_id
2394	has_tablespace_privilege													s					25 25						has_tablespace_privilege_name
2395	has_tablespace_privilege													s					26 25						has_tablespace_privilege_id
2398	shell_in											f				1		2278	2275						shell_in
2399	shell_out															1		2275	2278						shell_out
2400	array_recv													s		3		2277	2281 26 23						array_recv
2401	array_send													s		1		17	2277						array_send
2402	record_recv													s		3		2249	2281 26 23						record_recv
2403	record_send													s		1		17	2249						record_send
2404	int2recv															1		21							int2recv
2405	int2send															1		17	21						int2send
2406	int4recv															1		23							int4recv
2407	int4send															1		17	23						int4send
2408	int8recv															1		20							int8recv
2409	int8send															1		17	20						int8send
2410	int2vectorrecv															1		22							int2vectorrecv
2411	int2vectorsend															1		17	22						int2vectorsend
2412	bytearecv															1		17							bytearecv
2413	byteasend															1		17	17						byteasend
2414	textrecv													s		1		25							textrecv
2415	textsend													s		1		17	25						textsend
2416	unknownrecv															1		705							unknownrecv
2417	unknownsend															1		17	705						unknownsend
2418	oidrecv															1		26							oidrecv
2419	oidsend															1		17	26						oidsend
2420	oidvectorrecv															1		30							oidvectorrecv
2421	oidvectorsend															1		17	30						oidvectorsend
2422	namerecv													s		1		19							namerecv
2423	namesend													s		1		17	19						namesend
2424	float4recv															1		700							float4recv
2425	float4send															1		17	700						float4send
2426	float8recv															1		701							float8recv
2427	float8send															1		17	701						float8send
2428	point_recv															1		600							point_recv
2429	point_send															1		17	600						point_send
2430	bpcharrecv													s		3		1042	2281 26 23						bpcharrecv
2431	bpcharsend													s		1		17	1042						bpcharsend
2432	varcharrecv													s		3		1043	2281 26 23						varcharrecv
2433	varcharsend													s		1		17	1043						varcharsend
2434	charrecv															1		18							charrecv
2435	charsend															1		17	18						charsend
2436	boolrecv															1									boolrecv
2437	boolsend															1		17	16						boolsend
2438	tidrecv															1		27							tidrecv
2439	tidsend															1		17	27						tidsend
2440	xidrecv															1		28							xidrecv
2441	xidsend															1		17	28						xidsend
2442	cidrecv															1		29							cidrecv
2443	cidsend															1		17	29						cidsend
2444	regprocrecv															1		24							regprocrecv
2445	regprocsend															1		17	24						regprocsend
2446	regprocedurerecv															1		2202							regprocedurerecv
2447	regproceduresend															1		17	2202						regproceduresend
2448	regoperrecv															1		2203							regoperrecv
2449	regopersend															1		17	2203						regopersend
2450	regoperatorrecv															1		2204							regoperatorrecv
2451	regoperatorsend															1		17	2204						regoperatorsend
2452	regclassrecv															1		2205							regclassrecv
2453	regclasssend															1		17	2205						regclasssend
2454	regtyperecv															1		2206							regtyperecv
2455	regtypesend															1		17	2206						regtypesend
2456	bit_recv															3		1560	2281 26 23						bit_recv
2457	bit_send															1		17	1560						bit_send
2458	varbit_recv															3		1562	2281 26 23						varbit_recv
2459	varbit_send															1		17	1562						varbit_send
2460	numeric_recv															3		1700	2281 26 23						numeric_recv
2461	numeric_send															1		17	1700						numeric_send
2462	sinh															1		701	701						dsinh
2463	cosh															1		701	701						dcosh
2464	tanh															1		701	701						dtanh
2465	asinh															1		701	701						dasinh
2466	acosh															1		701	701						dacosh
2467	atanh															1		701	701						datanh
2468	date_recv															1		1082							date_recv
2469	date_send															1		17	1082						date_send
2470	time_recv															3		1083	2281 26 23						time_recv
2471	time_send															1		17	1083						time_send
2472	timetz_recv															3		1266	2281 26 23						timetz_recv
2473	timetz_send															1		17	1266						timetz_send
2474	timestamp_recv															3		1114	2281 26 23						timestamp_recv
2475	timestamp_send															1		17	1114						timestamp_send
2476	timestamptz_recv															3		1184	2281 26 23						timestamptz_recv
2477	timestamptz_send															1		17	1184						timestamptz_send
2478	interval_recv															3		1186	2281 26 23						interval_recv
2479	interval_send															1		17	1186						interval_send
2480	lseg_recv															1		601							lseg_recv
2481	lseg_send															1		17	601						lseg_send
2482	path_recv															1		602							path_recv
2483	path_send															1		17	602						path_send
2484	box_recv															1		603							box_recv
2485	box_send															1		17	603						box_send
2486	poly_recv															1		604							poly_recv
2487	poly_send															1		17	604						poly_send
2488	line_recv															1		628							line_recv
2489	line_send															1		17	628						line_send
2490	circle_recv															1		718							circle_recv
2491	circle_send															1		17	718						circle_send
2492	cash_recv															1		790							cash_recv
2493	cash_send															1		17	790						cash_send
2494	macaddr_recv															1		829							macaddr_recv
2495	macaddr_send															1		17	829						macaddr_send
2496	inet_recv															1		869							inet_recv
2497	inet_send															1		17	869						inet_send
2498	cidr_recv															1		650							cidr_recv
2499	cidr_send															1		17	650						cidr_send
2500	cstring_recv													s		1		2275							cstring_recv
2501	cstring_send													s		1		17	2275						cstring_send
2502	anyarray_recv													s		1		2277							anyarray_recv
2503	anyarray_send													s		1		17	2277						anyarray_send
2504	pg_get_ruledef													s				25	26 16						pg_get_ruledef_ext
2505	pg_get_viewdef													s	r			25	25 16						pg_get_viewdef_name_ext
2506	pg_get_viewdef													s	r			25	26 16						pg_get_viewdef_ext
2507	pg_get_indexdef													s		3		25	26 23 16						pg_get_indexdef_ext
2508	pg_get_constraintdef													s				25	26 16						pg_get_constraintdef_ext
2509	pg_get_expr													s		3		25	194 26 16						pg_get_expr_ext
2510	pg_prepared_statement					1000							t	s	r	0		2249	\\E	{25,25,1184,2211,16,20,20}	{o,o,o,o,o,o,o}	{name,statement,prepare_time,parameter_types,from_sql,generic_plans,custom_plans}			pg_prepared_statement
2511	pg_cursor					1000							t	s	r	0		2249	\\E	{25,25,16,16,16,1184}	{o,o,o,o,o,o}	{name,statement,is_holdable,is_binary,is_scrollable,creation_time}			pg_cursor
2512	float8_var_pop															1		701	1022						float8_var_pop
2513	float8_stddev_pop															1		701	1022						float8_stddev_pop
2514	numeric_var_pop											f				1		1700							numeric_var_pop
2515	booland_statefunc																		16 16						booland_statefunc
2516	boolor_statefunc																		16 16						boolor_statefunc
2517	bool_and								a			f				1			16
2518	bool_or								a			f				1			16
2519	every								a			f				1			16
2520	timestamp_lt_timestamptz													s					1114 1184						timestamp_lt_timestamptz
2521	timestamp_le_timestamptz													s					1114 1184						timestamp_le_timestamptz
2522	timestamp_eq_timestamptz													s					1114 1184						timestamp_eq_timestamptz
2523	timestamp_gt_timestamptz													s					1114 1184						timestamp_gt_timestamptz
2524	timestamp_ge_timestamptz													s					1114 1184						timestamp_ge_timestamptz
2525	timestamp_ne_timestamptz													s					1114 1184						timestamp_ne_timestamptz
2526	timestamp_cmp_timestamptz													s				23	1114 1184						timestamp_cmp_timestamptz
2527	timestamptz_lt_timestamp													s					1184 1114						timestamptz_lt_timestamp
2528	timestamptz_le_timestamp													s					1184 1114						timestamptz_le_timestamp
2529	timestamptz_eq_timestamp													s					1184 1114						timestamptz_eq_timestamp
2530	timestamptz_gt_timestamp													s					1184 1114						timestamptz_gt_timestamp
2531	timestamptz_ge_timestamp													s					1184 1114						timestamptz_ge_timestamp
2532	timestamptz_ne_timestamp													s					1184 1114						timestamptz_ne_timestamp
2533	timestamptz_cmp_timestamp													s				23	1184 1114						timestamptz_cmp_timestamp
2546	interval_pl_date			14														1114	1186 1082						\\E
2547	interval_pl_timetz			14														1266	1186 1266						\\E
2548	interval_pl_timestamp			14														1114	1186 1114						\\E
2549	interval_pl_timestamptz			14										s				1184	1186 1184						\\E
2550	integer_pl_date			14														1082	23 1082						\\E
2556	pg_tablespace_databases					1000							t	s		1		26	26						pg_tablespace_databases
2557	bool										t					1			23						int4_bool
2558	int4										t					1		23	16						bool_int4
2559	lastval													v	u	0		20	\\E						lastval
2560	pg_postmaster_start_time													s		0		1184	\\E						pg_postmaster_start_time
2561	pg_blocking_pids													v		1		1007	23						pg_blocking_pids
2562	box_below																		603 603						box_below
2563	box_overbelow																		603 603						box_overbelow
2564	box_overabove																		603 603						box_overabove
2565	box_above																		603 603						box_above
2566	poly_below																		604 604						poly_below
2567	poly_overbelow																		604 604						poly_overbelow
2568	poly_overabove																		604 604						poly_overabove
2569	poly_above																		604 604						poly_above
2578	gist_box_consistent															5			2281 603 21 26 2281						gist_box_consistent
2580	float8															1		701	3802						jsonb_float8
2581	gist_box_penalty															3		2281	2281 2281 2281						gist_box_penalty
2582	gist_box_picksplit																	2281	2281 2281						gist_box_picksplit
2583	gist_box_union																	603	2281 2281						gist_box_union
2584	gist_box_same															3		2281	603 603 2281						gist_box_same
2585	gist_poly_consistent															5			2281 604 21 26 2281						gist_poly_consistent
2586	gist_poly_compress															1		2281							gist_poly_compress
2587	circle_overbelow																		718 718						circle_overbelow
2588	circle_overabove																		718 718						circle_overabove
2591	gist_circle_consistent															5			2281 718 21 26 2281						gist_circle_consistent
2592	gist_circle_compress															1		2281							gist_circle_compress
2596	numeric_stddev_pop											f				1		1700							numeric_stddev_pop
2597	domain_in											f		s		3		2276	2275 26 23						domain_in
2598	domain_recv											f		s		3		2276	2281 26 23						domain_recv
2599	pg_timezone_abbrevs					1000							t	s		0		2249	\\E	{25,1186,16}	{o,o,o}	{abbrev,utc_offset,is_dst}			pg_timezone_abbrevs
2614	xmlexists																		25 142						xmlexists
2621	pg_reload_conf													v		0			\\E						pg_reload_conf				{postgres=X/postgres}
2622	pg_rotate_logfile													v		0			\\E						pg_rotate_logfile_v2				{postgres=X/postgres}
2623	pg_stat_file													v		1		2249	25	{25,20,1184,1184,1184,1184,16}	{i,o,o,o,o,o,o}	{filename,size,access,modification,change,creation,isdir}			pg_stat_file_1arg				{postgres=X/postgres}
2624	pg_read_file													v		3		25	25 20 20						pg_read_file_off_len				{postgres=X/postgres}
2625	pg_ls_dir					1000							t	v		1		25	25						pg_ls_dir_1arg				{postgres=X/postgres}
2626	pg_sleep													v		1		2278	701						pg_sleep
2627	inetnot															1		869	869						inetnot
2628	inetand																	869	869 869						inetand
2629	inetor																	869	869 869						inetor
2630	inetpl																	869	869 20						inetpl
2631	int8pl_inet			14														869	20 869						\\E
2632	inetmi_int8																	869	869 20						inetmi_int8
2633	inetmi																	20	869 869						inetmi
2641	var_samp								a			f				1		1700	20
2642	var_samp								a			f				1		1700	23
2643	var_samp								a			f				1		1700	21
2644	var_samp								a			f				1		701	700
2645	var_samp								a			f				1		701	701
2646	var_samp								a			f				1		1700	1700
2647	transaction_timestamp													s		0		1184	\\E						now
2648	statement_timestamp													s		0		1184	\\E						statement_timestamp
2649	clock_timestamp													v		0		1184	\\E						clock_timestamp
2700	gin_cmp_prefix															4		23	25 25 21 2281						gin_cmp_prefix
2705	pg_has_role													s		3			19 19 25						pg_has_role_name_name
2706	pg_has_role													s		3			19 26 25						pg_has_role_name_id
2707	pg_has_role													s		3			26 19 25						pg_has_role_id_name
2708	pg_has_role													s		3			26 26 25						pg_has_role_id_id
2709	pg_has_role													s					19 25						pg_has_role_name
2710	pg_has_role													s					26 25						pg_has_role_id
2711	justify_interval															1		1186	1186						interval_justify_interval
2712	stddev_samp								a			f				1		1700	20
2713	stddev_samp								a			f				1		1700	23
2714	stddev_samp								a			f				1		1700	21
2715	stddev_samp								a			f				1		701	700
2716	stddev_samp								a			f				1		701	701
2717	stddev_samp								a			f				1		1700	1700
2718	var_pop								a			f				1		1700	20
2719	var_pop								a			f				1		1700	23
2720	var_pop								a			f				1		1700	21
2721	var_pop								a			f				1		701	700
2722	var_pop								a			f				1		701	701
2723	var_pop								a			f				1		1700	1700
2724	stddev_pop								a			f				1		1700	20
2725	stddev_pop								a			f				1		1700	23
2726	stddev_pop								a			f				1		1700	21
2727	stddev_pop								a			f				1		701	700
2728	stddev_pop								a			f				1		701	701
2729	stddev_pop								a			f				1		1700	1700
2730	pg_get_triggerdef													s				25	26 16						pg_get_triggerdef_ext
2731	asind															1		701	701						dasind
2732	acosd															1		701	701						dacosd
2733	atand															1		701	701						datand
2734	atan2d																	701	701 701						datan2d
2735	sind															1		701	701						dsind
2736	cosd															1		701	701						dcosd
2737	tand															1		701	701						dtand
2738	cotd															1		701	701						dcotd
2739	pg_backup_stop													v	r	1	1	2249	16	{16,3220,25,25}	{i,o,o,o}	{wait_for_archive,lsn,labelfile,spcmapfile}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "true"}]		pg_backup_stop				{postgres=X/postgres}
2740	numeric_avg_serialize															1		17							numeric_avg_serialize
2741	numeric_avg_deserialize																	2281	17 2281						numeric_avg_deserialize
2743	ginarrayextract															3		2281	2277 2281 2281						ginarrayextract
2744	ginarrayconsistent															8			2281 21 2277 23 2281 2281 2281 2281						ginarrayconsistent
2746	int8_avg_accum											f						2281	2281 20						int8_avg_accum
2747	arrayoverlap																		2277 2277						arrayoverlap
2748	arraycontains																		2277 2277						arraycontains
2749	arraycontained																		2277 2277						arraycontained
2758	pg_stat_get_db_tuples_returned													s	r	1		20	26						pg_stat_get_db_tuples_returned
2759	pg_stat_get_db_tuples_fetched													s	r	1		20	26						pg_stat_get_db_tuples_fetched
2760	pg_stat_get_db_tuples_inserted													s	r	1		20	26						pg_stat_get_db_tuples_inserted
2761	pg_stat_get_db_tuples_updated													s	r	1		20	26						pg_stat_get_db_tuples_updated
2762	pg_stat_get_db_tuples_deleted													s	r	1		20	26						pg_stat_get_db_tuples_deleted
2763	regexp_matches					1							t					1009	25 25						regexp_matches_no_flags
2764	regexp_matches					10							t			3		1009	25 25 25						regexp_matches
2765	regexp_split_to_table					1000							t					25	25 25						regexp_split_to_table_no_flags
2766	regexp_split_to_table					1000							t			3		25	25 25 25						regexp_split_to_table
2767	regexp_split_to_array																	1009	25 25						regexp_split_to_array_no_flags
2768	regexp_split_to_array															3		1009	25 25 25						regexp_split_to_array
2769	pg_stat_get_bgwriter_timed_checkpoints													s	r	0		20	\\E						pg_stat_get_bgwriter_timed_checkpoints
2770	pg_stat_get_bgwriter_requested_checkpoints													s	r	0		20	\\E						pg_stat_get_bgwriter_requested_checkpoints
2771	pg_stat_get_bgwriter_buf_written_checkpoints													s	r	0		20	\\E						pg_stat_get_bgwriter_buf_written_checkpoints
2772	pg_stat_get_bgwriter_buf_written_clean													s	r	0		20	\\E						pg_stat_get_bgwriter_buf_written_clean
2773	pg_stat_get_bgwriter_maxwritten_clean													s	r	0		20	\\E						pg_stat_get_bgwriter_maxwritten_clean
2774	ginqueryarrayextract															7		2281	2277 2281 21 2281 2281 2281 2281						ginqueryarrayextract
2775	pg_stat_get_buf_written_backend													s	r	0		20	\\E						pg_stat_get_buf_written_backend
2777	anynonarray_in															1		2776	2275						anynonarray_in
2778	anynonarray_out															1		2275	2776						anynonarray_out
2781	pg_stat_get_last_vacuum_time													s	r	1		1184	26						pg_stat_get_last_vacuum_time
2782	pg_stat_get_last_autovacuum_time													s	r	1		1184	26						pg_stat_get_last_autovacuum_time
2783	pg_stat_get_last_analyze_time													s	r	1		1184	26						pg_stat_get_last_analyze_time
2784	pg_stat_get_last_autoanalyze_time													s	r	1		1184	26						pg_stat_get_last_autoanalyze_time
2785	int8_avg_combine											f						2281	2281 2281						int8_avg_combine
2786	int8_avg_serialize															1		17							int8_avg_serialize
2787	int8_avg_deserialize																	2281	17 2281						int8_avg_deserialize
2788	pg_stat_get_backend_wait_event_type													s	r	1		25	23						pg_stat_get_backend_wait_event_type
2790	tidgt										t								27 27						tidgt
2791	tidlt										t								27 27						tidlt
2792	tidge										t								27 27						tidge
2793	tidle										t								27 27						tidle
2794	bttidcmp										t							23	27 27						bttidcmp
2795	tidlarger																	27	27 27						tidlarger
2796	tidsmaller																	27	27 27						tidsmaller
2797									a			f				1		27	27
2798	min								a			f				1		27	27
2803	count							6236	a			f				0		20	\\E
2804	int8inc_any																	20	20 2276						int8inc_any
2805	int8inc_float8_float8															3		20	20 701 701						int8inc_float8_float8
2806	float8_regr_accum															3		1022	1022 701 701						float8_regr_accum
2807	float8_regr_sxx															1		701	1022						float8_regr_sxx
2808	float8_regr_syy															1		701	1022						float8_regr_syy
2809	float8_regr_sxy															1		701	1022						float8_regr_sxy
2810	float8_regr_avgx															1		701	1022						float8_regr_avgx
2811	float8_regr_avgy															1		701	1022						float8_regr_avgy
2812	float8_regr_r2															1		701	1022						float8_regr_r2
2813	float8_regr_slope															1		701	1022						float8_regr_slope
2814	float8_regr_intercept															1		701	1022						float8_regr_intercept
2815	float8_covar_pop															1		701	1022						float8_covar_pop
2816	float8_covar_samp															1		701	1022						float8_covar_samp
2817	float8_corr															1		701	1022						float8_corr
2818	regr_count								a			f						20	701 701
2819	regr_sxx								a			f						701	701 701
2820	regr_syy								a			f						701	701 701
2821	regr_sxy								a			f						701	701 701
2822	regr_avgx								a			f						701	701 701
2823	regr_avgy								a			f						701	701 701
2824	regr_r2								a			f						701	701 701
2825	regr_slope								a			f						701	701 701
2826	regr_intercept								a			f						701	701 701
2827	covar_pop								a			f						701	701 701
2828	covar_samp								a			f						701	701 701
2829	corr								a			f						701	701 701
2844	pg_stat_get_db_blk_read_time													s	r	1		701	26						pg_stat_get_db_blk_read_time
2845	pg_stat_get_db_blk_write_time													s	r	1		701	26						pg_stat_get_db_blk_write_time
2848	pg_switch_wal													v		0		3220	\\E						pg_switch_wal				{postgres=X/postgres}
2849	pg_current_wal_lsn													v		0		3220	\\E						pg_current_wal_lsn
2850	pg_walfile_name_offset															1		2249	3220	{3220,25,23}	{i,o,o}	{lsn,file_name,file_offset}			pg_walfile_name_offset
2851	pg_walfile_name															1		25	3220						pg_walfile_name
2852	pg_current_wal_insert_lsn													v		0		3220	\\E						pg_current_wal_insert_lsn
2853	pg_stat_get_backend_wait_event													s	r	1		25	23						pg_stat_get_backend_wait_event
2854	pg_my_temp_schema													s	r	0		26	\\E						pg_my_temp_schema
2855	pg_is_other_temp_schema													s		1			26						pg_is_other_temp_schema
2856	pg_timezone_names					1000							t	s		0		2249	\\E	{25,25,1186,16}	{o,o,o,o}	{name,abbrev,utc_offset,is_dst}			pg_timezone_names
2857	pg_stat_get_backend_xact_start													s	r	1		1184	23						pg_stat_get_backend_xact_start
2858	numeric_avg_accum											f						2281	2281 1700						numeric_avg_accum
2859	pg_stat_get_buf_alloc													s	r	0		20	\\E						pg_stat_get_buf_alloc
2878	pg_stat_get_live_tuples													s	r	1		20	26						pg_stat_get_live_tuples
2879	pg_stat_get_dead_tuples													s	r	1		20	26						pg_stat_get_dead_tuples
2880	pg_advisory_lock													v	r	1		2278	20						pg_advisory_lock_int8
2881	pg_advisory_lock_shared													v	r	1		2278	20						pg_advisory_lock_shared_int8
2882	pg_try_advisory_lock													v	r	1			20						pg_try_advisory_lock_int8
2883	pg_try_advisory_lock_shared													v	r	1			20						pg_try_advisory_lock_shared_int8
2884	pg_advisory_unlock													v	r	1			20						pg_advisory_unlock_int8
2885	pg_advisory_unlock_shared													v	r	1			20						pg_advisory_unlock_shared_int8
2886	pg_advisory_lock													v	r			2278	23 23						pg_advisory_lock_int4
2887	pg_advisory_lock_shared													v	r			2278	23 23						pg_advisory_lock_shared_int4
2888	pg_try_advisory_lock													v	r				23 23						pg_try_advisory_lock_int4
2889	pg_try_advisory_lock_shared													v	r				23 23						pg_try_advisory_lock_shared_int4
2890	pg_advisory_unlock													v	r				23 23						pg_advisory_unlock_int4
2891	pg_advisory_unlock_shared													v	r				23 23						pg_advisory_unlock_shared_int4
2892	pg_advisory_unlock_all													v	r	0		2278	\\E						pg_advisory_unlock_all
2893	xml_in													s		1		142	2275						xml_in
2894	xml_out															1		2275	142						xml_out
2895	xmlcomment															1		142	25						xmlcomment
2896	xml													s		1		142	25						texttoxml
2897	xmlvalidate																		142 25						xmlvalidate
2898	xml_recv													s		1		142							xml_recv
2899	xml_send													s		1		17	142						xml_send
2900	xmlconcat2											f						142	142 142						xmlconcat2
2901	xmlagg								a			f				1		142	142
2902	varbittypmodin															1		23	1263						varbittypmodin
2903	intervaltypmodin															1		23	1263						intervaltypmodin
2904	intervaltypmodout															1		2275	23						intervaltypmodout
2905	timestamptypmodin															1		23	1263						timestamptypmodin
2906	timestamptypmodout															1		2275	23						timestamptypmodout
2907	timestamptztypmodin															1		23	1263						timestamptztypmodin
2908	timestamptztypmodout															1		2275	23						timestamptztypmodout
2909	timetypmodin															1		23	1263						timetypmodin
2910	timetypmodout															1		2275	23						timetypmodout
2911	timetztypmodin															1		23	1263						timetztypmodin
2912	timetztypmodout															1		2275	23						timetztypmodout
2913	bpchartypmodin															1		23	1263						bpchartypmodin
2914	bpchartypmodout															1		2275	23						bpchartypmodout
2915	varchartypmodin															1		23	1263						varchartypmodin
2916	varchartypmodout															1		2275	23						varchartypmodout
2917	numerictypmodin															1		23	1263						numerictypmodin
2918	numerictypmodout															1		2275	23						numerictypmodout
2919	bittypmodin															1		23	1263						bittypmodin
2920	bittypmodout															1		2275	23						bittypmodout
2921	varbittypmodout															1		2275	23						varbittypmodout
2922	text															1		25	142						xmltotext
2923	table_to_xml				100									s	r	4		142	2205 16 16 25			{tbl,nulls,tableforest,targetns}			table_to_xml
2924	query_to_xml				100									v	u	4		142	25 16 16 25			{query,nulls,tableforest,targetns}			query_to_xml
2925	cursor_to_xml				100									v	u	5		142	1790 23 16 16 25			{cursor,count,nulls,tableforest,targetns}			cursor_to_xml
2926	table_to_xmlschema				100									s	r	4		142	2205 16 16 25			{tbl,nulls,tableforest,targetns}			table_to_xmlschema
2927	query_to_xmlschema				100									v	u	4		142	25 16 16 25			{query,nulls,tableforest,targetns}			query_to_xmlschema
2928	cursor_to_xmlschema				100									v	u	4		142	1790 16 16 25			{cursor,nulls,tableforest,targetns}			cursor_to_xmlschema
2929	table_to_xml_and_xmlschema				100									s	r	4		142	2205 16 16 25			{tbl,nulls,tableforest,targetns}			table_to_xml_and_xmlschema
2930	query_to_xml_and_xmlschema				100									v	u	4		142	25 16 16 25			{query,nulls,tableforest,targetns}			query_to_xml_and_xmlschema
2931	xpath															3		143	25 142 1009						xpath
2932	xpath			14														143	25 142						\\E
2933	schema_to_xml				100									s	r	4		142	19 16 16 25			{schema,nulls,tableforest,targetns}			schema_to_xml
2934	schema_to_xmlschema				100									s	r	4		142	19 16 16 25			{schema,nulls,tableforest,targetns}			schema_to_xmlschema
2935	schema_to_xml_and_xmlschema				100									s	r	4		142	19 16 16 25			{schema,nulls,tableforest,targetns}			schema_to_xml_and_xmlschema
2936	database_to_xml				100									s	r	3		142	16 16 25			{nulls,tableforest,targetns}			database_to_xml
2937	database_to_xmlschema				100									s	r	3		142	16 16 25			{nulls,tableforest,targetns}			database_to_xmlschema
2938	database_to_xml_and_xmlschema				100									s	r	3		142	16 16 25			{nulls,tableforest,targetns}			database_to_xml_and_xmlschema
2939	txid_snapshot_in															1		2970	2275						pg_snapshot_in
2940	txid_snapshot_out															1		2275	2970						pg_snapshot_out
2941	txid_snapshot_recv															1		2970							pg_snapshot_recv
2942	txid_snapshot_send															1		17	2970						pg_snapshot_send
2943	txid_current													s	u	0		20	\\E						pg_current_xact_id
2944	txid_current_snapshot													s		0		2970	\\E						pg_current_snapshot
2945	txid_snapshot_xmin															1		20	2970						pg_snapshot_xmin
2946	txid_snapshot_xmax															1		20	2970						pg_snapshot_xmax
2947	txid_snapshot_xip					50							t			1		20	2970						pg_snapshot_xip
2948	txid_visible_in_snapshot																		20 2970						pg_visible_in_snapshot
2952	uuid_in															1		2950	2275						uuid_in
2953	uuid_out															1		2275	2950						uuid_out
2954	uuid_lt										t								2950 2950						uuid_lt
2955	uuid_le										t								2950 2950						uuid_le
2956	uuid_eq										t								2950 2950						uuid_eq
2957	uuid_ge										t								2950 2950						uuid_ge
2958	uuid_gt										t								2950 2950						uuid_gt
2959	uuid_ne										t								2950 2950						uuid_ne
2960	uuid_cmp										t							23	2950 2950						uuid_cmp
2961	uuid_recv															1		2950							uuid_recv
2962	uuid_send															1		17	2950						uuid_send
2963	uuid_hash															1		23	2950						uuid_hash
2971	text															1		25	16						booltext
2978	pg_stat_get_function_calls													s	r	1		20	26						pg_stat_get_function_calls
2979	pg_stat_get_function_total_time													s	r	1		701	26						pg_stat_get_function_total_time
2980	pg_stat_get_function_self_time													s	r	1		701	26						pg_stat_get_function_self_time
2981	record_eq																		2249 2249						record_eq
2982	record_ne																		2249 2249						record_ne
2983	record_lt																		2249 2249						record_lt
2984	record_gt																		2249 2249						record_gt
2985	record_le																		2249 2249						record_le
2986	record_ge																		2249 2249						record_ge
2987	btrecordcmp																	23	2249 2249						btrecordcmp
2997	pg_table_size													v		1		20	2205						pg_table_size
2998	pg_indexes_size													v		1		20	2205						pg_indexes_size
2999	pg_relation_filenode													s		1		26	2205						pg_relation_filenode
3000	has_foreign_data_wrapper_privilege													s		3			19 25 25						has_foreign_data_wrapper_privilege_name_name
3001	has_foreign_data_wrapper_privilege													s		3			19 26 25						has_foreign_data_wrapper_privilege_name_id
3002	has_foreign_data_wrapper_privilege													s		3			26 25 25						has_foreign_data_wrapper_privilege_id_name
3003	has_foreign_data_wrapper_privilege													s		3			26 26 25						has_foreign_data_wrapper_privilege_id_id
3004	has_foreign_data_wrapper_privilege													s					25 25						has_foreign_data_wrapper_privilege_name
3005	has_foreign_data_wrapper_privilege													s					26 25						has_foreign_data_wrapper_privilege_id
3006	has_server_privilege													s		3			19 25 25						has_server_privilege_name_name
3007	has_server_privilege													s		3			19 26 25						has_server_privilege_name_id
3008	has_server_privilege													s		3			26 25 25						has_server_privilege_id_name
3009	has_server_privilege													s		3			26 26 25						has_server_privilege_id_id
3010	has_server_privilege													s					25 25						has_server_privilege_name
3011	has_server_privilege													s					26 25						has_server_privilege_id
3012	has_column_privilege													s		4			19 25 25 25						has_column_privilege_name_name_name
3013	has_column_privilege													s		4			19 25 21 25						has_column_privilege_name_name_attnum
3014	has_column_privilege													s		4			19 26 25 25						has_column_privilege_name_id_name
3015	has_column_privilege													s		4			19 26 21 25						has_column_privilege_name_id_attnum
3016	has_column_privilege													s		4			26 25 25 25						has_column_privilege_id_name_name
3017	has_column_privilege													s		4			26 25 21 25						has_column_privilege_id_name_attnum
3018	has_column_privilege													s		4			26 26 25 25						has_column_privilege_id_id_name
3019	has_column_privilege													s		4			26 26 21 25						has_column_privilege_id_id_attnum
3020	has_column_privilege													s		3			25 25 25						has_column_privilege_name_name
3021	has_column_privilege													s		3			25 21 25						has_column_privilege_name_attnum
3022	has_column_privilege													s		3			26 25 25						has_column_privilege_id_name
3023	has_column_privilege													s		3			26 21 25						has_column_privilege_id_attnum
3024	has_any_column_privilege				10									s		3			19 25 25						has_any_column_privilege_name_name
3025	has_any_column_privilege				10									s		3			19 26 25						has_any_column_privilege_name_id
3026	has_any_column_privilege				10									s		3			26 25 25						has_any_column_privilege_id_name
3027	has_any_column_privilege				10									s		3			26 26 25						has_any_column_privilege_id_id
3028	has_any_column_privilege				10									s					25 25						has_any_column_privilege_name
3029	has_any_column_privilege				10									s					26 25						has_any_column_privilege_id
3030	overlay															4		1560	1560 1560 23 23						bitoverlay
3031	overlay															3		1560	1560 1560 23						bitoverlay_no_len
3032	get_bit																	23	1560 23						bitgetbit
3033	set_bit															3		1560	1560 23 23						bitsetbit
3034	pg_relation_filepath													s		1		25	2205						pg_relation_filepath
3035	pg_listening_channels					10							t	s	r	0		25	\\E						pg_listening_channels
3036	pg_notify											f		v	r			2278	25 25						pg_notify
3037	pg_stat_get_xact_numscans													v	r	1		20	26						pg_stat_get_xact_numscans
3038	pg_stat_get_xact_tuples_returned													v	r	1		20	26						pg_stat_get_xact_tuples_returned
3039	pg_stat_get_xact_tuples_fetched													v	r	1		20	26						pg_stat_get_xact_tuples_fetched
3040	pg_stat_get_xact_tuples_inserted													v	r	1		20	26						pg_stat_get_xact_tuples_inserted
3041	pg_stat_get_xact_tuples_updated													v	r	1		20	26						pg_stat_get_xact_tuples_updated
3042	pg_stat_get_xact_tuples_deleted													v	r	1		20	26						pg_stat_get_xact_tuples_deleted
3043	pg_stat_get_xact_tuples_hot_updated													v	r	1		20	26						pg_stat_get_xact_tuples_hot_updated
3044	pg_stat_get_xact_blocks_fetched													v	r	1		20	26						pg_stat_get_xact_blocks_fetched
3045	pg_stat_get_xact_blocks_hit													v	r	1		20	26						pg_stat_get_xact_blocks_hit
3046	pg_stat_get_xact_function_calls													v	r	1		20	26						pg_stat_get_xact_function_calls
3047	pg_stat_get_xact_function_total_time													v	r	1		701	26						pg_stat_get_xact_function_total_time
3048	pg_stat_get_xact_function_self_time													v	r	1		701	26						pg_stat_get_xact_function_self_time
3049	xpath_exists															3			25 142 1009						xpath_exists
3050	xpath_exists			14															25 142						\\E
3051	xml_is_well_formed													s		1			25						xml_is_well_formed
3052	xml_is_well_formed_document															1			25						xml_is_well_formed_document
3053	xml_is_well_formed_content															1			25						xml_is_well_formed_content
3054	pg_stat_get_vacuum_count													s	r	1		20	26						pg_stat_get_vacuum_count
3055	pg_stat_get_autovacuum_count													s	r	1		20	26						pg_stat_get_autovacuum_count
3056	pg_stat_get_analyze_count													s	r	1		20	26						pg_stat_get_analyze_count
3057	pg_stat_get_autoanalyze_count													s	r	1		20	26						pg_stat_get_autoanalyze_count
3058	concat						2276					f		s		1		25	2276	{2276}	{v}				text_concat
3059	concat_ws						2276					f		s				25	25 2276	{25,2276}	{i,v}				text_concat_ws
3060	left																	25	25 23						text_left
3061	right																	25	25 23						text_right
3062	reverse															1		25	25						text_reverse
3063	pg_stat_get_buf_fsync_backend													s	r	0		20	\\E						pg_stat_get_buf_fsync_backend
3064	gist_point_distance															5		701	2281 600 21 26 2281						gist_point_distance
3065	pg_stat_get_db_conflict_tablespace													s	r	1		20	26						pg_stat_get_db_conflict_tablespace
3066	pg_stat_get_db_conflict_lock													s	r	1		20	26						pg_stat_get_db_conflict_lock
3067	pg_stat_get_db_conflict_snapshot													s	r	1		20	26						pg_stat_get_db_conflict_snapshot
3068	pg_stat_get_db_conflict_bufferpin													s	r	1		20	26						pg_stat_get_db_conflict_bufferpin
3069	pg_stat_get_db_conflict_startup_deadlock													s	r	1		20	26						pg_stat_get_db_conflict_startup_deadlock
3070	pg_stat_get_db_conflict_all													s	r	1		20	26						pg_stat_get_db_conflict_all
3071	pg_wal_replay_pause													v		0		2278	\\E						pg_wal_replay_pause				{postgres=X/postgres}
3072	pg_wal_replay_resume													v		0		2278	\\E						pg_wal_replay_resume				{postgres=X/postgres}
3073	pg_is_wal_replay_paused													v		0			\\E						pg_is_wal_replay_paused
3074	pg_stat_get_db_stat_reset_time													s	r	1		1184	26						pg_stat_get_db_stat_reset_time
3075	pg_stat_get_bgwriter_stat_reset_time													s	r	0		1184	\\E						pg_stat_get_bgwriter_stat_reset_time
3076	ginarrayextract																	2281	2277 2281						ginarrayextract_2args
3077	gin_extract_tsvector																	2281	3614 2281						gin_extract_tsvector_2args
3078	pg_sequence_parameters													s		1		2249	26	{26,20,20,20,20,16,20,26}	{i,o,o,o,o,o,o,o}	{sequence_oid,start_value,minimum_value,maximum_value,increment,cycle_option,cache_size,data_type}			pg_sequence_parameters
3082	pg_available_extensions				10	100							t	s		0		2249	\\E	{19,25,25}	{o,o,o}	{name,default_version,comment}			pg_available_extensions
3083	pg_available_extension_versions				10	100							t	s		0		2249	\\E	{19,25,16,16,16,19,1003,25}	{o,o,o,o,o,o,o,o}	{name,version,superuser,trusted,relocatable,schema,requires,comment}			pg_available_extension_versions
3084	pg_extension_update_paths				10	100							t	s		1		2249	19	{19,25,25,25}	{i,o,o,o}	{name,source,target,path}			pg_extension_update_paths
3086	pg_extension_config_dump													v	u			2278	2205 25						pg_extension_config_dump
3087	gin_extract_tsquery															5		2281	3615 2281 21 2281 2281						gin_extract_tsquery_5args
3088	gin_tsquery_consistent															6			2281 21 3615 23 2281 2281						gin_tsquery_consistent_6args
3089	pg_advisory_xact_lock													v	r	1		2278	20						pg_advisory_xact_lock_int8
3090	pg_advisory_xact_lock_shared													v	r	1		2278	20						pg_advisory_xact_lock_shared_int8
3091	pg_try_advisory_xact_lock													v	r	1			20						pg_try_advisory_xact_lock_int8
3092	pg_try_advisory_xact_lock_shared													v	r	1			20						pg_try_advisory_xact_lock_shared_int8
3093	pg_advisory_xact_lock													v	r			2278	23 23						pg_advisory_xact_lock_int4
3094	pg_advisory_xact_lock_shared													v	r			2278	23 23						pg_advisory_xact_lock_shared_int4
3095	pg_try_advisory_xact_lock													v	r				23 23						pg_try_advisory_xact_lock_int4
3096	pg_try_advisory_xact_lock_shared													v	r				23 23						pg_try_advisory_xact_lock_shared_int4
3097	varchar_support															1		2281							varchar_support
3098	pg_create_restore_point													v		1		3220	25						pg_create_restore_point				{postgres=X/postgres}
3099	pg_stat_get_wal_senders					10						f	t	s	r	0		2249	\\E	{23,25,3220,3220,3220,3220,1186,1186,1186,23,25,1184}	{o,o,o,o,o,o,o,o,o,o,o,o}	{pid,state,sent_lsn,write_lsn,flush_lsn,replay_lsn,write_lag,flush_lag,replay_lag,sync_priority,sync_state,reply_time}			pg_stat_get_wal_senders
3100	row_number							6233	w			f				0		20	\\E						window_row_number
3101	rank							6234	w			f				0		20	\\E						window_rank
3102	dense_rank							6235	w			f				0		20	\\E						window_dense_rank
3103	percent_rank								w			f				0		701	\\E						window_percent_rank
3104	cume_dist								w			f				0		701	\\E						window_cume_dist
3105	ntile								w							1		23	23						window_ntile
3106	lag								w							1		2283	2283						window_lag
3107	lag								w									2283	2283 23						window_lag_with_offset
3108	lag								w							3		5077	5077 23 5077						window_lag_with_offset_and_default
3109	lead								w							1		2283	2283						window_lead
3110	lead								w									2283	2283 23						window_lead_with_offset
3111	lead								w							3		5077	5077 23 5077						window_lead_with_offset_and_default
3112	first_value								w							1		2283	2283						window_first_value
3113	last_value								w							1		2283	2283						window_last_value
3114	nth_value								w									2283	2283 23						window_nth_value
3116	fdw_handler_in											f				1		3115	2275						fdw_handler_in
3117	fdw_handler_out															1		2275	3115						fdw_handler_out
3120	void_recv															1		2278							void_recv
3121	void_send															1		17	2278						void_send
3129	btint2sortsupport															1		2278							btint2sortsupport
3130	btint4sortsupport															1		2278							btint4sortsupport
3131	btint8sortsupport															1		2278							btint8sortsupport
3132	btfloat4sortsupport															1		2278							btfloat4sortsupport
3133	btfloat8sortsupport															1		2278							btfloat8sortsupport
3134	btoidsortsupport															1		2278							btoidsortsupport
3135	btnamesortsupport															1		2278							btnamesortsupport
3136	date_sortsupport															1		2278							date_sortsupport
3137	timestamp_sortsupport															1		2278							timestamp_sortsupport
3138	has_type_privilege													s		3			19 25 25						has_type_privilege_name_name
3139	has_type_privilege													s		3			19 26 25						has_type_privilege_name_id
3140	has_type_privilege													s		3			26 25 25						has_type_privilege_id_name
3141	has_type_privilege													s		3			26 26 25						has_type_privilege_id_id
3142	has_type_privilege													s					25 25						has_type_privilege_name
3143	has_type_privilege													s					26 25						has_type_privilege_id
3144	macaddr_not															1		829	829						macaddr_not
3145	macaddr_and																	829	829 829						macaddr_and
3146	macaddr_or																	829	829 829						macaddr_or
3150	pg_stat_get_db_temp_files													s	r	1		20	26						pg_stat_get_db_temp_files
3151	pg_stat_get_db_temp_bytes													s	r	1		20	26						pg_stat_get_db_temp_bytes
3152	pg_stat_get_db_deadlocks													s	r	1		20	26						pg_stat_get_db_deadlocks
3153	array_to_json													s		1		114	2277						array_to_json
3154	array_to_json													s				114	2277 16						array_to_json_pretty
3155	row_to_json													s		1		114	2249						row_to_json
3156	row_to_json													s				114	2249 16						row_to_json_pretty
3157	numeric_support															1		2281							numeric_support
3158	varbit_support															1		2281							varbit_support
3159	pg_get_viewdef													s	r			25	26 23						pg_get_viewdef_wrap
3160	pg_stat_get_checkpoint_write_time													s	r	0		701	\\E						pg_stat_get_checkpoint_write_time
3161	pg_stat_get_checkpoint_sync_time													s	r	0		701	\\E						pg_stat_get_checkpoint_sync_time
3162	pg_collation_for											f		s		1		25	2276						pg_collation_for
3163	pg_trigger_depth													s	r	0		23	\\E						pg_trigger_depth
3165	pg_wal_lsn_diff																	1700	3220 3220						pg_wal_lsn_diff
3166	pg_size_pretty															1		25	1700						pg_size_pretty_numeric
3167	array_remove											f						5078	5078 5077						array_remove
3168	array_replace											f				3		5078	5078 5077 5077						array_replace
3169	rangesel													s		4		701	2281 26 2281 23						rangesel
3170	lo_lseek64													v	u	3		20	23 20 23						be_lo_lseek64
3171	lo_tell64													v	u	1		20	23						be_lo_tell64
3172	lo_truncate64													v	u			23	23 20						be_lo_truncate64
3173	json_agg_transfn											f		s				2281	2281 2283						json_agg_transfn
3174	json_agg_finalfn											f				1		114							json_agg_finalfn
3175	json_agg								a			f		s		1		114	2283
3176	to_json													s		1		114	2283						to_json
3177	pg_stat_get_mod_since_analyze													s	r	1		20	26						pg_stat_get_mod_since_analyze
3178	numeric_sum											f				1		1700							numeric_sum
3179	cardinality															1		23	2277						array_cardinality
3180	json_object_agg_transfn											f		s		3		2281	2281 2276 2276						json_object_agg_transfn
3181	record_image_eq																		2249 2249						record_image_eq
3182	record_image_ne																		2249 2249						record_image_ne
3183	record_image_lt																		2249 2249						record_image_lt
3184	record_image_gt																		2249 2249						record_image_gt
3185	record_image_le																		2249 2249						record_image_le
3186	record_image_ge																		2249 2249						record_image_ge
3187	btrecordimagecmp																	23	2249 2249						btrecordimagecmp
3195	pg_stat_get_archiver											f		s	r	0		2249	\\E	{20,25,1184,20,25,1184,1184}	{o,o,o,o,o,o,o}	{archived_count,last_archived_wal,last_archived_time,failed_count,last_failed_wal,last_failed_time,stats_reset}			pg_stat_get_archiver
3196	json_object_agg_finalfn											f				1		114							json_object_agg_finalfn
3197	json_object_agg								a			f		s				114	2276 2276
3198	json_build_array						2276					f		s		1		114	2276	{2276}	{v}				json_build_array
3199	json_build_array											f		s		0		114	\\E						json_build_array_noargs
3200	json_build_object						2276					f		s		1		114	2276	{2276}	{v}				json_build_object
3201	json_build_object											f		s		0		114	\\E						json_build_object_noargs
3202	json_object															1		114	1009						json_object
3203	json_object																	114	1009 1009						json_object_two_arg
3204	json_to_record													s		1		2249	114						json_to_record
3205	json_to_recordset					100						f	t	s		1		2249	114						json_to_recordset
3207	jsonb_array_length															1		23	3802						jsonb_array_length
3208	jsonb_each					100							t			1		2249	3802	{3802,25,3802}	{i,o,o}	{from_json,key,value}			jsonb_each
3209	jsonb_populate_record											f		s				2283	2283 3802						jsonb_populate_record
3210	jsonb_typeof															1		25	3802						jsonb_typeof
3214	jsonb_object_field_text																	25	3802 25			{from_json,field_name}			jsonb_object_field_text
3215	jsonb_array_element																	3802	3802 23			{from_json,element_index}			jsonb_array_element
3216	jsonb_array_element_text																	25	3802 23			{from_json,element_index}			jsonb_array_element_text
3217	jsonb_extract_path						25											3802	3802 1009	{3802,1009}	{i,v}	{from_json,path_elems}			jsonb_extract_path
3218	width_bucket																	23	5077 5078						width_bucket_array
3219	jsonb_array_elements					100							t			1		3802	3802	{3802,3802}	{i,o}	{from_json,value}			jsonb_array_elements
3229	pg_lsn_in															1		3220	2275						pg_lsn_in
3230	pg_lsn_out															1		2275	3220						pg_lsn_out
3231	pg_lsn_lt										t								3220 3220						pg_lsn_lt
3232	pg_lsn_le										t								3220 3220						pg_lsn_le
3233	pg_lsn_eq										t								3220 3220						pg_lsn_eq
3234	pg_lsn_ge										t								3220 3220						pg_lsn_ge
3235	pg_lsn_gt										t								3220 3220						pg_lsn_gt
3236	pg_lsn_ne										t								3220 3220						pg_lsn_ne
3237	pg_lsn_mi																	1700	3220 3220						pg_lsn_mi
3238	pg_lsn_recv															1		3220							pg_lsn_recv
3239	pg_lsn_send															1		17	3220						pg_lsn_send
3251	pg_lsn_cmp										t							23	3220 3220						pg_lsn_cmp
3252	pg_lsn_hash															1		23	3220						pg_lsn_hash
3255	bttextsortsupport															1		2278							bttextsortsupport
3259	generate_series					1000							t			3		1700	1700 1700 1700						generate_series_step_numeric
3260	generate_series					1000							t					1700	1700 1700						generate_series_numeric
3261	json_strip_nulls															1		114	114						json_strip_nulls
3262	jsonb_strip_nulls															1		3802	3802						jsonb_strip_nulls
3263	jsonb_object															1		3802	1009						jsonb_object
3264	jsonb_object																	3802	1009 1009						jsonb_object_two_arg
3265	jsonb_agg_transfn											f		s				2281	2281 2283						jsonb_agg_transfn
3266	jsonb_agg_finalfn											f		s		1		3802							jsonb_agg_finalfn
3267	jsonb_agg								a			f		s		1		3802	2283
3268	jsonb_object_agg_transfn											f		s		3		2281	2281 2276 2276						jsonb_object_agg_transfn
3269	jsonb_object_agg_finalfn											f		s		1		3802							jsonb_object_agg_finalfn
3270	jsonb_object_agg								a			f						3802	2276 2276
3271	jsonb_build_array						2276					f		s		1		3802	2276	{2276}	{v}				jsonb_build_array
3272	jsonb_build_array											f		s		0		3802	\\E						jsonb_build_array_noargs
3273	jsonb_build_object						2276					f		s		1		3802	2276	{2276}	{v}				jsonb_build_object
3274	jsonb_build_object											f		s		0		3802	\\E						jsonb_build_object_noargs
3275	dist_ppoly																	701	600 604						dist_ppoly
3277	array_position											f						23	5078 5077						array_position
3278	array_position											f				3		23	5078 5077 23						array_position_start
3279	array_positions											f						1007	5078 5077						array_positions
3280	gist_circle_distance															5		701	2281 718 21 26 2281						gist_circle_distance
3281	scale															1		23	1700						numeric_scale
3282	gist_point_fetch															1		2281							gist_point_fetch
3283	numeric_sortsupport															1		2278							numeric_sortsupport
3288	gist_poly_distance															5		701	2281 604 21 26 2281						gist_poly_distance
3290	dist_cpoint																	701	718 600						dist_cpoint
3292	dist_polyp																	701	604 600						dist_polyp
3293	pg_read_file													v		4		25	25 20 20 16						pg_read_file_v2				{postgres=X/postgres}
3294	current_setting													s				25	25 16						show_config_by_name_missing_ok
3295	pg_read_binary_file													v		4		17	25 20 20 16						pg_read_binary_file				{postgres=X/postgres}
3296	pg_notification_queue_usage													v	r	0		701	\\E						pg_notification_queue_usage
3297	pg_ls_dir					1000							t	v		3		25	25 16 16						pg_ls_dir				{postgres=X/postgres}
3298	row_security_active													s		1			26						row_security_active
3299	row_security_active													s		1			25						row_security_active_name
3300	uuid_sortsupport															1		2278							uuid_sortsupport
3301	jsonb_concat																	3802	3802 3802						jsonb_concat
3302	jsonb_delete																	3802	3802 25						jsonb_delete
3303	jsonb_delete																	3802	3802 23						jsonb_delete_idx
3304	jsonb_delete_path																	3802	3802 1009						jsonb_delete_path
3305	jsonb_set															4	1	3802	3802 1009 3802 16			{jsonb_in,path,replacement,create_if_missing}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "true"}]		jsonb_set
3306	jsonb_pretty															1		25	3802						jsonb_pretty
3307	pg_stat_file													v				2249	25 16	{25,16,20,1184,1184,1184,1184,16}	{i,i,o,o,o,o,o,o}	{filename,missing_ok,size,access,modification,change,creation,isdir}			pg_stat_file				{postgres=X/postgres}
3308	xidneq										t								28 28						xidneq
3309	xidneqint4										t								28 23						xidneq
3311	tsm_handler_in											f				1		3310	2275						tsm_handler_in
3312	tsm_handler_out															1		2275	3310						tsm_handler_out
3313	bernoulli													v		1		3310							tsm_bernoulli_handler
3314	system													v		1		3310							tsm_system_handler
3317	pg_stat_get_wal_receiver											f		s	r	0		2249	\\E	{23,25,3220,23,3220,3220,23,1184,1184,3220,1184,25,25,23,25}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{pid,status,receive_start_lsn,receive_start_tli,written_lsn,flushed_lsn,received_tli,last_msg_send_time,last_msg_receipt_time,latest_end_lsn,latest_end_time,slot_name,sender_host,sender_port,conninfo}			pg_stat_get_wal_receiver
3318	pg_stat_get_progress_info					100							t	s	r	1		2249	25	{25,23,26,26,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20}	{i,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{cmdtype,pid,datid,relid,param1,param2,param3,param4,param5,param6,param7,param8,param9,param10,param11,param12,param13,param14,param15,param16,param17,param18,param19,param20}			pg_stat_get_progress_info
3319	ts_filter																	3614	3614 1002						tsvector_filter
3320	setweight															3		3614	3614 18 1009						tsvector_setweight_by_filter
3321	ts_delete																	3614	3614 25						tsvector_delete_str
3322	unnest					10							t			1		2249	3614	{3614,25,1005,1009}	{i,o,o,o}	{tsvector,lexeme,positions,weights}			tsvector_unnest
3323	ts_delete																	3614	3614 1009						tsvector_delete_arr
3324	int4_avg_combine																	1016	1016 1016						int4_avg_combine
3325	interval_combine																	1187	1187 1187						interval_combine
3326	tsvector_to_array															1		1009	3614						tsvector_to_array
3327	array_to_tsvector															1		3614	1009						array_to_tsvector
3328	bpchar_sortsupport															1		2278							bpchar_sortsupport
3329	pg_show_all_file_settings					1000							t	v		0		2249	\\E	{25,23,23,25,25,16,25}	{o,o,o,o,o,o,o}	{sourcefile,sourceline,seqno,name,setting,applied,error}			show_all_file_settings				{postgres=X/postgres}
3330	pg_current_wal_flush_lsn													v		0		3220	\\E						pg_current_wal_flush_lsn
3331	bytea_sortsupport															1		2278							bytea_sortsupport
3332	bttext_pattern_sortsupport															1		2278							bttext_pattern_sortsupport
3333	btbpchar_pattern_sortsupport															1		2278							btbpchar_pattern_sortsupport
3334	pg_size_bytes															1		20	25						pg_size_bytes
3335	numeric_serialize															1		17							numeric_serialize
3336	numeric_deserialize																	2281	17 2281						numeric_deserialize
3337	numeric_avg_combine											f						2281	2281 2281						numeric_avg_combine
3338	numeric_poly_combine											f						2281	2281 2281						numeric_poly_combine
3339	numeric_poly_serialize															1		17							numeric_poly_serialize
3340	numeric_poly_deserialize																	2281	17 2281						numeric_poly_deserialize
3341	numeric_combine											f						2281	2281 2281						numeric_combine
3342	float8_regr_combine																	1022	1022 1022						float8_regr_combine
3343	jsonb_delete						25											3802	3802 1009	{3802,1009}	{i,v}	{from_json,path_elems}			jsonb_delete_array
3344	cash_mul_int8																	790	790 20						cash_mul_int8
3345	cash_div_int8																	790	790 20						cash_div_int8
3348	txid_current_if_assigned													s	u	0		20	\\E						pg_current_xact_id_if_assigned
3352	pg_get_partkeydef													s		1		25	26						pg_get_partkeydef
3353	pg_ls_logdir				10	20							t	v		0		2249	\\E	{25,20,1184}	{o,o,o}	{name,size,modification}			pg_ls_logdir				{postgres=X/postgres,pg_monitor=X/postgres}
3354	pg_ls_waldir				10	20							t	v		0		2249	\\E	{25,20,1184}	{o,o,o}	{name,size,modification}			pg_ls_waldir				{postgres=X/postgres,pg_monitor=X/postgres}
3355	pg_ndistinct_in															1		3361	2275						pg_ndistinct_in
3356	pg_ndistinct_out															1		2275	3361						pg_ndistinct_out
3357	pg_ndistinct_recv													s		1		3361							pg_ndistinct_recv
3358	pg_ndistinct_send													s		1		17	3361						pg_ndistinct_send
3359	macaddr_sortsupport															1		2278							macaddr_sortsupport
3360	txid_status													v		1		25	20						pg_xact_status
3376	pg_safe_snapshot_blocking_pids													v		1		1007	23						pg_safe_snapshot_blocking_pids
3378	pg_isolation_test_session_is_blocked													v					23 1007						pg_isolation_test_session_is_blocked
3382	pg_identify_object_as_address													s		3		2249	26 26 23	{26,26,23,25,1009,1009}	{i,i,i,o,o,o}	{classid,objid,objsubid,type,object_names,object_args}			pg_identify_object_as_address
3383	brin_minmax_opcinfo															1		2281							brin_minmax_opcinfo
3384	brin_minmax_add_value															4			2281 2281 2281 2281						brin_minmax_add_value
3385	brin_minmax_consistent															3			2281 2281 2281						brin_minmax_consistent
3386	brin_minmax_union															3			2281 2281 2281						brin_minmax_union
3387	int8_avg_accum_inv											f						2281	2281 20						int8_avg_accum_inv
3388	numeric_poly_sum											f				1		1700							numeric_poly_sum
3389	numeric_poly_avg											f				1		1700							numeric_poly_avg
3390	numeric_poly_var_pop											f				1		1700							numeric_poly_var_pop
3391	numeric_poly_var_samp											f				1		1700							numeric_poly_var_samp
3392	numeric_poly_stddev_pop											f				1		1700							numeric_poly_stddev_pop
3393	numeric_poly_stddev_samp											f				1		1700							numeric_poly_stddev_samp
3396	regexp_match																	1009	25 25						regexp_match_no_flags
3397	regexp_match															3		1009	25 25 25						regexp_match
3399	int8_mul_cash																	790	20 790						int8_mul_cash
3400	pg_config					23							t	s	r	0		2249	\\E	{25,25}	{o,o}	{name,setting}			pg_config				{postgres=X/postgres}
3401	pg_hba_file_rules					1000							t	v		0		2249	\\E	{23,25,1009,1009,25,25,25,1009,25}	{o,o,o,o,o,o,o,o,o}	{line_number,type,database,user_name,address,netmask,auth_method,options,error}			pg_hba_file_rules				{postgres=X/postgres}
3403	pg_statistics_obj_is_visible				10									s		1			26						pg_statistics_obj_is_visible
3404	pg_dependencies_in															1		3402	2275						pg_dependencies_in
3405	pg_dependencies_out															1		2275	3402						pg_dependencies_out
3406	pg_dependencies_recv													s		1		3402							pg_dependencies_recv
3407	pg_dependencies_send													s		1		17	3402						pg_dependencies_send
3408	pg_get_partition_constraintdef													s		1		25	26						pg_get_partition_constraintdef
3409	time_hash_extended																	20	1083 20						time_hash_extended
3410	timetz_hash_extended																	20	1266 20						timetz_hash_extended
3411	timestamp_hash_extended																	20	1114 20						timestamp_hash_extended
3412	uuid_hash_extended																	20	2950 20						uuid_hash_extended
3413	pg_lsn_hash_extended																	20	3220 20						pg_lsn_hash_extended
3414	hashenumextended																	20	3500 20						hashenumextended
3415	pg_get_statisticsobjdef													s		1		25	26						pg_get_statisticsobjdef
3416	jsonb_hash_extended																	20	3802 20						jsonb_hash_extended
3417	hash_range_extended																	20	3831 20						hash_range_extended
3418	interval_hash_extended																	20	1186 20						interval_hash_extended
3419	sha224										t					1		17	17						sha224_bytea
3420	sha256										t					1		17	17						sha256_bytea
3421	sha384										t					1		17	17						sha384_bytea
3422	sha512										t					1		17	17						sha512_bytea
3423	pg_partition_tree					1000							t	v		1		2249	2205	{2205,2205,2205,16,23}	{i,o,o,o,o}	{rootrelid,relid,parentrelid,isleaf,level}			pg_partition_tree
3424	pg_partition_root															1		2205	2205						pg_partition_root
3425	pg_partition_ancestors					10							t	v		1		2205	2205	{2205,2205}	{i,o}	{partitionid,relid}			pg_partition_ancestors
3426	pg_stat_get_db_checksum_failures													s	r	1		20	26						pg_stat_get_db_checksum_failures
3427	pg_mcv_list_items					1000							t	s		1		2249	5017	{5017,23,1009,1000,701,701}	{i,o,o,o,o,o}	{mcv_list,index,values,nulls,frequency,base_frequency}			pg_stats_ext_mcvlist_items
3428	pg_stat_get_db_checksum_last_failure													s	r	1		1184	26						pg_stat_get_db_checksum_last_failure
3432	gen_random_uuid										t			v		0		2950	\\E						gen_random_uuid
3434	gtsvector_options											f				1		2278							gtsvector_options
3435	gist_point_sortsupport															1		2278							gist_point_sortsupport
3436	pg_promote													v			2		16 23			{wait,wait_seconds}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "true"}, {"kind" : "const", "type" : 23, "typmod" : -1, "collation" : 0, "value" : "60"}]		pg_promote				{postgres=X/postgres}
3437	prefixsel													s		4		701	2281 26 2281 23						prefixsel
3438	prefixjoinsel													s		5		701	2281 26 2281 21 2281						prefixjoinsel
3441	pg_control_system													v		0		2249	\\E	{23,23,20,1184}	{o,o,o,o}	{pg_control_version,catalog_version_no,system_identifier,pg_control_last_modified}			pg_control_system
3442	pg_control_checkpoint													v		0		2249	\\E	{3220,3220,25,23,23,16,25,26,28,28,28,26,28,28,26,28,28,1184}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{checkpoint_lsn,redo_lsn,redo_wal_file,timeline_id,prev_timeline_id,full_page_writes,next_xid,next_oid,next_multixact_id,next_multi_offset,oldest_xid,oldest_xid_dbid,oldest_active_xid,oldest_multi_xid,oldest_multi_dbid,oldest_commit_ts_xid,newest_commit_ts_xid,checkpoint_time}			pg_control_checkpoint
3443	pg_control_recovery													v		0		2249	\\E	{3220,23,3220,3220,16}	{o,o,o,o,o}	{min_recovery_end_lsn,min_recovery_end_timeline,backup_start_lsn,backup_end_lsn,end_of_backup_record_required}			pg_control_recovery
3444	pg_control_init													v		0		2249	\\E	{23,23,23,23,23,23,23,23,23,16,23}	{o,o,o,o,o,o,o,o,o,o,o}	{max_data_alignment,database_block_size,blocks_per_segment,wal_block_size,bytes_per_wal_segment,max_identifier_length,max_index_columns,max_toast_chunk_size,large_object_chunk_size,float8_pass_by_value,data_page_checksum_version}			pg_control_init
3445	pg_import_system_collations				100									v	u	1		23	4089						pg_import_system_collations
3446	macaddr8_recv															1		774							macaddr8_recv
3447	macaddr8_send															1		17	774						macaddr8_send
3448	pg_collation_actual_version				100									v		1		25	26						pg_collation_actual_version
3449	numeric															1		1700	3802						jsonb_numeric
3450	int2															1		21	3802						jsonb_int2
3451	int4															1		23	3802						jsonb_int4
3452	int8															1		20	3802						jsonb_int8
3453	float4															1		700	3802						jsonb_float4
3454	pg_filenode_relation													s				2205	26 26						pg_filenode_relation
3457	lo_from_bytea													v	u			26	26 17						be_lo_from_bytea
3458	lo_get													v	u	1		17	26						be_lo_get
3459	lo_get													v	u	3		17	26 20 23						be_lo_get_fragment
3460	lo_put													v	u	3		2278	26 20 17						be_lo_put
3461	make_timestamp															6		1114	23 23 23 23 23 701			{year,month,mday,hour,min,sec}			make_timestamp
3462	make_timestamptz													s		6		1184	23 23 23 23 23 701			{year,month,mday,hour,min,sec}			make_timestamptz
3463	make_timestamptz													s		7		1184	23 23 23 23 23 701 25			{year,month,mday,hour,min,sec,timezone}			make_timestamptz_at_timezone
3464	make_interval															7	7	1186	23 23 23 23 23 23 701			{years,months,weeks,days,hours,mins,secs}	[{"kind" : "const", "type" : 23, "typmod" : -1, "collation" : 0, "value" : "0"}, {"kind" : "const", "type" : 23, "typmod" : -1, "collation" : 0, "value" : "0"}, {"kind" : "const", "type" : 23, "typmod" : -1, "collation" : 0, "value" : "0"}, {"kind" : "const", "type" : 23, "typmod" : -1, "collation" : 0, "value" : "0"}, {"kind" : "const", "type" : 23, "typmod" : -1, "collation" : 0, "value" : "0"}, {"kind" : "const", "type" : 23, "typmod" : -1, "collation" : 0, "value" : "0"}, {"kind" : "const", "type" : 701, "typmod" : -1, "collation" : 0, "value" : "0.0"}]		make_interval
3465	jsonb_array_elements_text					100							t			1		25	3802	{3802,25}	{i,o}	{from_json,value}			jsonb_array_elements_text
3469	spg_range_quad_config																	2278	2281 2281						spg_range_quad_config
3470	spg_range_quad_choose																	2278	2281 2281						spg_range_quad_choose
3471	spg_range_quad_picksplit																	2278	2281 2281						spg_range_quad_picksplit
3472	spg_range_quad_inner_consistent																	2278	2281 2281						spg_range_quad_inner_consistent
3473	spg_range_quad_leaf_consistent																		2281 2281						spg_range_quad_leaf_consistent
3475	jsonb_populate_recordset					100						f	t	s				2283	2283 3802						jsonb_populate_recordset
3476	to_regoperator													s		1		2204	25						to_regoperator
3478	jsonb_object_field																	3802	3802 25			{from_json,field_name}			jsonb_object_field
3479	to_regprocedure													s		1		2202	25						to_regprocedure
3480	gin_compare_jsonb																	23	25 25						gin_compare_jsonb
3482	gin_extract_jsonb															3		2281	3802 2281 2281						gin_extract_jsonb
3483	gin_extract_jsonb_query															7		2281	3802 2281 21 2281 2281 2281 2281						gin_extract_jsonb_query
3484	gin_consistent_jsonb															8			2281 21 3802 23 2281 2281 2281 2281						gin_consistent_jsonb
3485	gin_extract_jsonb_path															3		2281	3802 2281 2281						gin_extract_jsonb_path
3486	gin_extract_jsonb_query_path															7		2281	3802 2281 21 2281 2281 2281 2281						gin_extract_jsonb_query_path
3487	gin_consistent_jsonb_path															8			2281 21 3802 23 2281 2281 2281 2281						gin_consistent_jsonb_path
3488	gin_triconsistent_jsonb															7		18	2281 21 3802 23 2281 2281 2281						gin_triconsistent_jsonb
3489	gin_triconsistent_jsonb_path															7		18	2281 21 3802 23 2281 2281 2281						gin_triconsistent_jsonb_path
3490	jsonb_to_record													s		1		2249	3802						jsonb_to_record
3491	jsonb_to_recordset					100						f	t	s		1		2249	3802						jsonb_to_recordset
3492	to_regoper													s		1		2203	25						to_regoper
3493	to_regtype													s		1		2206	25						to_regtype
3494	to_regproc													s		1		24	25						to_regproc
3495	to_regclass													s		1		2205	25						to_regclass
3496	bool_accum											f						2281	2281 16						bool_accum
3497	bool_accum_inv											f						2281	2281 16						bool_accum_inv
3498	bool_alltrue															1									bool_alltrue
3499	bool_anytrue															1									bool_anytrue
3504	anyenum_in															1		3500	2275						anyenum_in
3505	anyenum_out													s		1		2275	3500						anyenum_out
3506	enum_in													s				3500	2275 26						enum_in
3507	enum_out													s		1		2275	3500						enum_out
3508	enum_eq																		3500 3500						enum_eq
3509	enum_ne																		3500 3500						enum_ne
3510	enum_lt																		3500 3500						enum_lt
3511	enum_gt																		3500 3500						enum_gt
3512	enum_le																		3500 3500						enum_le
3513	enum_ge																		3500 3500						enum_ge
3514	enum_cmp																	23	3500 3500						enum_cmp
3515	hashenum															1		23	3500						hashenum
3524	enum_smaller																	3500	3500 3500						enum_smaller
3525	enum_larger																	3500	3500 3500						enum_larger
3526									a			f				1		3500	3500
3527	min								a			f				1		3500	3500
3528	enum_first											f		s		1		3500	3500						enum_first
3529	enum_last											f		s		1		3500	3500						enum_last
3530	enum_range											f		s				2277	3500 3500						enum_range_bounds
3531	enum_range											f		s		1		2277	3500						enum_range_all
3532	enum_recv													s				3500	2281 26						enum_recv
3533	enum_send													s		1		17	3500						enum_send
3535	string_agg_transfn											f				3		2281	2281 25 25						string_agg_transfn
3536	string_agg_finalfn											f				1		25							string_agg_finalfn
3537	pg_describe_object													s		3		25	26 26 23						pg_describe_object
3538	string_agg								a			f						25	25 25
3539	format						2276					f		s				25	25 2276	{25,2276}	{i,v}				text_format
3540	format											f		s		1		25	25						text_format_nv
3543	bytea_string_agg_transfn											f				3		2281	2281 17 17						bytea_string_agg_transfn
3544	bytea_string_agg_finalfn											f				1		17							bytea_string_agg_finalfn
3545	string_agg								a			f						17	17 17
3546	int8dec															1		20	20						int8dec
3547	int8dec_any																	20	20 2276						int8dec_any
3548	numeric_accum_inv											f						2281	2281 1700						numeric_accum_inv
3549	interval_accum_inv																	1187	1187 1186						interval_accum_inv
3551	network_overlap																		869 869						network_overlap
3553	inet_gist_consistent															5			2281 869 21 26 2281						inet_gist_consistent
3554	inet_gist_union																	869	2281 2281						inet_gist_union
3555	inet_gist_compress															1		2281							inet_gist_compress
3556	bool															1			3802						jsonb_bool
3557	inet_gist_penalty															3		2281	2281 2281 2281						inet_gist_penalty
3558	inet_gist_picksplit																	2281	2281 2281						inet_gist_picksplit
3559	inet_gist_same															3		2281	869 869 2281						inet_gist_same
3560	networksel													s		4		701	2281 26 2281 23						networksel
3561	networkjoinsel													s		5		701	2281 26 2281 21 2281						networkjoinsel
3562	network_larger																	869	869 869						network_larger
3563	network_smaller																	869	869 869						network_smaller
3564									a			f				1		869	869
3565	min								a			f				1		869	869
3566	pg_event_trigger_dropped_objects				10	100							t	s	r	0		2249	\\E	{26,26,23,16,16,16,25,25,25,25,1009,1009}	{o,o,o,o,o,o,o,o,o,o,o,o}	{classid,objid,objsubid,original,normal,is_temporary,object_type,schema_name,object_name,object_identity,address_names,address_args}			pg_event_trigger_dropped_objects
3567	int2_accum_inv											f						2281	2281 21						int2_accum_inv
3568	int4_accum_inv											f						2281	2281 23						int4_accum_inv
3569	int8_accum_inv											f						2281	2281 20						int8_accum_inv
3570	int2_avg_accum_inv																	1016	1016 21						int2_avg_accum_inv
3571	int4_avg_accum_inv																	1016	1016 23						int4_avg_accum_inv
3572	int2int4_sum															1		20	1016						int2int4_sum
3573	inet_gist_fetch															1		2281							inet_gist_fetch
3577	pg_logical_emit_message													v	u	3		3220	16 25 25						pg_logical_emit_message_text
3578	pg_logical_emit_message													v	u	3		3220	16 25 17						pg_logical_emit_message_bytea
3579	jsonb_insert															4	1	3802	3802 1009 3802 16			{jsonb_in,path,replacement,insert_after}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_insert
3581	pg_xact_commit_timestamp													v		1		1184	28						pg_xact_commit_timestamp
3582	binary_upgrade_set_next_pg_type_oid													v	r	1		2278	26						binary_upgrade_set_next_pg_type_oid
3583	pg_last_committed_xact													v		0		2249	\\E	{28,1184,26}	{o,o,o}	{xid,timestamp,roident}			pg_last_committed_xact
3584	binary_upgrade_set_next_array_pg_type_oid													v	r	1		2278	26						binary_upgrade_set_next_array_pg_type_oid
3586	binary_upgrade_set_next_heap_pg_class_oid													v	r	1		2278	26						binary_upgrade_set_next_heap_pg_class_oid
3587	binary_upgrade_set_next_index_pg_class_oid													v	r	1		2278	26						binary_upgrade_set_next_index_pg_class_oid
3588	binary_upgrade_set_next_toast_pg_class_oid													v	r	1		2278	26						binary_upgrade_set_next_toast_pg_class_oid
3589	binary_upgrade_set_next_pg_enum_oid													v	r	1		2278	26						binary_upgrade_set_next_pg_enum_oid
3590	binary_upgrade_set_next_pg_authid_oid													v	r	1		2278	26						binary_upgrade_set_next_pg_authid_oid
3591	binary_upgrade_create_empty_extension											f		v	u	7		2278	25 25 16 25 1028 1009 1009						binary_upgrade_create_empty_extension
3594	event_trigger_in											f				1		3838	2275						event_trigger_in
3595	event_trigger_out															1		2275	3838						event_trigger_out
3610	tsvectorin															1		3614	2275						tsvectorin
3611	tsvectorout															1		2275	3614						tsvectorout
3612	tsqueryin															1		3615	2275						tsqueryin
3613	tsqueryout															1		2275	3615						tsqueryout
3616	tsvector_lt																		3614 3614						tsvector_lt
3617	tsvector_le																		3614 3614						tsvector_le
3618	tsvector_eq																		3614 3614						tsvector_eq
3619	tsvector_ne																		3614 3614						tsvector_ne
3620	tsvector_ge																		3614 3614						tsvector_ge
3621	tsvector_gt																		3614 3614						tsvector_gt
3622	tsvector_cmp																	23	3614 3614						tsvector_cmp
3623	strip															1		3614	3614						tsvector_strip
3624	setweight																	3614	3614 18						tsvector_setweight
3625	tsvector_concat																	3614	3614 3614						tsvector_concat
3634	ts_match_vq																		3614 3615						ts_match_vq
3635	ts_match_qv																		3615 3614						ts_match_qv
3638	tsvectorsend															1		17	3614						tsvectorsend
3639	tsvectorrecv															1		3614							tsvectorrecv
3640	tsquerysend															1		17	3615						tsquerysend
3641	tsqueryrecv															1		3615							tsqueryrecv
3646	gtsvectorin															1		3642	2275						gtsvectorin
3647	gtsvectorout															1		2275	3642						gtsvectorout
3648	gtsvector_compress															1		2281							gtsvector_compress
3649	gtsvector_decompress															1		2281							gtsvector_decompress
3650	gtsvector_picksplit																	2281	2281 2281						gtsvector_picksplit
3651	gtsvector_union																	3642	2281 2281						gtsvector_union
3652	gtsvector_same															3		2281	3642 3642 2281						gtsvector_same
3653	gtsvector_penalty															3		2281	2281 2281 2281						gtsvector_penalty
3654	gtsvector_consistent															5			2281 3614 21 26 2281						gtsvector_consistent
3656	gin_extract_tsvector															3		2281	3614 2281 2281						gin_extract_tsvector
3657	gin_extract_tsquery															7		2281	3614 2281 21 2281 2281 2281 2281						gin_extract_tsquery
3658	gin_tsquery_consistent															8			2281 21 3614 23 2281 2281 2281 2281						gin_tsquery_consistent
3662	tsquery_lt																		3615 3615						tsquery_lt
3663	tsquery_le																		3615 3615						tsquery_le
3664	tsquery_eq																		3615 3615						tsquery_eq
3665	tsquery_ne																		3615 3615						tsquery_ne
3666	tsquery_ge																		3615 3615						tsquery_ge
3667	tsquery_gt																		3615 3615						tsquery_gt
3668	tsquery_cmp																	23	3615 3615						tsquery_cmp
3669	tsquery_and																	3615	3615 3615						tsquery_and
3670	tsquery_or																	3615	3615 3615						tsquery_or
3671	tsquery_not															1		3615	3615						tsquery_not
3672	numnode															1		23	3615						tsquery_numnode
3673	querytree															1		25	3615						tsquerytree
3684	ts_rewrite															3		3615	3615 3615 3615						tsquery_rewrite
3685	ts_rewrite				100									v	u			3615	3615 25						tsquery_rewrite_query
3686	tsmatchsel													s		4		701	2281 26 2281 23						tsmatchsel
3687	tsmatchjoinsel													s		5		701	2281 26 2281 21 2281						tsmatchjoinsel
3688	ts_typanalyze													s		1									ts_typanalyze
3689	ts_stat				10	10000							t	v	u	1		2249	25	{25,25,23,23}	{i,o,o,o}	{query,word,ndoc,nentry}			ts_stat1
3690	ts_stat				10	10000							t	v	u			2249	25 25	{25,25,25,23,23}	{i,i,o,o,o}	{query,weights,word,ndoc,nentry}			ts_stat2
3691	tsq_mcontains																		3615 3615						tsq_mcontains
3692	tsq_mcontained																		3615 3615						tsq_mcontained
3695	gtsquery_compress															1		2281							gtsquery_compress
3696	starts_with							6242			t								25 25						text_starts_with
3697	gtsquery_picksplit																	2281	2281 2281						gtsquery_picksplit
3698	gtsquery_union																	20	2281 2281						gtsquery_union
3699	gtsquery_same															3		2281	20 20 2281						gtsquery_same
3700	gtsquery_penalty															3		2281	2281 2281 2281						gtsquery_penalty
3701	gtsquery_consistent															5			2281 3615 21 26 2281						gtsquery_consistent
3703	ts_rank															4		700	1021 3614 3615 23						ts_rank_wttf
3704	ts_rank															3		700	1021 3614 3615						ts_rank_wtt
3705	ts_rank															3		700	3614 3615 23						ts_rank_ttf
3706	ts_rank																	700	3614 3615						ts_rank_tt
3707	ts_rank_cd															4		700	1021 3614 3615 23						ts_rankcd_wttf
3708	ts_rank_cd															3		700	1021 3614 3615						ts_rankcd_wtt
3709	ts_rank_cd															3		700	3614 3615 23						ts_rankcd_ttf
3710	ts_rank_cd																	700	3614 3615						ts_rankcd_tt
3711	length															1		23	3614						tsvector_length
3713	ts_token_type					16							t			1		2249	26	{26,23,25,25}	{i,o,o,o}	{parser_oid,tokid,alias,description}			ts_token_type_byid
3714	ts_token_type					16							t	s		1		2249	25	{25,23,25,25}	{i,o,o,o}	{parser_name,tokid,alias,description}			ts_token_type_byname
3715	ts_parse					1000							t					2249	26 25	{26,25,23,25}	{i,i,o,o}	{parser_oid,txt,tokid,token}			ts_parse_byid
3716	ts_parse					1000							t	s				2249	25 25	{25,25,23,25}	{i,i,o,o}	{parser_name,txt,tokid,token}			ts_parse_byname
3717	prsd_start																	2281	2281 23						prsd_start
3718	prsd_nexttoken															3		2281	2281 2281 2281						prsd_nexttoken
3719	prsd_end															1		2278							prsd_end
3720	prsd_headline															3		2281	2281 2281 3615						prsd_headline
3721	prsd_lextype															1		2281							prsd_lextype
3723	ts_lexize																	1009	3769 25						ts_lexize
3724	gin_cmp_tslexeme																	23	25 25						gin_cmp_tslexeme
3725	dsimple_init															1		2281							dsimple_init
3726	dsimple_lexize															4		2281	2281 2281 2281 2281						dsimple_lexize
3728	dsynonym_init															1		2281							dsynonym_init
3729	dsynonym_lexize															4		2281	2281 2281 2281 2281						dsynonym_lexize
3731	dispell_init															1		2281							dispell_init
3732	dispell_lexize															4		2281	2281 2281 2281 2281						dispell_lexize
3736	regconfigin													s		1		3734	2275						regconfigin
3737	regconfigout													s		1		2275	3734						regconfigout
3738	regconfigrecv															1		3734							regconfigrecv
3739	regconfigsend															1		17	3734						regconfigsend
3740	thesaurus_init															1		2281							thesaurus_init
3741	thesaurus_lexize															4		2281	2281 2281 2281 2281						thesaurus_lexize
3743	ts_headline				100											4		25	3734 25 3615 25						ts_headline_byid_opt
3744	ts_headline				100											3		25	3734 25 3615						ts_headline_byid
3745	to_tsvector				100													3614	3734 25						to_tsvector_byid
3746	to_tsquery				100													3615	3734 25						to_tsquery_byid
3747	plainto_tsquery				100													3615	3734 25						plainto_tsquery_byid
3749	to_tsvector				100									s		1		3614	25						to_tsvector
3750	to_tsquery				100									s		1		3615	25						to_tsquery
3751	plainto_tsquery				100									s		1		3615	25						plainto_tsquery
3752	tsvector_update_trigger											f		v		0		2279	\\E						tsvector_update_trigger_byid
3753	tsvector_update_trigger_column											f		v		0		2279	\\E						tsvector_update_trigger_bycolumn
3754	ts_headline				100									s		3		25	25 3615 25						ts_headline_opt
3755	ts_headline				100									s				25	25 3615						ts_headline
3756	pg_ts_parser_is_visible				10									s		1			26						pg_ts_parser_is_visible
3757	pg_ts_dict_is_visible				10									s		1			26						pg_ts_dict_is_visible
3758	pg_ts_config_is_visible				10									s		1			26						pg_ts_config_is_visible
3759	get_current_ts_config													s		0		3734	\\E						get_current_ts_config
3760	ts_match_tt				100									s					25 25						ts_match_tt
3761	ts_match_tq				100									s					25 3615						ts_match_tq
3768	pg_ts_template_is_visible				10									s		1			26						pg_ts_template_is_visible
3771	regdictionaryin													s		1		3769	2275						regdictionaryin
3772	regdictionaryout													s		1		2275	3769						regdictionaryout
3773	regdictionaryrecv															1		3769							regdictionaryrecv
3774	regdictionarysend															1		17	3769						regdictionarysend
3775	pg_stat_reset_shared													v		1		2278	25						pg_stat_reset_shared				{postgres=X/postgres}
3776	pg_stat_reset_single_table_counters													v		1		2278	26						pg_stat_reset_single_table_counters				{postgres=X/postgres}
3777	pg_stat_reset_single_function_counters													v		1		2278	26						pg_stat_reset_single_function_counters				{postgres=X/postgres}
3778	pg_tablespace_location													s		1		25	26						pg_tablespace_location
3779	pg_create_physical_replication_slot													v	u	3	2	2249	19 16 16	{19,16,16,19,3220}	{i,i,i,o,o}	{slot_name,immediately_reserve,temporary,slot_name,lsn}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		pg_create_physical_replication_slot
3780	pg_drop_replication_slot													v	u	1		2278	19						pg_drop_replication_slot
3781	pg_get_replication_slots					10						f	t	s		0		2249	\\E	{19,19,25,26,16,16,23,28,28,3220,3220,25,20,16}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{slot_name,plugin,slot_type,datoid,temporary,active,active_pid,xmin,catalog_xmin,restart_lsn,confirmed_flush_lsn,wal_status,safe_wal_size,two_phase}			pg_get_replication_slots
3782	pg_logical_slot_get_changes				1000	1000	25					f	t	v	u	4	1	2249	19 3220 23 1009	{19,3220,23,1009,3220,28,25}	{i,i,i,v,o,o,o}	{slot_name,upto_lsn,upto_nchanges,options,lsn,xid,data}	[{"kind" : "const", "type" : 1009, "typmod" : -1, "collation" : 0, "value" : "{}"}]		pg_logical_slot_get_changes
3783	pg_logical_slot_get_binary_changes				1000	1000	25					f	t	v	u	4	1	2249	19 3220 23 1009	{19,3220,23,1009,3220,28,17}	{i,i,i,v,o,o,o}	{slot_name,upto_lsn,upto_nchanges,options,lsn,xid,data}	[{"kind" : "const", "type" : 1009, "typmod" : -1, "collation" : 0, "value" : "{}"}]		pg_logical_slot_get_binary_changes
3784	pg_logical_slot_peek_changes				1000	1000	25					f	t	v	u	4	1	2249	19 3220 23 1009	{19,3220,23,1009,3220,28,25}	{i,i,i,v,o,o,o}	{slot_name,upto_lsn,upto_nchanges,options,lsn,xid,data}	[{"kind" : "const", "type" : 1009, "typmod" : -1, "collation" : 0, "value" : "{}"}]		pg_logical_slot_peek_changes
3785	pg_logical_slot_peek_binary_changes				1000	1000	25					f	t	v	u	4	1	2249	19 3220 23 1009	{19,3220,23,1009,3220,28,17}	{i,i,i,v,o,o,o}	{slot_name,upto_lsn,upto_nchanges,options,lsn,xid,data}	[{"kind" : "const", "type" : 1009, "typmod" : -1, "collation" : 0, "value" : "{}"}]		pg_logical_slot_peek_binary_changes
3786	pg_create_logical_replication_slot													v	u	4	2	2249	19 19 16 16	{19,19,16,16,19,3220}	{i,i,i,i,o,o}	{slot_name,plugin,temporary,twophase,slot_name,lsn}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		pg_create_logical_replication_slot
3787	to_jsonb													s		1		3802	2283						to_jsonb
3788	pg_stat_get_snapshot_timestamp													s	r	0		1184	\\E						pg_stat_get_snapshot_timestamp
3789	gin_clean_pending_list													v	u	1		20	2205						gin_clean_pending_list
3790	gtsvector_consistent															5			2281 3642 23 26 2281						gtsvector_consistent_oldsig
3791	gin_extract_tsquery															7		2281	3615 2281 21 2281 2281 2281 2281						gin_extract_tsquery_oldsig
3792	gin_tsquery_consistent															8			2281 21 3615 23 2281 2281 2281 2281						gin_tsquery_consistent_oldsig
3793	gtsquery_consistent															5			2281 2281 23 26 2281						gtsquery_consistent_oldsig
3795	inet_spg_config																	2278	2281 2281						inet_spg_config
3796	inet_spg_choose																	2278	2281 2281						inet_spg_choose
3797	inet_spg_picksplit																	2278	2281 2281						inet_spg_picksplit
3798	inet_spg_inner_consistent																	2278	2281 2281						inet_spg_inner_consistent
3799	inet_spg_leaf_consistent																		2281 2281						inet_spg_leaf_consistent
3800	pg_current_logfile											f		v		0		25	\\E						pg_current_logfile				{postgres=X/postgres}
3801	pg_current_logfile											f		v		1		25	25						pg_current_logfile_1arg				{postgres=X/postgres}
3803	jsonb_send															1		17	3802						jsonb_send
3804	jsonb_out															1		2275	3802						jsonb_out
3805	jsonb_recv															1		3802							jsonb_recv
3806	jsonb_in															1		3802	2275						jsonb_in
3808	pg_get_function_arg_default													s				25	26 23						pg_get_function_arg_default
3809	pg_export_snapshot													v	u	0		25	\\E						pg_export_snapshot
3810	pg_is_in_recovery													v		0			\\E						pg_is_in_recovery
3811	money													s		1		790	23						int4_cash
3812	money													s		1		790	20						int8_cash
3815	pg_collation_is_visible				10									s		1			26						pg_collation_is_visible
3816	array_typanalyze													s		1									array_typanalyze
3817	arraycontsel													s		4		701	2281 26 2281 23						arraycontsel
3818	arraycontjoinsel													s		5		701	2281 26 2281 21 2281						arraycontjoinsel
3819	pg_get_multixact_members					1000							t	v		1		2249	28	{28,28,25}	{i,o,o}	{multixid,xid,mode}			pg_get_multixact_members
3820	pg_last_wal_receive_lsn													v		0		3220	\\E						pg_last_wal_receive_lsn
3821	pg_last_wal_replay_lsn													v		0		3220	\\E						pg_last_wal_replay_lsn
3822	cash_div_cash																	701	790 790						cash_div_cash
3823	numeric													s		1		1700	790						cash_numeric
3824	money													s		1		790	1700						numeric_cash
3826	pg_read_file													v		1		25	25						pg_read_file_all				{postgres=X/postgres}
3827	pg_read_binary_file													v		3		17	25 20 20						pg_read_binary_file_off_len				{postgres=X/postgres}
3828	pg_read_binary_file													v		1		17	25						pg_read_binary_file_all				{postgres=X/postgres}
3829	pg_opfamily_is_visible				10									s		1			26						pg_opfamily_is_visible
3830	pg_last_xact_replay_timestamp													v		0		1184	\\E						pg_last_xact_replay_timestamp
3832	anyrange_in													s		3		3831	2275 26 23						anyrange_in
3833	anyrange_out													s		1		2275	3831						anyrange_out
3834	range_in													s		3		3831	2275 26 23						range_in
3835	range_out													s		1		2275	3831						range_out
3836	range_recv													s		3		3831	2281 26 23						range_recv
3837	range_send													s		1		17	3831						range_send
3839	pg_identify_object													s		3		2249	26 26 23	{26,26,23,25,25,25,25}	{i,i,i,o,o,o,o}	{classid,objid,objsubid,type,schema,name,identity}			pg_identify_object
3840	int4range											f						3904	23 23						range_constructor2
3841	int4range											f				3		3904	23 23 25						range_constructor3
3842	pg_relation_is_updatable				10									s				23	2205 16						pg_relation_is_updatable
3843	pg_column_is_updatable				10									s		3			2205 21 16						pg_column_is_updatable
3844	numrange											f						3906	1700 1700						range_constructor2
3845	numrange											f				3		3906	1700 1700 25						range_constructor3
3846	make_date															3		1082	23 23 23			{year,month,day}			make_date
3847	make_time															3		1083	23 23 701			{hour,min,sec}			make_time
3848	lower															1		2283	3831						range_lower
3849	upper															1		2283	3831						range_upper
3850	isempty															1			3831						range_empty
3851	lower_inc															1			3831						range_lower_inc
3852	upper_inc															1			3831						range_upper_inc
3853	lower_inf															1			3831						range_lower_inf
3854	upper_inf															1			3831						range_upper_inf
3855	range_eq																		3831 3831						range_eq
3856	range_ne																		3831 3831						range_ne
3857	range_overlaps																		3831 3831						range_overlaps
3858	range_contains_elem																		3831 2283						range_contains_elem
3859	range_contains																		3831 3831						range_contains
3860	elem_contained_by_range																		2283 3831						elem_contained_by_range
3861	range_contained_by																		3831 3831						range_contained_by
3862	range_adjacent																		3831 3831						range_adjacent
3863	range_before																		3831 3831						range_before
3864	range_after																		3831 3831						range_after
3865	range_overleft																		3831 3831						range_overleft
3866	range_overright																		3831 3831						range_overright
3867	range_union																	3831	3831 3831						range_union
3868	range_intersect																	3831	3831 3831						range_intersect
3869	range_minus																	3831	3831 3831						range_minus
3870	range_cmp																	23	3831 3831						range_cmp
3871	range_lt																		3831 3831						range_lt
3872	range_le																		3831 3831						range_le
3873	range_ge																		3831 3831						range_ge
3874	range_gt																		3831 3831						range_gt
3875	range_gist_consistent															5			2281 3831 21 26 2281						range_gist_consistent
3876	range_gist_union																	3831	2281 2281						range_gist_union
3878	pg_replication_slot_advance													v	u			2249	19 3220	{19,3220,19,3220}	{i,i,o,o}	{slot_name,upto_lsn,slot_name,end_lsn}			pg_replication_slot_advance
3879	range_gist_penalty															3		2281	2281 2281 2281						range_gist_penalty
3880	range_gist_picksplit																	2281	2281 2281						range_gist_picksplit
3881	range_gist_same															3		2281	3831 3831 2281						range_gist_same
3902	hash_range															1		23	3831						hash_range
3914	int4range_canonical															1		3904	3904						int4range_canonical
3915	daterange_canonical															1		3912	3912						daterange_canonical
3916	range_typanalyze													s		1									range_typanalyze
3917	timestamp_support															1		2281							timestamp_support
3918	interval_support															1		2281							interval_support
3920	ginarraytriconsistent															7		18	2281 21 2277 23 2281 2281 2281						ginarraytriconsistent
3921	gin_tsquery_triconsistent															7		18	2281 21 3614 23 2281 2281 2281						gin_tsquery_triconsistent
3922	int4range_subdiff																	701	23 23						int4range_subdiff
3923	int8range_subdiff																	701	20 20						int8range_subdiff
3924	numrange_subdiff																	701	1700 1700						numrange_subdiff
3925	daterange_subdiff																	701	1082 1082						daterange_subdiff
3928	int8range_canonical															1		3926	3926						int8range_canonical
3929	tsrange_subdiff																	701	1114 1114						tsrange_subdiff
3930	tstzrange_subdiff																	701	1184 1184						tstzrange_subdiff
3931	jsonb_object_keys					100							t			1		25	3802						jsonb_object_keys
3932	jsonb_each_text					100							t			1		2249	3802	{3802,25,25}	{i,o,o}	{from_json,key,value}			jsonb_each_text
3933	tsrange											f						3908	1114 1114						range_constructor2
3934	tsrange											f				3		3908	1114 1114 25						range_constructor3
3935	pg_sleep_for			14										v		1		2278	1186						\\E
3936	pg_sleep_until			14										v		1		2278	1184						\\E
3937	tstzrange											f						3910	1184 1184						range_constructor2
3938	tstzrange											f				3		3910	1184 1184 25						range_constructor3
3939	mxid_age													s		1		23	28						mxid_age
3940	jsonb_extract_path_text						25											25	3802 1009	{3802,1009}	{i,v}	{from_json,path_elems}			jsonb_extract_path_text
3941	daterange											f						3912	1082 1082						range_constructor2
3942	daterange											f				3		3912	1082 1082 25						range_constructor3
3943	acldefault																	1034	18 26						acldefault_sql
3944	time_support															1		2281							time_support
3945	int8range											f						3926	20 20						range_constructor2
3946	int8range											f				3		3926	20 20 25						range_constructor3
3947	json_object_field																	114	114 25			{from_json,field_name}			json_object_field
3948	json_object_field_text																	25	114 25			{from_json,field_name}			json_object_field_text
3949	json_array_element																	114	114 23			{from_json,element_index}			json_array_element
3950	json_array_element_text																	25	114 23			{from_json,element_index}			json_array_element_text
3951	json_extract_path						25											114	114 1009	{114,1009}	{i,v}	{from_json,path_elems}			json_extract_path
3952	brin_summarize_new_values													v	u	1		23	2205						brin_summarize_new_values
3953	json_extract_path_text						25											25	114 1009	{114,1009}	{i,v}	{from_json,path_elems}			json_extract_path_text
3954	pg_get_object_address													s		3		2249	25 1009 1009	{25,1009,1009,26,26,23}	{i,i,i,o,o,o}	{type,object_names,object_args,classid,objid,objsubid}			pg_get_object_address
3955	json_array_elements					100							t			1		114	114	{114,114}	{i,o}	{from_json,value}			json_array_elements
3956	json_array_length															1		23	114						json_array_length
3957	json_object_keys					100							t			1		25	114						json_object_keys
3958	json_each					100							t			1		2249	114	{114,25,114}	{i,o,o}	{from_json,key,value}			json_each
3959	json_each_text					100							t			1		2249	114	{114,25,25}	{i,o,o}	{from_json,key,value}			json_each_text
3960	json_populate_record											f		s		3	1	2283	2283 114 16			{base,from_json,use_json_as_text}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		json_populate_record
3961	json_populate_recordset					100						f	t	s		3	1	2283	2283 114 16			{base,from_json,use_json_as_text}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		json_populate_recordset
3968	json_typeof															1		25	114						json_typeof
3969	json_array_elements_text					100							t			1		25	114	{114,25}	{i,o}	{from_json,value}			json_array_elements_text
3970	ordered_set_transition											f						2281	2281 2276						ordered_set_transition
3971	ordered_set_transition_multi						2276					f						2281	2281 2276	{2281,2276}	{i,v}				ordered_set_transition_multi
3972	percentile_disc								a			f						2283	701 2283
3973	percentile_disc_final											f				3		2283	2281 701 2283						percentile_disc_final
3974	percentile_cont								a			f						701	701 701
3975	percentile_cont_float8_final											f						701	2281 701						percentile_cont_float8_final
3976	percentile_cont								a			f						1186	701 1186
3977	percentile_cont_interval_final											f						1186	2281 701						percentile_cont_interval_final
3978	percentile_disc								a			f						2277	1022 2283
3979	percentile_disc_multi_final											f				3		2277	2281 1022 2283						percentile_disc_multi_final
3980	percentile_cont								a			f						1022	1022 701
3981	percentile_cont_float8_multi_final											f						1022	2281 1022						percentile_cont_float8_multi_final
3982	percentile_cont								a			f						1187	1022 1186
3983	percentile_cont_interval_multi_final											f						1187	2281 1022						percentile_cont_interval_multi_final
3984	mode								a			f				1		2283	2283
3985	mode_final											f						2283	2281 2283						mode_final
3986	rank						2276		a			f				1		20	2276	{2276}	{v}
3987	rank_final						2276					f						20	2281 2276	{2281,2276}	{i,v}				hypothetical_rank_final
3988	percent_rank						2276		a			f				1		701	2276	{2276}	{v}
3989	percent_rank_final						2276					f						701	2281 2276	{2281,2276}	{i,v}				hypothetical_percent_rank_final
3990	cume_dist						2276		a			f				1		701	2276	{2276}	{v}
3991	cume_dist_final						2276					f						701	2281 2276	{2281,2276}	{i,v}				hypothetical_cume_dist_final
3992	dense_rank						2276		a			f				1		20	2276	{2276}	{v}
3993	dense_rank_final						2276					f						20	2281 2276	{2281,2276}	{i,v}				hypothetical_dense_rank_final
3994	generate_series_int4_support															1		2281							generate_series_int4_support
3995	generate_series_int8_support															1		2281							generate_series_int8_support
3996	array_unnest_support															1		2281							array_unnest_support
3998	gist_box_distance															5		701	2281 603 21 26 2281						gist_box_distance
3999	brin_summarize_range													v	u			23	2205 20						brin_summarize_range
4001	jsonpath_in															1		4072	2275						jsonpath_in
4002	jsonpath_recv															1		4072							jsonpath_recv
4003	jsonpath_out															1		2275	4072						jsonpath_out
4004	jsonpath_send															1		17	4072						jsonpath_send
4005	jsonb_path_exists															4	2		3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_exists
4006	jsonb_path_query					1000							t			4	2	3802	3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_query
4007	jsonb_path_query_array															4	2	3802	3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_query_array
4008	jsonb_path_query_first															4	2	3802	3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_query_first
4009	jsonb_path_match															4	2		3802 4072 3802 16			{target,path,vars,silent}	[{"kind" : "const", "type" : 3802, "typmod" : -1, "collation" : 0, "value" : "{}"}, {"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "false"}]		jsonb_path_match
4010	jsonb_path_exists_opr																		3802 4072						jsonb_path_exists_opr
4011	jsonb_path_match_opr																		3802 4072						jsonb_path_match_opr
4014	brin_desummarize_range													v	u			2278	2205 20						brin_desummarize_range
4018	spg_quad_config																	2278	2281 2281						spg_quad_config
4019	spg_quad_choose																	2278	2281 2281						spg_quad_choose
4020	spg_quad_picksplit																	2278	2281 2281						spg_quad_picksplit
4021	spg_quad_inner_consistent																	2278	2281 2281						spg_quad_inner_consistent
4022	spg_quad_leaf_consistent																		2281 2281						spg_quad_leaf_consistent
4023	spg_kd_config																	2278	2281 2281						spg_kd_config
4024	spg_kd_choose																	2278	2281 2281						spg_kd_choose
4025	spg_kd_picksplit																	2278	2281 2281						spg_kd_picksplit
4026	spg_kd_inner_consistent																	2278	2281 2281						spg_kd_inner_consistent
4027	spg_text_config																	2278	2281 2281						spg_text_config
4028	spg_text_choose																	2278	2281 2281						spg_text_choose
4029	spg_text_picksplit																	2278	2281 2281						spg_text_picksplit
4030	spg_text_inner_consistent																	2278	2281 2281						spg_text_inner_consistent
4031	spg_text_leaf_consistent																		2281 2281						spg_text_leaf_consistent
4032	pg_sequence_last_value													v	u	1		20	2205						pg_sequence_last_value
4038	jsonb_ne																		3802 3802						jsonb_ne
4039	jsonb_lt																		3802 3802						jsonb_lt
4040	jsonb_gt																		3802 3802						jsonb_gt
4041	jsonb_le																		3802 3802						jsonb_le
4042	jsonb_ge																		3802 3802						jsonb_ge
4043	jsonb_eq																		3802 3802						jsonb_eq
4044	jsonb_cmp																	23	3802 3802						jsonb_cmp
4045	jsonb_hash															1		23	3802						jsonb_hash
4046	jsonb_contains																		3802 3802						jsonb_contains
4047	jsonb_exists																		3802 25						jsonb_exists
4048	jsonb_exists_any																		3802 1009						jsonb_exists_any
4049	jsonb_exists_all																		3802 1009						jsonb_exists_all
4050	jsonb_contained																		3802 3802						jsonb_contained
4051	array_agg_array_transfn											f						2281	2281 2277						array_agg_array_transfn
4052	array_agg_array_finalfn											f						2277	2281 2277						array_agg_array_finalfn
4053	array_agg								a			f				1		2277	2277
4057	range_merge																	3831	3831 3831						range_merge
4063	inet_merge																	650	869 869						inet_merge
4067	bound_box																	603	603 603						boxes_bound_box
4071	inet_same_family																		869 869						inet_same_family
4083	binary_upgrade_set_record_init_privs													v	r	1		2278	16						binary_upgrade_set_record_init_privs
4084	regnamespacein													s		1		4089	2275						regnamespacein
4085	regnamespaceout													s		1		2275	4089						regnamespaceout
4086	to_regnamespace													s		1		4089	25						to_regnamespace
4087	regnamespacerecv															1		4089							regnamespacerecv
4088	regnamespacesend															1		17	4089						regnamespacesend
4091	box															1		603	600						point_box
4092	regroleout													s		1		2275	4096						regroleout
4093	to_regrole													s		1		4096	25						to_regrole
4094	regrolerecv															1		4096							regrolerecv
4095	regrolesend															1		17	4096						regrolesend
4098	regrolein													s		1		4096	2275						regrolein
4099	pg_rotate_logfile_old													v		0			\\E						pg_rotate_logfile
4100	pg_read_file_old													v		3		25	25 20 20						pg_read_file
4101	binary_upgrade_set_missing_value													v	u	3		2278	26 25 25						binary_upgrade_set_missing_value
4105	brin_inclusion_opcinfo															1		2281							brin_inclusion_opcinfo
4106	brin_inclusion_add_value															4			2281 2281 2281 2281						brin_inclusion_add_value
4107	brin_inclusion_consistent															3			2281 2281 2281						brin_inclusion_consistent
4108	brin_inclusion_union															3			2281 2281 2281						brin_inclusion_union
4110	macaddr8_in															1		774	2275						macaddr8_in
4111	macaddr8_out															1		2275	774						macaddr8_out
4112	trunc															1		774	774						macaddr8_trunc
4113	macaddr8_eq										t								774 774						macaddr8_eq
4114	macaddr8_lt										t								774 774						macaddr8_lt
4115	macaddr8_le										t								774 774						macaddr8_le
4116	macaddr8_gt										t								774 774						macaddr8_gt
4117	macaddr8_ge										t								774 774						macaddr8_ge
4118	macaddr8_ne										t								774 774						macaddr8_ne
4119	macaddr8_cmp										t							23	774 774						macaddr8_cmp
4120	macaddr8_not															1		774	774						macaddr8_not
4121	macaddr8_and																	774	774 774						macaddr8_and
4122	macaddr8_or																	774	774 774						macaddr8_or
4123	macaddr8										t					1		774	829						macaddrtomacaddr8
4124	macaddr															1		829	774						macaddr8tomacaddr
4125	macaddr8_set7bit															1		774	774						macaddr8_set7bit
4126	in_range															5			20 20 20 16 16						in_range_int8_int8
4127	in_range															5			23 23 20 16 16						in_range_int4_int8
4128	in_range															5			23 23 23 16 16						in_range_int4_int4
4129	in_range															5			23 23 21 16 16						in_range_int4_int2
4130	in_range															5			21 21 20 16 16						in_range_int2_int8
4131	in_range															5			21 21 23 16 16						in_range_int2_int4
4132	in_range															5			21 21 21 16 16						in_range_int2_int2
4133	in_range															5			1082 1082 1186 16 16						in_range_date_interval
4134	in_range															5			1114 1114 1186 16 16						in_range_timestamp_interval
4135	in_range													s		5			1184 1184 1186 16 16						in_range_timestamptz_interval
4136	in_range															5			1186 1186 1186 16 16						in_range_interval_interval
4137	in_range															5			1083 1083 1186 16 16						in_range_time_interval
4138	in_range															5			1266 1266 1186 16 16						in_range_timetz_interval
4139	in_range															5			701 701 701 16 16						in_range_float8_float8
4140	in_range															5			700 700 701 16 16						in_range_float4_float8
4141	in_range															5			1700 1700 1700 16 16						in_range_numeric_numeric
4187	pg_lsn_larger																	3220	3220 3220						pg_lsn_larger
4188	pg_lsn_smaller																	3220	3220 3220						pg_lsn_smaller
4189									a			f				1		3220	3220
4190	min								a			f				1		3220	3220
4193	regcollationin													s		1		4191	2275						regcollationin
4194	regcollationout													s		1		2275	4191						regcollationout
4195	to_regcollation													s		1		4191	25						to_regcollation
4196	regcollationrecv															1		4191							regcollationrecv
4197	regcollationsend															1		17	4191						regcollationsend
4201	ts_headline				100											4		3802	3734 3802 3615 25						ts_headline_jsonb_byid_opt
4202	ts_headline				100											3		3802	3734 3802 3615						ts_headline_jsonb_byid
4203	ts_headline				100									s		3		3802	3802 3615 25						ts_headline_jsonb_opt
4204	ts_headline				100									s				3802	3802 3615						ts_headline_jsonb
4205	ts_headline				100											4		114	3734 114 3615 25						ts_headline_json_byid_opt
4206	ts_headline				100											3		114	3734 114 3615						ts_headline_json_byid
4207	ts_headline				100									s		3		114	114 3615 25						ts_headline_json_opt
4208	ts_headline				100									s				114	114 3615						ts_headline_json
4209	to_tsvector				100									s		1		3614	3802						jsonb_string_to_tsvector
4210	to_tsvector				100									s		1		3614	114						json_string_to_tsvector
4211	to_tsvector				100													3614	3734 3802						jsonb_string_to_tsvector_byid
4212	to_tsvector				100													3614	3734 114						json_string_to_tsvector_byid
4213	jsonb_to_tsvector				100									s				3614	3802 3802						jsonb_to_tsvector
4214	jsonb_to_tsvector				100											3		3614	3734 3802 3802						jsonb_to_tsvector_byid
4215	json_to_tsvector				100									s				3614	114 3802						json_to_tsvector
4216	json_to_tsvector				100											3		3614	3734 114 3802						json_to_tsvector_byid
4220	pg_copy_physical_replication_slot													v	u	3		2249	19 19 16	{19,19,16,19,3220}	{i,i,i,o,o}	{src_slot_name,dst_slot_name,temporary,slot_name,lsn}			pg_copy_physical_replication_slot_a
4221	pg_copy_physical_replication_slot													v	u			2249	19 19	{19,19,19,3220}	{i,i,o,o}	{src_slot_name,dst_slot_name,slot_name,lsn}			pg_copy_physical_replication_slot_b
4222	pg_copy_logical_replication_slot													v	u	4		2249	19 19 16 19	{19,19,16,19,19,3220}	{i,i,i,i,o,o}	{src_slot_name,dst_slot_name,temporary,plugin,slot_name,lsn}			pg_copy_logical_replication_slot_a
4223	pg_copy_logical_replication_slot													v	u	3		2249	19 19 16	{19,19,16,19,3220}	{i,i,i,o,o}	{src_slot_name,dst_slot_name,temporary,slot_name,lsn}			pg_copy_logical_replication_slot_b
4224	pg_copy_logical_replication_slot													v	u			2249	19 19	{19,19,19,3220}	{i,i,o,o}	{src_slot_name,dst_slot_name,slot_name,lsn}			pg_copy_logical_replication_slot_c
4226	anycompatiblemultirange_in													s		3		4538	2275 26 23						anycompatiblemultirange_in
4227	anycompatiblemultirange_out													s		1		2275	4538						anycompatiblemultirange_out
4228	range_merge															1		3831	4537						range_merge_from_multirange
4229	anymultirange_in													s		3		4537	2275 26 23						anymultirange_in
4230	anymultirange_out													s		1		2275	4537						anymultirange_out
4231	multirange_in													s		3		4537	2275 26 23						multirange_in
4232	multirange_out													s		1		2275	4537						multirange_out
4233	multirange_recv													s		3		4537	2281 26 23						multirange_recv
4234	multirange_send													s		1		17	4537						multirange_send
4235	lower															1		2283	4537						multirange_lower
4236	upper															1		2283	4537						multirange_upper
4237	isempty															1			4537						multirange_empty
4238	lower_inc															1			4537						multirange_lower_inc
4239	upper_inc															1			4537						multirange_upper_inc
4240	lower_inf															1			4537						multirange_lower_inf
4241	upper_inf															1			4537						multirange_upper_inf
4242	multirange_typanalyze													s		1									multirange_typanalyze
4243	multirangesel													s		4		701	2281 26 2281 23						multirangesel
4244	multirange_eq																		4537 4537						multirange_eq
4245	multirange_ne																		4537 4537						multirange_ne
4246	range_overlaps_multirange																		3831 4537						range_overlaps_multirange
4247	multirange_overlaps_range																		4537 3831						multirange_overlaps_range
4248	multirange_overlaps_multirange																		4537 4537						multirange_overlaps_multirange
4249	multirange_contains_elem																		4537 2283						multirange_contains_elem
4250	multirange_contains_range																		4537 3831						multirange_contains_range
4251	multirange_contains_multirange																		4537 4537						multirange_contains_multirange
4252	elem_contained_by_multirange																		2283 4537						elem_contained_by_multirange
4253	range_contained_by_multirange																		3831 4537						range_contained_by_multirange
4254	multirange_contained_by_multirange																		4537 4537						multirange_contained_by_multirange
4255	range_adjacent_multirange																		3831 4537						range_adjacent_multirange
4256	multirange_adjacent_multirange																		4537 4537						multirange_adjacent_multirange
4257	multirange_adjacent_range																		4537 3831						multirange_adjacent_range
4258	range_before_multirange																		3831 4537						range_before_multirange
4259	multirange_before_range																		4537 3831						multirange_before_range
4260	multirange_before_multirange																		4537 4537						multirange_before_multirange
4261	range_after_multirange																		3831 4537						range_after_multirange
4262	multirange_after_range																		4537 3831						multirange_after_range
4263	multirange_after_multirange																		4537 4537						multirange_after_multirange
4264	range_overleft_multirange																		3831 4537						range_overleft_multirange
4265	multirange_overleft_range																		4537 3831						multirange_overleft_range
4266	multirange_overleft_multirange																		4537 4537						multirange_overleft_multirange
4267	range_overright_multirange																		3831 4537						range_overright_multirange
4268	multirange_overright_range																		4537 3831						multirange_overright_range
4269	multirange_overright_multirange																		4537 4537						multirange_overright_multirange
4270	multirange_union																	4537	4537 4537						multirange_union
4271	multirange_minus																	4537	4537 4537						multirange_minus
4272	multirange_intersect																	4537	4537 4537						multirange_intersect
4273	multirange_cmp																	23	4537 4537						multirange_cmp
4274	multirange_lt																		4537 4537						multirange_lt
4275	multirange_le																		4537 4537						multirange_le
4276	multirange_ge																		4537 4537						multirange_ge
4277	multirange_gt																		4537 4537						multirange_gt
4278	hash_multirange															1		23	4537						hash_multirange
4279	hash_multirange_extended																	20	4537 20						hash_multirange_extended
4280	int4multirange															0		4451	\\E						multirange_constructor0
4281	int4multirange															1		4451	3904						multirange_constructor1
4282	int4multirange						3904									1		4451	3905	{3905}	{v}				multirange_constructor2
4283	nummultirange															0		4532	\\E						multirange_constructor0
4284	nummultirange															1		4532	3906						multirange_constructor1
4285	nummultirange						3906									1		4532	3907	{3907}	{v}				multirange_constructor2
4286	tsmultirange															0		4533	\\E						multirange_constructor0
4287	tsmultirange															1		4533	3908						multirange_constructor1
4288	tsmultirange						3908									1		4533	3909	{3909}	{v}				multirange_constructor2
4289	tstzmultirange															0		4534	\\E						multirange_constructor0
4290	tstzmultirange															1		4534	3910						multirange_constructor1
4291	tstzmultirange						3910									1		4534	3911	{3911}	{v}				multirange_constructor2
4292	datemultirange															0		4535	\\E						multirange_constructor0
4293	datemultirange															1		4535	3912						multirange_constructor1
4294	datemultirange						3912									1		4535	3913	{3913}	{v}				multirange_constructor2
4295	int8multirange															0		4536	\\E						multirange_constructor0
4296	int8multirange															1		4536	3926						multirange_constructor1
4297	int8multirange						3926									1		4536	3927	{3927}	{v}				multirange_constructor2
4298	multirange															1		4537	3831						multirange_constructor1
4299	range_agg_transfn											f						2281	2281 3831						range_agg_transfn
4300	range_agg_finalfn											f						4537	2281 3831						range_agg_finalfn
4301	range_agg								a			f				1		4537	3831
4302	koi8r_to_mic			13												6		23	23 23 2275 2281 23 16						koi8r_to_mic	\$libdir/cyrillic_and_mic
4303	mic_to_koi8r			13												6		23	23 23 2275 2281 23 16						mic_to_koi8r	\$libdir/cyrillic_and_mic
4304	iso_to_mic			13												6		23	23 23 2275 2281 23 16						iso_to_mic	\$libdir/cyrillic_and_mic
4305	mic_to_iso			13												6		23	23 23 2275 2281 23 16						mic_to_iso	\$libdir/cyrillic_and_mic
4306	win1251_to_mic			13												6		23	23 23 2275 2281 23 16						win1251_to_mic	\$libdir/cyrillic_and_mic
4307	mic_to_win1251			13												6		23	23 23 2275 2281 23 16						mic_to_win1251	\$libdir/cyrillic_and_mic
4308	win866_to_mic			13												6		23	23 23 2275 2281 23 16						win866_to_mic	\$libdir/cyrillic_and_mic
4309	mic_to_win866			13												6		23	23 23 2275 2281 23 16						mic_to_win866	\$libdir/cyrillic_and_mic
4310	koi8r_to_win1251			13												6		23	23 23 2275 2281 23 16						koi8r_to_win1251	\$libdir/cyrillic_and_mic
4311	win1251_to_koi8r			13												6		23	23 23 2275 2281 23 16						win1251_to_koi8r	\$libdir/cyrillic_and_mic
4312	koi8r_to_win866			13												6		23	23 23 2275 2281 23 16						koi8r_to_win866	\$libdir/cyrillic_and_mic
4313	win866_to_koi8r			13												6		23	23 23 2275 2281 23 16						win866_to_koi8r	\$libdir/cyrillic_and_mic
4314	win866_to_win1251			13												6		23	23 23 2275 2281 23 16						win866_to_win1251	\$libdir/cyrillic_and_mic
4315	win1251_to_win866			13												6		23	23 23 2275 2281 23 16						win1251_to_win866	\$libdir/cyrillic_and_mic
4316	iso_to_koi8r			13												6		23	23 23 2275 2281 23 16						iso_to_koi8r	\$libdir/cyrillic_and_mic
4317	koi8r_to_iso			13												6		23	23 23 2275 2281 23 16						koi8r_to_iso	\$libdir/cyrillic_and_mic
4318	iso_to_win1251			13												6		23	23 23 2275 2281 23 16						iso_to_win1251	\$libdir/cyrillic_and_mic
4319	win1251_to_iso			13												6		23	23 23 2275 2281 23 16						win1251_to_iso	\$libdir/cyrillic_and_mic
4320	iso_to_win866			13												6		23	23 23 2275 2281 23 16						iso_to_win866	\$libdir/cyrillic_and_mic
4321	win866_to_iso			13												6		23	23 23 2275 2281 23 16						win866_to_iso	\$libdir/cyrillic_and_mic
4322	euc_cn_to_mic			13												6		23	23 23 2275 2281 23 16						euc_cn_to_mic	\$libdir/euc_cn_and_mic
4323	mic_to_euc_cn			13												6		23	23 23 2275 2281 23 16						mic_to_euc_cn	\$libdir/euc_cn_and_mic
4324	euc_jp_to_sjis			13												6		23	23 23 2275 2281 23 16						euc_jp_to_sjis	\$libdir/euc_jp_and_sjis
4325	sjis_to_euc_jp			13												6		23	23 23 2275 2281 23 16						sjis_to_euc_jp	\$libdir/euc_jp_and_sjis
4326	euc_jp_to_mic			13												6		23	23 23 2275 2281 23 16						euc_jp_to_mic	\$libdir/euc_jp_and_sjis
4327	sjis_to_mic			13												6		23	23 23 2275 2281 23 16						sjis_to_mic	\$libdir/euc_jp_and_sjis
4328	mic_to_euc_jp			13												6		23	23 23 2275 2281 23 16						mic_to_euc_jp	\$libdir/euc_jp_and_sjis
4329	mic_to_sjis			13												6		23	23 23 2275 2281 23 16						mic_to_sjis	\$libdir/euc_jp_and_sjis
4330	euc_kr_to_mic			13												6		23	23 23 2275 2281 23 16						euc_kr_to_mic	\$libdir/euc_kr_and_mic
4331	mic_to_euc_kr			13												6		23	23 23 2275 2281 23 16						mic_to_euc_kr	\$libdir/euc_kr_and_mic
4332	euc_tw_to_big5			13												6		23	23 23 2275 2281 23 16						euc_tw_to_big5	\$libdir/euc_tw_and_big5
4333	big5_to_euc_tw			13												6		23	23 23 2275 2281 23 16						big5_to_euc_tw	\$libdir/euc_tw_and_big5
4334	euc_tw_to_mic			13												6		23	23 23 2275 2281 23 16						euc_tw_to_mic	\$libdir/euc_tw_and_big5
4335	big5_to_mic			13												6		23	23 23 2275 2281 23 16						big5_to_mic	\$libdir/euc_tw_and_big5
4336	mic_to_euc_tw			13												6		23	23 23 2275 2281 23 16						mic_to_euc_tw	\$libdir/euc_tw_and_big5
4337	mic_to_big5			13												6		23	23 23 2275 2281 23 16						mic_to_big5	\$libdir/euc_tw_and_big5
4338	latin2_to_mic			13												6		23	23 23 2275 2281 23 16						latin2_to_mic	\$libdir/latin2_and_win1250
4339	mic_to_latin2			13												6		23	23 23 2275 2281 23 16						mic_to_latin2	\$libdir/latin2_and_win1250
4340	win1250_to_mic			13												6		23	23 23 2275 2281 23 16						win1250_to_mic	\$libdir/latin2_and_win1250
4341	mic_to_win1250			13												6		23	23 23 2275 2281 23 16						mic_to_win1250	\$libdir/latin2_and_win1250
4342	latin2_to_win1250			13												6		23	23 23 2275 2281 23 16						latin2_to_win1250	\$libdir/latin2_and_win1250
4343	win1250_to_latin2			13												6		23	23 23 2275 2281 23 16						win1250_to_latin2	\$libdir/latin2_and_win1250
4344	latin1_to_mic			13												6		23	23 23 2275 2281 23 16						latin1_to_mic	\$libdir/latin_and_mic
4345	mic_to_latin1			13												6		23	23 23 2275 2281 23 16						mic_to_latin1	\$libdir/latin_and_mic
4346	latin3_to_mic			13												6		23	23 23 2275 2281 23 16						latin3_to_mic	\$libdir/latin_and_mic
4347	mic_to_latin3			13												6		23	23 23 2275 2281 23 16						mic_to_latin3	\$libdir/latin_and_mic
4348	latin4_to_mic			13												6		23	23 23 2275 2281 23 16						latin4_to_mic	\$libdir/latin_and_mic
4349	mic_to_latin4			13												6		23	23 23 2275 2281 23 16						mic_to_latin4	\$libdir/latin_and_mic
4350	normalize																1	25	25 25				[{"kind" : "const", "type" : 25, "typmod" : -1, "collation" : 100, "value" : "NFC"}]		unicode_normalize_func
4351	is_normalized																1		25 25				[{"kind" : "const", "type" : 25, "typmod" : -1, "collation" : 100, "value" : "NFC"}]		unicode_is_normalized
4352	big5_to_utf8			13												6		23	23 23 2275 2281 23 16						big5_to_utf8	\$libdir/utf8_and_big5
4353	utf8_to_big5			13												6		23	23 23 2275 2281 23 16						utf8_to_big5	\$libdir/utf8_and_big5
4354	utf8_to_koi8r			13												6		23	23 23 2275 2281 23 16						utf8_to_koi8r	\$libdir/utf8_and_cyrillic
4355	koi8r_to_utf8			13												6		23	23 23 2275 2281 23 16						koi8r_to_utf8	\$libdir/utf8_and_cyrillic
4356	utf8_to_koi8u			13												6		23	23 23 2275 2281 23 16						utf8_to_koi8u	\$libdir/utf8_and_cyrillic
4357	koi8u_to_utf8			13												6		23	23 23 2275 2281 23 16						koi8u_to_utf8	\$libdir/utf8_and_cyrillic
4358	utf8_to_win			13												6		23	23 23 2275 2281 23 16						utf8_to_win	\$libdir/utf8_and_win
4359	win_to_utf8			13												6		23	23 23 2275 2281 23 16						win_to_utf8	\$libdir/utf8_and_win
4360	euc_cn_to_utf8			13												6		23	23 23 2275 2281 23 16						euc_cn_to_utf8	\$libdir/utf8_and_euc_cn
4361	utf8_to_euc_cn			13												6		23	23 23 2275 2281 23 16						utf8_to_euc_cn	\$libdir/utf8_and_euc_cn
4362	euc_jp_to_utf8			13												6		23	23 23 2275 2281 23 16						euc_jp_to_utf8	\$libdir/utf8_and_euc_jp
4363	utf8_to_euc_jp			13												6		23	23 23 2275 2281 23 16						utf8_to_euc_jp	\$libdir/utf8_and_euc_jp
4364	euc_kr_to_utf8			13												6		23	23 23 2275 2281 23 16						euc_kr_to_utf8	\$libdir/utf8_and_euc_kr
4365	utf8_to_euc_kr			13												6		23	23 23 2275 2281 23 16						utf8_to_euc_kr	\$libdir/utf8_and_euc_kr
4366	euc_tw_to_utf8			13												6		23	23 23 2275 2281 23 16						euc_tw_to_utf8	\$libdir/utf8_and_euc_tw
4367	utf8_to_euc_tw			13												6		23	23 23 2275 2281 23 16						utf8_to_euc_tw	\$libdir/utf8_and_euc_tw
4368	gb18030_to_utf8			13												6		23	23 23 2275 2281 23 16						gb18030_to_utf8	\$libdir/utf8_and_gb18030
4369	utf8_to_gb18030			13												6		23	23 23 2275 2281 23 16						utf8_to_gb18030	\$libdir/utf8_and_gb18030
4370	gbk_to_utf8			13												6		23	23 23 2275 2281 23 16						gbk_to_utf8	\$libdir/utf8_and_gbk
4371	utf8_to_gbk			13												6		23	23 23 2275 2281 23 16						utf8_to_gbk	\$libdir/utf8_and_gbk
4372	utf8_to_iso8859			13												6		23	23 23 2275 2281 23 16						utf8_to_iso8859	\$libdir/utf8_and_iso8859
4373	iso8859_to_utf8			13												6		23	23 23 2275 2281 23 16						iso8859_to_utf8	\$libdir/utf8_and_iso8859
4374	iso8859_1_to_utf8			13												6		23	23 23 2275 2281 23 16						iso8859_1_to_utf8	\$libdir/utf8_and_iso8859_1
4375	utf8_to_iso8859_1			13												6		23	23 23 2275 2281 23 16						utf8_to_iso8859_1	\$libdir/utf8_and_iso8859_1
4376	johab_to_utf8			13												6		23	23 23 2275 2281 23 16						johab_to_utf8	\$libdir/utf8_and_johab
4377	utf8_to_johab			13												6		23	23 23 2275 2281 23 16						utf8_to_johab	\$libdir/utf8_and_johab
4378	sjis_to_utf8			13												6		23	23 23 2275 2281 23 16						sjis_to_utf8	\$libdir/utf8_and_sjis
4379	utf8_to_sjis			13												6		23	23 23 2275 2281 23 16						utf8_to_sjis	\$libdir/utf8_and_sjis
4380	uhc_to_utf8			13												6		23	23 23 2275 2281 23 16						uhc_to_utf8	\$libdir/utf8_and_uhc
4381	utf8_to_uhc			13												6		23	23 23 2275 2281 23 16						utf8_to_uhc	\$libdir/utf8_and_uhc
4382	euc_jis_2004_to_utf8			13												6		23	23 23 2275 2281 23 16						euc_jis_2004_to_utf8	\$libdir/utf8_and_euc2004
4383	utf8_to_euc_jis_2004			13												6		23	23 23 2275 2281 23 16						utf8_to_euc_jis_2004	\$libdir/utf8_and_euc2004
4384	shift_jis_2004_to_utf8			13												6		23	23 23 2275 2281 23 16						shift_jis_2004_to_utf8	\$libdir/utf8_and_sjis2004
4385	utf8_to_shift_jis_2004			13												6		23	23 23 2275 2281 23 16						utf8_to_shift_jis_2004	\$libdir/utf8_and_sjis2004
4386	euc_jis_2004_to_shift_jis_2004			13												6		23	23 23 2275 2281 23 16						euc_jis_2004_to_shift_jis_2004	\$libdir/euc2004_sjis2004
4387	shift_jis_2004_to_euc_jis_2004			13												6		23	23 23 2275 2281 23 16						shift_jis_2004_to_euc_jis_2004	\$libdir/euc2004_sjis2004
4388	multirange_intersect_agg_transfn																	4537	4537 4537						multirange_intersect_agg_transfn
4389	range_intersect_agg								a			f				1		4537	4537
4390	binary_upgrade_set_next_multirange_pg_type_oid													v	r	1		2278	26						binary_upgrade_set_next_multirange_pg_type_oid
4391	binary_upgrade_set_next_multirange_array_pg_type_oid													v	r	1		2278	26						binary_upgrade_set_next_multirange_array_pg_type_oid
4401	range_intersect_agg_transfn																	3831	3831 3831						range_intersect_agg_transfn
4450	range_intersect_agg								a			f				1		3831	3831
4541	range_contains_multirange																		3831 4537						range_contains_multirange
4542	multirange_contained_by_range																		4537 3831						multirange_contained_by_range
4543	pg_log_backend_memory_contexts													v		1			23						pg_log_backend_memory_contexts				{postgres=X/postgres}
4545	binary_upgrade_set_next_heap_relfilenode													v	u	1		2278	26						binary_upgrade_set_next_heap_relfilenode
4546	binary_upgrade_set_next_index_relfilenode													v	u	1		2278	26						binary_upgrade_set_next_index_relfilenode
4547	binary_upgrade_set_next_toast_relfilenode													v	u	1		2278	26						binary_upgrade_set_next_toast_relfilenode
4548	binary_upgrade_set_next_pg_tablespace_oid													v	u	1		2278	26						binary_upgrade_set_next_pg_tablespace_oid
4566	pg_event_trigger_table_rewrite_oid													s	r	0		26	\\E	{26}	{o}	{oid}			pg_event_trigger_table_rewrite_oid
4567	pg_event_trigger_table_rewrite_reason													s	r	0		23	\\E						pg_event_trigger_table_rewrite_reason
4568	pg_event_trigger_ddl_commands				10	100							t	s	r	0		2249	\\E	{26,26,23,25,25,25,25,16,32}	{o,o,o,o,o,o,o,o,o}	{classid,objid,objsubid,command_tag,object_type,schema_name,object_identity,in_extension,command}			pg_event_trigger_ddl_commands
4591	brin_bloom_opcinfo															1		2281							brin_bloom_opcinfo
4592	brin_bloom_add_value															4			2281 2281 2281 2281						brin_bloom_add_value
4593	brin_bloom_consistent															4			2281 2281 2281 23						brin_bloom_consistent
4594	brin_bloom_union															3			2281 2281 2281						brin_bloom_union
4595	brin_bloom_options											f				1		2278							brin_bloom_options
4596	brin_bloom_summary_in															1		4600	2275						brin_bloom_summary_in
4597	brin_bloom_summary_out															1		2275	4600						brin_bloom_summary_out
4598	brin_bloom_summary_recv													s		1		4600							brin_bloom_summary_recv
4599	brin_bloom_summary_send													s		1		17	4600						brin_bloom_summary_send
4616	brin_minmax_multi_opcinfo															1		2281							brin_minmax_multi_opcinfo
4617	brin_minmax_multi_add_value															4			2281 2281 2281 2281						brin_minmax_multi_add_value
4618	brin_minmax_multi_consistent															4			2281 2281 2281 23						brin_minmax_multi_consistent
4619	brin_minmax_multi_union															3			2281 2281 2281						brin_minmax_multi_union
4620	brin_minmax_multi_options											f				1		2278							brin_minmax_multi_options
4621	brin_minmax_multi_distance_int2																	701	2281 2281						brin_minmax_multi_distance_int2
4622	brin_minmax_multi_distance_int4																	701	2281 2281						brin_minmax_multi_distance_int4
4623	brin_minmax_multi_distance_int8																	701	2281 2281						brin_minmax_multi_distance_int8
4624	brin_minmax_multi_distance_float4																	701	2281 2281						brin_minmax_multi_distance_float4
4625	brin_minmax_multi_distance_float8																	701	2281 2281						brin_minmax_multi_distance_float8
4626	brin_minmax_multi_distance_numeric																	701	2281 2281						brin_minmax_multi_distance_numeric
4627	brin_minmax_multi_distance_tid																	701	2281 2281						brin_minmax_multi_distance_tid
4628	brin_minmax_multi_distance_uuid																	701	2281 2281						brin_minmax_multi_distance_uuid
4629	brin_minmax_multi_distance_date																	701	2281 2281						brin_minmax_multi_distance_date
4630	brin_minmax_multi_distance_time																	701	2281 2281						brin_minmax_multi_distance_time
4631	brin_minmax_multi_distance_interval																	701	2281 2281						brin_minmax_multi_distance_interval
4632	brin_minmax_multi_distance_timetz																	701	2281 2281						brin_minmax_multi_distance_timetz
4633	brin_minmax_multi_distance_pg_lsn																	701	2281 2281						brin_minmax_multi_distance_pg_lsn
4634	brin_minmax_multi_distance_macaddr																	701	2281 2281						brin_minmax_multi_distance_macaddr
4635	brin_minmax_multi_distance_macaddr8																	701	2281 2281						brin_minmax_multi_distance_macaddr8
4636	brin_minmax_multi_distance_inet																	701	2281 2281						brin_minmax_multi_distance_inet
4637	brin_minmax_multi_distance_timestamp																	701	2281 2281						brin_minmax_multi_distance_timestamp
4638	brin_minmax_multi_summary_in															1		4601	2275						brin_minmax_multi_summary_in
4639	brin_minmax_multi_summary_out															1		2275	4601						brin_minmax_multi_summary_out
4640	brin_minmax_multi_summary_recv													s		1		4601							brin_minmax_multi_summary_recv
4641	brin_minmax_multi_summary_send													s		1		17	4601						brin_minmax_multi_summary_send
5001	phraseto_tsquery				100									s		1		3615	25						phraseto_tsquery
5003	tsquery_phrase																	3615	3615 3615						tsquery_phrase
5004	tsquery_phrase															3		3615	3615 3615 23						tsquery_phrase_distance
5006	phraseto_tsquery				100													3615	3734 25						phraseto_tsquery_byid
5007	websearch_to_tsquery				100													3615	3734 25						websearch_to_tsquery_byid
5009	websearch_to_tsquery				100									s		1		3615	25						websearch_to_tsquery
5010	spg_bbox_quad_config																	2278	2281 2281						spg_bbox_quad_config
5011	spg_poly_quad_compress															1		603	604						spg_poly_quad_compress
5012	spg_box_quad_config																	2278	2281 2281						spg_box_quad_config
5013	spg_box_quad_choose																	2278	2281 2281						spg_box_quad_choose
5014	spg_box_quad_picksplit																	2278	2281 2281						spg_box_quad_picksplit
5015	spg_box_quad_inner_consistent																	2278	2281 2281						spg_box_quad_inner_consistent
5016	spg_box_quad_leaf_consistent																		2281 2281						spg_box_quad_leaf_consistent
5018	pg_mcv_list_in															1		5017	2275						pg_mcv_list_in
5019	pg_mcv_list_out															1		2275	5017						pg_mcv_list_out
5020	pg_mcv_list_recv													s		1		5017							pg_mcv_list_recv
5021	pg_mcv_list_send													s		1		17	5017						pg_mcv_list_send
5022	pg_lsn_pli																	3220	3220 1700						pg_lsn_pli
5023	numeric_pl_pg_lsn			14														3220	1700 3220						\\E
5024	pg_lsn_mii																	3220	3220 1700						pg_lsn_mii
5028	satisfies_hash_partition						2276					f				4			26 23 23 2276		{i,i,i,v}				satisfies_hash_partition
5029	pg_ls_tmpdir				10	20							t	v		0		2249	\\E	{25,20,1184}	{o,o,o}	{name,size,modification}			pg_ls_tmpdir_noargs				{postgres=X/postgres,pg_monitor=X/postgres}
5030	pg_ls_tmpdir				10	20							t	v		1		2249	26	{26,25,20,1184}	{i,o,o,o}	{tablespace,name,size,modification}			pg_ls_tmpdir_1arg				{postgres=X/postgres,pg_monitor=X/postgres}
5031	pg_ls_archive_statusdir				10	20							t	v		0		2249	\\E	{25,20,1184}	{o,o,o}	{name,size,modification}			pg_ls_archive_statusdir				{postgres=X/postgres,pg_monitor=X/postgres}
5033	network_sortsupport															1		2278							network_sortsupport
5034	xid8lt										t								5069 5069						xid8lt
5035	xid8gt										t								5069 5069						xid8gt
5036	xid8le										t								5069 5069						xid8le
5037	xid8ge										t								5069 5069						xid8ge
5040	matchingsel													s		4		701	2281 26 2281 23						matchingsel
5041	matchingjoinsel													s		5		701	2281 26 2281 21 2281						matchingjoinsel
5042	min_scale															1		23	1700						numeric_min_scale
5043	trim_scale															1		1700	1700						numeric_trim_scale
5044	gcd																	23	23 23						int4gcd
5045	gcd																	20	20 20						int8gcd
5046	lcm																	23	23 23						int4lcm
5047	lcm																	20	20 20						int8lcm
5048	gcd																	1700	1700 1700						numeric_gcd
5049	lcm																	1700	1700 1700						numeric_lcm
5050	btvarstrequalimage															1			26						btvarstrequalimage
5051	btequalimage															1			26						btequalimage
5052	pg_get_shmem_allocations					50							t	v		0		2249	\\E	{25,20,20,20}	{o,o,o,o}	{name,off,size,allocated_size}			pg_get_shmem_allocations				{postgres=X/postgres,pg_read_all_stats=X/postgres}
5053	pg_stat_get_ins_since_vacuum													s	r	1		20	26						pg_stat_get_ins_since_vacuum
5054	jsonb_set_lax											f				5	2	3802	3802 1009 3802 16 25			{jsonb_in,path,replacement,create_if_missing,null_value_treatment}	[{"kind" : "const", "type" : 16, "typmod" : -1, "collation" : 0, "value" : "true"}, {"kind" : "const", "type" : 25, "typmod" : -1, "collation" : 100, "value" : "use_json_null"}]		jsonb_set_lax
5055	pg_snapshot_in															1		5038	2275						pg_snapshot_in
5056	pg_snapshot_out															1		2275	5038						pg_snapshot_out
5057	pg_snapshot_recv															1		5038							pg_snapshot_recv
5058	pg_snapshot_send															1		17	5038						pg_snapshot_send
5059	pg_current_xact_id													s	u	0		5069	\\E						pg_current_xact_id
5060	pg_current_xact_id_if_assigned													s	u	0		5069	\\E						pg_current_xact_id_if_assigned
5061	pg_current_snapshot													s		0		5038	\\E						pg_current_snapshot
5062	pg_snapshot_xmin															1		5069	5038						pg_snapshot_xmin
5063	pg_snapshot_xmax															1		5069	5038						pg_snapshot_xmax
5064	pg_snapshot_xip					50							t			1		5069	5038						pg_snapshot_xip
5065	pg_visible_in_snapshot																		5069 5038						pg_visible_in_snapshot
5066	pg_xact_status													v		1		25	5069						pg_xact_status
5070	xid8in															1		5069	2275						xid8in
5071	xid															1		28	5069						xid8toxid
5081	xid8out															1		2275	5069						xid8out
5082	xid8recv															1		5069							xid8recv
5083	xid8send															1		17	5069						xid8send
5084	xid8eq										t								5069 5069						xid8eq
5085	xid8ne										t								5069 5069						xid8ne
5086	anycompatible_in															1		5077	2275						anycompatible_in
5087	anycompatible_out															1		2275	5077						anycompatible_out
5088	anycompatiblearray_in															1		5078	2275						anycompatiblearray_in
5089	anycompatiblearray_out													s		1		2275	5078						anycompatiblearray_out
5090	anycompatiblearray_recv													s		1		5078							anycompatiblearray_recv
5091	anycompatiblearray_send													s		1		17	5078						anycompatiblearray_send
5092	anycompatiblenonarray_in															1		5079	2275						anycompatiblenonarray_in
5093	anycompatiblenonarray_out															1		2275	5079						anycompatiblenonarray_out
5094	anycompatiblerange_in													s		3		5080	2275 26 23						anycompatiblerange_in
5095	anycompatiblerange_out													s		1		2275	5080						anycompatiblerange_out
5096	xid8cmp										t							23	5069 5069						xid8cmp
5097	xid8_larger																	5069	5069 5069						xid8_larger
5098	xid8_smaller																	5069	5069 5069						xid8_smaller
5099									a			f				1		5069	5069
5100	min								a			f				1		5069	5069
6003	pg_replication_origin_create													v	u	1		26	25						pg_replication_origin_create				{postgres=X/postgres}
6004	pg_replication_origin_drop													v	u	1		2278	25						pg_replication_origin_drop				{postgres=X/postgres}
6005	pg_replication_origin_oid													s		1		26	25						pg_replication_origin_oid				{postgres=X/postgres}
6006	pg_replication_origin_session_setup													v	u	1		2278	25						pg_replication_origin_session_setup				{postgres=X/postgres}
6007	pg_replication_origin_session_reset													v	u	0		2278	\\E						pg_replication_origin_session_reset				{postgres=X/postgres}
6008	pg_replication_origin_session_is_setup													v	r	0			\\E						pg_replication_origin_session_is_setup				{postgres=X/postgres}
6009	pg_replication_origin_session_progress													v	u	1		3220	16						pg_replication_origin_session_progress				{postgres=X/postgres}
6010	pg_replication_origin_xact_setup													v	r			2278	3220 1184						pg_replication_origin_xact_setup				{postgres=X/postgres}
6011	pg_replication_origin_xact_reset													v	r	0		2278	\\E						pg_replication_origin_xact_reset				{postgres=X/postgres}
6012	pg_replication_origin_advance													v	u			2278	25 3220						pg_replication_origin_advance				{postgres=X/postgres}
6013	pg_replication_origin_progress													v	u			3220	25 16						pg_replication_origin_progress				{postgres=X/postgres}
6014	pg_show_replication_origin_status					100						f	t	v	r	0		2249	\\E	{26,25,3220,3220}	{o,o,o,o}	{local_id,external_id,remote_lsn,local_lsn}			pg_show_replication_origin_status				{postgres=X/postgres}
6098	jsonb_subscript_handler															1		2281							jsonb_subscript_handler
6103	pg_lsn															1		3220	1700						numeric_pg_lsn
6118	pg_stat_get_subscription					10						f	t	s	r	1		2249	26	{26,26,26,23,3220,1184,1184,3220,1184}	{i,o,o,o,o,o,o,o,o}	{subid,subid,relid,pid,received_lsn,last_msg_send_time,last_msg_receipt_time,latest_end_lsn,latest_end_time}			pg_stat_get_subscription
6119	pg_get_publication_tables					1000							t	s		1		2249	25	{25,26,22,194}	{i,o,o,o}	{pubname,relid,attrs,qual}			pg_get_publication_tables
6120	pg_get_replica_identity_index				10									s		1		2205	2205						pg_get_replica_identity_index
6121	pg_relation_is_publishable													s		1			2205						pg_relation_is_publishable
6154	multirange_gist_consistent															5			2281 4537 21 26 2281						multirange_gist_consistent
6156	multirange_gist_compress															1		2281							multirange_gist_compress
6159	pg_get_catalog_foreign_keys				10	250							t	s		0		2249	\\E	{2205,1009,2205,1009,16,16}	{o,o,o,o,o,o}	{fktable,fkcols,pktable,pkcols,is_array,is_opt}			pg_get_catalog_foreign_keys
6160	string_to_table					1000						f	t					25	25 25						text_to_table
6161	string_to_table					1000						f	t			3		25	25 25 25						text_to_table_null
6162	bit_count															1		20	1560						bit_bit_count
6163	bit_count															1		20	17						bytea_bit_count
6164	bit_xor								a			f				1		21	21
6165	bit_xor								a			f				1		23	23
6166	bit_xor								a			f				1		20	20
6167	bit_xor								a			f				1		1560	1560
6168	pg_xact_commit_timestamp_origin													v		1		2249	28	{28,1184,26}	{i,o,o}	{xid,timestamp,roident}			pg_xact_commit_timestamp_origin
6169	pg_stat_get_replication_slot													s	r	1		2249	25	{25,25,20,20,20,20,20,20,20,20,1184}	{i,o,o,o,o,o,o,o,o,o,o}	{slot_name,slot_name,spill_txns,spill_count,spill_bytes,stream_txns,stream_count,stream_bytes,total_txns,total_bytes,stats_reset}			pg_stat_get_replication_slot
6170	pg_stat_reset_replication_slot											f		v		1		2278	25						pg_stat_reset_replication_slot				{postgres=X/postgres}
6172	trim_array																	2277	2277 23						trim_array
6173	pg_get_statisticsobjdef_expressions													s		1		1009	26						pg_get_statisticsobjdef_expressions
6174	pg_get_statisticsobjdef_columns													s		1		25	26						pg_get_statisticsobjdef_columns
6177	date_bin															3		1114	1186 1114 1114						timestamp_bin
6178	date_bin															3		1184	1186 1184 1184						timestamptz_bin
6179	array_subscript_handler															1		2281							array_subscript_handler
6180	raw_array_subscript_handler															1		2281							raw_array_subscript_handler
6183	ts_debug			14	100	1000							t	s				2249	3734 25	{3734,25,25,25,25,3770,3769,1009}	{i,i,o,o,o,o,o,o}	{config,document,alias,description,token,dictionaries,dictionary,lexemes}			\\E
6184	ts_debug			14	100	1000							t	s		1		2249	25	{25,25,25,25,3770,3769,1009}	{i,o,o,o,o,o,o}	{document,alias,description,token,dictionaries,dictionary,lexemes}			\\E
6185	pg_stat_get_db_session_time													s	r	1		701	26						pg_stat_get_db_session_time
6186	pg_stat_get_db_active_time													s	r	1		701	26						pg_stat_get_db_active_time
6187	pg_stat_get_db_idle_in_transaction_time													s	r	1		701	26						pg_stat_get_db_idle_in_transaction_time
6188	pg_stat_get_db_sessions													s	r	1		20	26						pg_stat_get_db_sessions
6189	pg_stat_get_db_sessions_abandoned													s	r	1		20	26						pg_stat_get_db_sessions_abandoned
6190	pg_stat_get_db_sessions_fatal													s	r	1		20	26						pg_stat_get_db_sessions_fatal
6191	pg_stat_get_db_sessions_killed													s	r	1		20	26						pg_stat_get_db_sessions_killed
6192	hash_record															1		23	2249						hash_record
6193	hash_record_extended																	20	2249 20						hash_record_extended
6195	ltrim																	17	17 17						bytealtrim
6196	rtrim																	17	17 17						byteartrim
6197	pg_get_function_sqlbody													s		1		25	26						pg_get_function_sqlbody
6198	unistr															1		25	25						unistr
6199	extract																	1700	25 1082						extract_date
6200	extract																	1700	25 1083						extract_time
6201	extract																	1700	25 1266						extract_timetz
6202	extract																	1700	25 1114						extract_timestamp
6203	extract													s				1700	25 1184						extract_timestamptz
6204	extract																	1700	25 1186						extract_interval
6205	has_parameter_privilege													s		3			19 25 25						has_parameter_privilege_name_name
6206	has_parameter_privilege													s		3			26 25 25						has_parameter_privilege_id_name
6207	has_parameter_privilege													s					25 25						has_parameter_privilege_name
6224	pg_get_wal_resource_managers					50							t	v		0		2249	\\E	{23,25,16}	{o,o,o}	{rm_id,rm_name,rm_builtin}			pg_get_wal_resource_managers
6225	multirange_agg_transfn											f						2281	2281 4537						multirange_agg_transfn
6226	multirange_agg_finalfn											f						4537	2281 4537						range_agg_finalfn
6227	range_agg								a			f				1		4537	4537
6230	pg_stat_have_stats													v	r	3			25 26 26						pg_stat_have_stats				{postgres=X/postgres}
6231	pg_stat_get_subscription_stats													s	r	1		2249	26	{26,26,20,20,1184}	{i,o,o,o,o}	{subid,subid,apply_error_count,sync_error_count,stats_reset}			pg_stat_get_subscription_stats
6232	pg_stat_reset_subscription_stats											f		v		1		2278	26						pg_stat_reset_subscription_stats				{postgres=X/postgres}
6233	window_row_number_support															1		2281							window_row_number_support
6234	window_rank_support															1		2281							window_rank_support
6235	window_dense_rank_support															1		2281							window_dense_rank_support
6236	int8inc_support															1		2281							int8inc_support
6240	pg_settings_get_flags													s		1		1009	25						pg_settings_get_flags
6241	pg_stop_making_pinned_objects													v	u	0		2278	\\E						pg_stop_making_pinned_objects
6242	text_starts_with_support															1		2281							text_starts_with_support
6248	pg_stat_get_recovery_prefetch					1							t	v		0		2249	\\E	{1184,20,20,20,20,20,20,23,23,23}	{o,o,o,o,o,o,o,o,o,o}	{stats_reset,prefetch,hit,skip_init,skip_new,skip_fpw,skip_rep,wal_distance,block_distance,io_depth}			pg_stat_get_recovery_prefetch
6249	pg_database_collation_actual_version				100									v		1		25	26						pg_database_collation_actual_version
6250	pg_ident_file_mappings					1000							t	v		0		2249	\\E	{23,25,25,25,25}	{o,o,o,o,o}	{line_number,map_name,sys_name,pg_username,error}			pg_ident_file_mappings				{postgres=X/postgres}
6251	regexp_replace															6		25	25 25 25 23 23 25						textregexreplace_extended
6252	regexp_replace															5		25	25 25 25 23 23						textregexreplace_extended_no_flags
6253	regexp_replace															4		25	25 25 25 23						textregexreplace_extended_no_n
6254	regexp_count																	23	25 25						regexp_count_no_start
6255	regexp_count															3		23	25 25 23						regexp_count_no_flags
6256	regexp_count															4		23	25 25 23 25						regexp_count
6257	regexp_instr																	23	25 25						regexp_instr_no_start
6258	regexp_instr															3		23	25 25 23						regexp_instr_no_n
6259	regexp_instr															4		23	25 25 23 23						regexp_instr_no_endoption
6260	regexp_instr															5		23	25 25 23 23 23						regexp_instr_no_flags
6261	regexp_instr															6		23	25 25 23 23 23 25						regexp_instr_no_subexpr
6262	regexp_instr															7		23	25 25 23 23 23 25 23						regexp_instr
6263	regexp_like																		25 25						regexp_like_no_flags
6264	regexp_like															3			25 25 25						regexp_like
6265	regexp_substr																	25	25 25						regexp_substr_no_start
6266	regexp_substr															3		25	25 25 23						regexp_substr_no_n
6267	regexp_substr															4		25	25 25 23 23						regexp_substr_no_flags
6268	regexp_substr															5		25	25 25 23 23 25						regexp_substr_no_subexpr
6269	regexp_substr															6		25	25 25 23 23 25 23						regexp_substr
6270	pg_ls_logicalsnapdir				10	20							t	v		0		2249	\\E	{25,20,1184}	{o,o,o}	{name,size,modification}			pg_ls_logicalsnapdir				{postgres=X/postgres,pg_monitor=X/postgres}
6271	pg_ls_logicalmapdir				10	20							t	v		0		2249	\\E	{25,20,1184}	{o,o,o}	{name,size,modification}			pg_ls_logicalmapdir				{postgres=X/postgres,pg_monitor=X/postgres}
6272	pg_ls_replslotdir				10	20							t	v		1		2249	25	{25,25,20,1184}	{i,o,o,o}	{slot_name,name,size,modification}			pg_ls_replslotdir				{postgres=X/postgres,pg_monitor=X/postgres}
13148	dsnowball_init			13										v	u	1		2281							dsnowball_init	\$libdir/dict_snowball
13149	dsnowball_lexize			13										v	u	4		2281	2281 2281 2281 2281						dsnowball_lexize	\$libdir/dict_snowball
13208	_pg_expandarray	13207		14	100	1000							t			1		2249	2277	{2277,2283,23}	{i,o,o}	{"",x,n}			select \$1[s],\\n        s operator(pg_catalog.-) pg_catalog.array_lower(\$1,1) operator(pg_catalog.+) 1\\n        from pg_catalog.generate_series(pg_catalog.array_lower(\$1,1),\\n                                        pg_catalog.array_upper(\$1,1),\\n                                        1) as g(s)
13209	_pg_index_position	13207		14	100									s	u			23	26 21						\\E
13210	_pg_truetypid	13207		14	100													26	75 71						\\E
13211	_pg_truetypmod	13207		14	100													23	75 71						\\E
13212	_pg_char_max_length	13207		14	100													23	26 23			{typid,typmod}			\\E
13213	_pg_char_octet_length	13207		14	100													23	26 23			{typid,typmod}			\\E
13215	_pg_numeric_precision	13207		14	100													23	26 23			{typid,typmod}			\\E
13216	_pg_numeric_precision_radix	13207		14	100													23	26 23			{typid,typmod}			\\E
13217	_pg_numeric_scale	13207		14	100													23	26 23			{typid,typmod}			\\E
13218	_pg_datetime_precision	13207		14	100													23	26 23			{typid,typmod}			\\E
13219	_pg_interval_type	13207		14	100													25	26 23			{typid,mod}			\\E
13560	plpgsql_call_handler			13								f		v	u	0		2280	\\E						plpgsql_call_handler	\$libdir/plpgsql
13561	plpgsql_inline_handler			13										v	u	1		2278							plpgsql_inline_handler	\$libdir/plpgsql
13562	plpgsql_validator			13										v	u	1		2278	26						plpgsql_validator	\$libdir/plpgsql`,
}
