/** Rows of pg_attribute in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_ATTRIBUTE = {
  columns: 'attrelid attname atttypid attstattarget attlen attnum attndims attcacheoff atttypmod attbyval attalign attstorage attcompression attnotnull atthasdef atthasmissing attidentity attgenerated attisdropped attislocal attinhcount attcollation attacl attoptions attfdwoptions attmissingval',
  types: [
    26, 19, 26, 23, 21, 21, 23, 23, 23, 16, 18, 18, 18, 16, 16, 16, 18, 18, 16, 16, 23, 26, 1034, 1009, 1009, 2277,
  ],
  defaults: '1259\toid\t26\t-1\t4\t1\t0\t-1\t-1\tt\ti\tp\t\\E\tt\tf\tf\t\\E\t\\E\tf\tt\t0\t0\t\\N\t\\N\t\\N\t\\N',
  count: 734,
  rows: `826
826	defaclrole				2
826	defaclnamespace				3
826	defaclobjtype	18		1	4					c
826	defaclacl	1034		-1	5	1			f		x
827	defaclrole												f
827	defaclnamespace				2								f
827	defaclobjtype	18		1	3					c			f
1213
1213	spcname	19		64	2				f	c											950
1213	spcowner				3
1213	spcacl	1034		-1	4	1			f		x		f
1213	spcoptions	1009		-1	5	1			f		x		f								950
1214	dbid
1214	classid				2
1214	objid				3
1214	objsubid	23			4
1214	refclassid				5
1214	refobjid				6
1214	deptype	18		1	7					c
1232	dbid												f
1232	classid				2								f
1232	objid				3								f
1232	objsubid	23			4								f
1233	refclassid												f
1233	refobjid				2								f
1247
1247	typname	19		64	2				f	c											950
1247	typnamespace				3
1247	typowner				4
1247	typlen	21		2	5					s
1247	typbyval	16		1	6					c
1247	typtype	18		1	7					c
1247	typcategory	18		1	8					c
1247	typispreferred	16		1	9					c
1247	typisdefined	16		1	10					c
1247	typdelim	18		1	11					c
1247	typrelid				12
1247	typsubscript	24			13
1247	typelem				14
1247	typarray				15
1247	typinput	24			16
1247	typoutput	24			17
1247	typreceive	24			18
1247	typsend	24			19
1247	typmodin	24			20
1247	typmodout	24			21
1247	typanalyze	24			22
1247	typalign	18		1	23					c
1247	typstorage	18		1	24					c
1247	typnotnull	16		1	25					c
1247	typbasetype				26
1247	typtypmod	23			27
1247	typndims	23			28
1247	typcollation				29
1247	typdefaultbin	194		-1	30				f		x		f								950
1247	typdefault	25		-1	31				f		x		f								950
1247	typacl	1034		-1	32	1			f		x		f
1249	attrelid
1249	attname	19		64	2				f	c											950
1249	atttypid				3
1249	attstattarget	23			4
1249	attlen	21		2	5					s
1249	attnum	21		2	6					s
1249	attndims	23			7
1249	attcacheoff	23			8
1249	atttypmod	23			9
1249	attbyval	16		1	10					c
1249	attalign	18		1	11					c
1249	attstorage	18		1	12					c
1249	attcompression	18		1	13					c
1249	attnotnull	16		1	14					c
1249	atthasdef	16		1	15					c
1249	atthasmissing	16		1	16					c
1249	attidentity	18		1	17					c
1249	attgenerated	18		1	18					c
1249	attisdropped	16		1	19					c
1249	attislocal	16		1	20					c
1249	attinhcount	23			21
1249	attcollation				22
1249	attacl	1034		-1	23	1			f		x		f
1249	attoptions	1009		-1	24	1			f		x		f								950
1249	attfdwoptions	1009		-1	25	1			f		x		f								950
1249	attmissingval	2277		-1	26				f	d	x		f
1255
1255	proname	19		64	2				f	c											950
1255	pronamespace				3
1255	proowner				4
1255	prolang				5
1255	procost	700			6
1255	prorows	700			7
1255	provariadic				8
1255	prosupport	24			9
1255	prokind	18		1	10					c
1255	prosecdef	16		1	11					c
1255	proleakproof	16		1	12					c
1255	proisstrict	16		1	13					c
1255	proretset	16		1	14					c
1255	provolatile	18		1	15					c
1255	proparallel	18		1	16					c
1255	pronargs	21		2	17					s
1255	pronargdefaults	21		2	18					s
1255	prorettype				19
1255	proargtypes	30		-1	20	1			f
1255	proallargtypes	1028		-1	21	1			f		x		f
1255	proargmodes	1002		-1	22	1			f		x		f
1255	proargnames	1009		-1	23	1			f		x		f								950
1255	proargdefaults	194		-1	24				f		x		f								950
1255	protrftypes	1028		-1	25	1			f		x		f
1255	prosrc	25		-1	26				f		x										950
1255	probin	25		-1	27				f		x		f								950
1255	prosqlbody	194		-1	28				f		x		f								950
1255	proconfig	1009		-1	29	1			f		x		f								950
1255	proacl	1034		-1	30	1			f		x		f

	relname	19		64	2				f	c											950
	relnamespace				3
	reltype				4
	reloftype				5
	relowner				6
	relam				7
	relfilenode				8
	reltablespace				9
	relpages	23			10
	reltuples	700			11
	relallvisible	23			12
	reltoastrelid				13
	relhasindex	16		1	14					c
	relisshared	16		1	15					c
	relpersistence	18		1	16					c
	relkind	18		1	17					c
	relnatts	21		2	18					s
	relchecks	21		2	19					s
	relhasrules	16		1	20					c
	relhastriggers	16		1	21					c
	relhassubclass	16		1	22					c
	relrowsecurity	16		1	23					c
	relforcerowsecurity	16		1	24					c
	relispopulated	16		1	25					c
	relreplident	18		1	26					c
	relispartition	16		1	27					c
	relrewrite				28
	relfrozenxid	28			29
	relminmxid	28			30
	relacl	1034		-1	31	1			f		x		f
	reloptions	1009		-1	32	1			f		x		f								950
	relpartbound	194		-1	33				f		x		f								950
1260
1260	rolname	19		64	2				f	c											950
1260	rolsuper	16		1	3					c
1260	rolinherit	16		1	4					c
1260	rolcreaterole	16		1	5					c
1260	rolcreatedb	16		1	6					c
1260	rolcanlogin	16		1	7					c
1260	rolreplication	16		1	8					c
1260	rolbypassrls	16		1	9					c
1260	rolconnlimit	23			10
1260	rolpassword	25		-1	11				f		x		f								950
1260	rolvaliduntil	1184		8	12					d			f
1261	roleid
1261	member				2
1261	grantor				3
1261	admin_option	16		1	4					c
1262
1262	datname	19		64	2				f	c											950
1262	datdba				3
1262	encoding	23			4
1262	datlocprovider	18		1	5					c
1262	datistemplate	16		1	6					c
1262	datallowconn	16		1	7					c
1262	datconnlimit	23			8
1262	datfrozenxid	28			9
1262	datminmxid	28			10
1262	dattablespace				11
1262	datcollate	25		-1	12				f		x										950
1262	datctype	25		-1	13				f		x										950
1262	daticulocale	25		-1	14				f		x		f								950
1262	datcollversion	25		-1	15				f		x		f								950
1262	datacl	1034		-1	16	1			f		x		f
1417
1417	srvname	19		64	2				f	c											950
1417	srvowner				3
1417	srvfdw				4
1417	srvtype	25		-1	5				f		x		f								950
1417	srvversion	25		-1	6				f		x		f								950
1417	srvacl	1034		-1	7	1			f		x		f
1417	srvoptions	1009		-1	8	1			f		x		f								950
1418
1418	umuser				2
1418	umserver				3
1418	umoptions	1009		-1	4	1			f		x		f								950
2187	inhparent												f
2224	seqrelid
2224	seqtypid				2
2224	seqstart	20		8	3					d
2224	seqincrement	20		8	4					d
2224	seqmax	20		8	5					d
2224	seqmin	20		8	6					d
2224	seqcache	20		8	7					d
2224	seqcycle	16		1	8					c
2328
2328	fdwname	19		64	2				f	c											950
2328	fdwowner				3
2328	fdwhandler				4
2328	fdwvalidator				5
2328	fdwacl	1034		-1	6	1			f		x		f
2328	fdwoptions	1009		-1	7	1			f		x		f								950
2396	objoid
2396	classoid				2
2396	description	25		-1	3				f		x										950
2397	objoid												f
2397	classoid				2								f
2600	aggfnoid	24
2600	aggkind	18		1	2					c
2600	aggnumdirectargs	21		2	3					s
2600	aggtransfn	24			4
2600	aggfinalfn	24			5
2600	aggcombinefn	24			6
2600	aggserialfn	24			7
2600	aggdeserialfn	24			8
2600	aggmtransfn	24			9
2600	aggminvtransfn	24			10
2600	aggmfinalfn	24			11
2600	aggfinalextra	16		1	12					c
2600	aggmfinalextra	16		1	13					c
2600	aggfinalmodify	18		1	14					c
2600	aggmfinalmodify	18		1	15					c
2600	aggsortop				16
2600	aggtranstype				17
2600	aggtransspace	23			18
2600	aggmtranstype				19
2600	aggmtransspace	23			20
2600	agginitval	25		-1	21				f		x		f								950
2600	aggminitval	25		-1	22				f		x		f								950
2601
2601	amname	19		64	2				f	c											950
2601	amhandler	24			3
2601	amtype	18		1	4					c
2602
2602	amopfamily				2
2602	amoplefttype				3
2602	amoprighttype				4
2602	amopstrategy	21		2	5					s
2602	amoppurpose	18		1	6					c
2602	amopopr				7
2602	amopmethod				8
2602	amopsortfamily				9
2603
2603	amprocfamily				2
2603	amproclefttype				3
2603	amprocrighttype				4
2603	amprocnum	21		2	5					s
2603	amproc	24			6
2604
2604	adrelid				2
2604	adnum	21		2	3					s
2604	adbin	194		-1	4				f		x										950
2605
2605	castsource				2
2605	casttarget				3
2605	castfunc				4
2605	castcontext	18		1	5					c
2605	castmethod	18		1	6					c
2606
2606	conname	19		64	2				f	c											950
2606	connamespace				3
2606	contype	18		1	4					c
2606	condeferrable	16		1	5					c
2606	condeferred	16		1	6					c
2606	convalidated	16		1	7					c
2606	conrelid				8
2606	contypid				9
2606	conindid				10
2606	conparentid				11
2606	confrelid				12
2606	confupdtype	18		1	13					c
2606	confdeltype	18		1	14					c
2606	confmatchtype	18		1	15					c
2606	conislocal	16		1	16					c
2606	coninhcount	23			17
2606	connoinherit	16		1	18					c
2606	conkey	1005		-1	19	1			f		x		f
2606	confkey	1005		-1	20	1			f		x		f
2606	conpfeqop	1028		-1	21	1			f		x		f
2606	conppeqop	1028		-1	22	1			f		x		f
2606	conffeqop	1028		-1	23	1			f		x		f
2606	confdelsetcols	1005		-1	24	1			f		x		f
2606	conexclop	1028		-1	25	1			f		x		f
2606	conbin	194		-1	26				f		x		f								950
2607
2607	conname	19		64	2				f	c											950
2607	connamespace				3
2607	conowner				4
2607	conforencoding	23			5
2607	contoencoding	23			6
2607	conproc	24			7
2607	condefault	16		1	8					c
2608	classid
2608	objid				2
2608	objsubid	23			3
2608	refclassid				4
2608	refobjid				5
2608	refobjsubid	23			6
2608	deptype	18		1	7					c
2609	objoid
2609	classoid				2
2609	objsubid	23			3
2609	description	25		-1	4				f		x										950
2610	indexrelid
2610	indrelid				2
2610	indnatts	21		2	3					s
2610	indnkeyatts	21		2	4					s
2610	indisunique	16		1	5					c
2610	indnullsnotdistinct	16		1	6					c
2610	indisprimary	16		1	7					c
2610	indisexclusion	16		1	8					c
2610	indimmediate	16		1	9					c
2610	indisclustered	16		1	10					c
2610	indisvalid	16		1	11					c
2610	indcheckxmin	16		1	12					c
2610	indisready	16		1	13					c
2610	indislive	16		1	14					c
2610	indisreplident	16		1	15					c
2610	indkey	22		-1	16	1			f
2610	indcollation	30		-1	17	1			f
2610	indclass	30		-1	18	1			f
2610	indoption	22		-1	19	1			f
2610	indexprs	194		-1	20				f		x		f								950
2610	indpred	194		-1	21				f		x		f								950
2611	inhrelid
2611	inhparent				2
2611	inhseqno	23			3
2611	inhdetachpending	16		1	4					c
2612
2612	lanname	19		64	2				f	c											950
2612	lanowner				3
2612	lanispl	16		1	4					c
2612	lanpltrusted	16		1	5					c
2612	lanplcallfoid				6
2612	laninline				7
2612	lanvalidator				8
2612	lanacl	1034		-1	9	1			f		x		f
2613	loid
2613	pageno	23			2
2613	data	17		-1	3				f		x
2615
2615	nspname	19		64	2				f	c											950
2615	nspowner				3
2615	nspacl	1034		-1	4	1			f		x		f
2616
2616	opcmethod				2
2616	opcname	19		64	3				f	c											950
2616	opcnamespace				4
2616	opcowner				5
2616	opcfamily				6
2616	opcintype				7
2616	opcdefault	16		1	8					c
2616	opckeytype				9
2617
2617	oprname	19		64	2				f	c											950
2617	oprnamespace				3
2617	oprowner				4
2617	oprkind	18		1	5					c
2617	oprcanmerge	16		1	6					c
2617	oprcanhash	16		1	7					c
2617	oprleft				8
2617	oprright				9
2617	oprresult				10
2617	oprcom				11
2617	oprnegate				12
2617	oprcode	24			13
2617	oprrest	24			14
2617	oprjoin	24			15
2618
2618	rulename	19		64	2				f	c											950
2618	ev_class				3
2618	ev_type	18		1	4					c
2618	ev_enabled	18		1	5					c
2618	is_instead	16		1	6					c
2618	ev_qual	194		-1	7				f		x										950
2618	ev_action	194		-1	8				f		x										950
2619	starelid
2619	staattnum	21		2	2					s
2619	stainherit	16		1	3					c
2619	stanullfrac	700			4
2619	stawidth	23			5
2619	stadistinct	700			6
2619	stakind1	21		2	7					s
2619	stakind2	21		2	8					s
2619	stakind3	21		2	9					s
2619	stakind4	21		2	10					s
2619	stakind5	21		2	11					s
2619	staop1				12
2619	staop2				13
2619	staop3				14
2619	staop4				15
2619	staop5				16
2619	stacoll1				17
2619	stacoll2				18
2619	stacoll3				19
2619	stacoll4				20
2619	stacoll5				21
2619	stanumbers1	1021		-1	22	1			f		x		f
2619	stanumbers2	1021		-1	23	1			f		x		f
2619	stanumbers3	1021		-1	24	1			f		x		f
2619	stanumbers4	1021		-1	25	1			f		x		f
2619	stanumbers5	1021		-1	26	1			f		x		f
2619	stavalues1	2277		-1	27				f	d	x		f
2619	stavalues2	2277		-1	28				f	d	x		f
2619	stavalues3	2277		-1	29				f	d	x		f
2619	stavalues4	2277		-1	30				f	d	x		f
2619	stavalues5	2277		-1	31				f	d	x		f
2620
2620	tgrelid				2
2620	tgparentid				3
2620	tgname	19		64	4				f	c											950
2620	tgfoid				5
2620	tgtype	21		2	6					s
2620	tgenabled	18		1	7					c
2620	tgisinternal	16		1	8					c
2620	tgconstrrelid				9
2620	tgconstrindid				10
2620	tgconstraint				11
2620	tgdeferrable	16		1	12					c
2620	tginitdeferred	16		1	13					c
2620	tgnargs	21		2	14					s
2620	tgattr	22		-1	15	1			f
2620	tgargs	17		-1	16				f		x
2620	tgqual	194		-1	17				f		x		f								950
2620	tgoldtable	19		64	18				f	c			f								950
2620	tgnewtable	19		64	19				f	c			f								950
2650	aggfnoid	24											f
2651	amname	2275		-2					f	c			f								950
2652													f
2653	amopfamily												f
2653	amoplefttype				2								f
2653	amoprighttype				3								f
2653	amopstrategy	21		2	4					s			f
2654	amopopr												f
2654	amoppurpose	18		1	2					c			f
2654	amopfamily				3								f
2655	amprocfamily												f
2655	amproclefttype				2								f
2655	amprocrighttype				3								f
2655	amprocnum	21		2	4					s			f
2656	adrelid												f
2656	adnum	21		2	2					s			f
2657													f
2658	attrelid												f
2658	attname	2275		-2	2				f	c			f								950
2659	attrelid												f
2659	attnum	21		2	2					s			f
2660													f
2661	castsource												f
2661	casttarget				2								f
2662													f
2663	relname	2275		-2					f	c			f								950
2663	relnamespace				2								f
2664	conname	2275		-2					f	c			f								950
2664	connamespace				2								f
2665	conrelid												f
2665	contypid				2								f
2665	conname	2275		-2	3				f	c			f								950
2666	contypid												f
2667													f
2671	datname	2275		-2					f	c			f								950
2672													f
2673	classid												f
2673	objid				2								f
2673	objsubid	23			3								f
2674	refclassid												f
2674	refobjid				2								f
2674	refobjsubid	23			3								f
2675	objoid												f
2675	classoid				2								f
2675	objsubid	23			3								f
2676	rolname	2275		-2					f	c			f								950
2677													f
2678	indrelid												f
2679	indexrelid												f
2680	inhrelid												f
2680	inhseqno	23			2								f
2681	lanname	2275		-2					f	c			f								950
2682													f
2683	loid												f
2683	pageno	23			2								f
2684	nspname	2275		-2					f	c			f								950
2685													f
2686	opcmethod												f
2686	opcname	2275		-2	2				f	c			f								950
2686	opcnamespace				3								f
2687													f
2688													f
2689	oprname	2275		-2					f	c			f								950
2689	oprleft				2								f
2689	oprright				3								f
2689	oprnamespace				4								f
2690													f
2691	proname	2275		-2					f	c			f								950
2691	proargtypes	30		-1	2	1			f				f
2691	pronamespace				3								f
2692													f
2693	ev_class												f
2693	rulename	2275		-2	2				f	c			f								950
2694	roleid												f
2694	member				2								f
2695	member												f
2695	roleid				2								f
2696	starelid												f
2696	staattnum	21		2	2					s			f
2696	stainherit	16		1	3					c			f
2697													f
2698	spcname	2275		-2					f	c			f								950
2699	tgconstraint												f
2701	tgrelid												f
2701	tgname	2275		-2	2				f	c			f								950
2702													f
2703													f
2704	typname	2275		-2					f	c			f								950
2704	typnamespace				2								f
2753
2753	opfmethod				2
2753	opfname	19		64	3				f	c											950
2753	opfnamespace				4
2753	opfowner				5
2754	opfmethod												f
2754	opfname	2275		-2	2				f	c			f								950
2754	opfnamespace				3								f
2755													f
2964	setdatabase
2964	setrole				2
2964	setconfig	1009		-1	3	1			f		x		f								950
2965	setdatabase												f
2965	setrole				2								f
2995
2995	lomowner				2
2995	lomacl	1034		-1	3	1			f		x		f
2996													f
3079
3079	extname	19		64	2				f	c											950
3079	extowner				3
3079	extnamespace				4
3079	extrelocatable	16		1	5					c
3079	extversion	25		-1	6				f		x										950
3079	extconfig	1028		-1	7	1			f		x		f
3079	extcondition	1009		-1	8	1			f		x		f								950
3080													f
3081	extname	2275		-2					f	c			f								950
3085													f
3118	ftrelid
3118	ftserver				2
3118	ftoptions	1009		-1	3	1			f		x		f								950
3164	collname	2275		-2					f	c			f								950
3164	collencoding	23			2								f
3164	collnamespace				3								f
3256
3256	polname	19		64	2				f	c											950
3256	polrelid				3
3256	polcmd	18		1	4					c
3256	polpermissive	16		1	5					c
3256	polroles	1028		-1	6	1			f		x
3256	polqual	194		-1	7				f		x		f								950
3256	polwithcheck	194		-1	8				f		x		f								950
3257													f
3258	polrelid												f
3258	polname	2275		-2	2				f	c			f								950
3350	partrelid
3350	partstrat	18		1	2					c
3350	partnatts	21		2	3					s
3350	partdefid				4
3350	partattrs	22		-1	5	1			f
3350	partclass	30		-1	6	1			f
3350	partcollation	30		-1	7	1			f
3350	partexprs	194		-1	8				f		x		f								950
3351	partrelid												f
3381
3381	stxrelid				2
3381	stxname	19		64	3				f	c											950
3381	stxnamespace				4
3381	stxowner				5
3381	stxstattarget	23			6
3381	stxkeys	22		-1	7	1			f
3381	stxkind	1002		-1	8	1			f		x
3381	stxexprs	194		-1	9				f		x		f								950
3394	objoid
3394	classoid				2
3394	objsubid	23			3
3394	privtype	18		1	4					c
3394	initprivs	1034		-1	5	1			f		x
3429	stxoid
3429	stxdinherit	16		1	2					c
3429	stxdndistinct	3361		-1	3				f		x		f								950
3429	stxddependencies	3402		-1	4				f		x		f								950
3429	stxdmcv	5017		-1	5				f		x		f								950
3429	stxdexpr	10028		-1	6	1			f	d	x		f
3456
3456	collname	19		64	2				f	c											950
3456	collnamespace				3
3456	collowner				4
3456	collprovider	18		1	5					c
3456	collisdeterministic	16		1	6					c
3456	collencoding	23			7
3456	collcollate	25		-1	8				f		x		f								950
3456	collctype	25		-1	9				f		x		f								950
3456	colliculocale	25		-1	10				f		x		f								950
3456	collversion	25		-1	11				f		x		f								950
3466
3466	evtname	19		64	2				f	c											950
3466	evtevent	19		64	3				f	c											950
3466	evtowner				4
3466	evtfoid				5
3466	evtenabled	18		1	6					c
3466	evttags	1009		-1	7	1			f		x		f								950
3501
3501	enumtypid				2
3501	enumsortorder	700			3
3501	enumlabel	19		64	4				f	c											950
3502													f
3503	enumtypid												f
3503	enumlabel	2275		-2	2				f	c			f								950
3534	enumtypid												f
3534	enumsortorder	700			2								f
3541	rngtypid
3541	rngsubtype				2
3541	rngmultitypid				3
3541	rngcollation				4
3541	rngsubopc				5
3541	rngcanonical	24			6
3541	rngsubdiff	24			7
3542	rngtypid												f
3576
3576	trftype				2
3576	trflang				3
3576	trffromsql	24			4
3576	trftosql	24			5
3592	objoid
3592	classoid				2
3592	provider	25		-1	3				f		x										950
3592	label	25		-1	4				f		x										950
3596	objoid
3596	classoid				2
3596	objsubid	23			3
3596	provider	25		-1	4				f		x										950
3596	label	25		-1	5				f		x										950
3600
3600	dictname	19		64	2				f	c											950
3600	dictnamespace				3
3600	dictowner				4
3600	dicttemplate				5
3600	dictinitoption	25		-1	6				f		x		f								950
3601
3601	prsname	19		64	2				f	c											950
3601	prsnamespace				3
3601	prsstart	24			4
3601	prstoken	24			5
3601	prsend	24			6
3601	prsheadline	24			7
3601	prslextype	24			8
3602
3602	cfgname	19		64	2				f	c											950
3602	cfgnamespace				3
3602	cfgowner				4
3602	cfgparser				5
3603	mapcfg
3603	maptokentype	23			2
3603	mapseqno	23			3
3603	mapdict				4
3764
3764	tmplname	19		64	2				f	c											950
3764	tmplnamespace				3
3764	tmplinit	24			4
3764	tmpllexize	24			5
5002	seqrelid												f
6000	roident
6000	roname	25		-1	2				f		x										950
6100																						{=r/postgres}
6100	subdbid				2																	{=r/postgres}
6100	subskiplsn	3220		8	3					d												{=r/postgres}
6100	subname	19		64	4				f	c											950	{=r/postgres}
6100	subowner				5																	{=r/postgres}
6100	subenabled	16		1	6					c												{=r/postgres}
6100	subbinary	16		1	7					c												{=r/postgres}
6100	substream	16		1	8					c												{=r/postgres}
6100	subtwophasestate	18		1	9					c												{=r/postgres}
6100	subdisableonerr	16		1	10					c												{=r/postgres}
6100	subconninfo	25		-1	11				f		x										950
6100	subslotname	19		64	12				f	c			f								950	{=r/postgres}
6100	subsynccommit	25		-1	13				f		x										950	{=r/postgres}
6100	subpublications	1009		-1	14	1			f		x										950	{=r/postgres}
6102	srsubid
6102	srrelid				2
6102	srsubstate	18		1	3					c
6102	srsublsn	3220		8	4					d			f
6104
6104	pubname	19		64	2				f	c											950
6104	pubowner				3
6104	puballtables	16		1	4					c
6104	pubinsert	16		1	5					c
6104	pubupdate	16		1	6					c
6104	pubdelete	16		1	7					c
6104	pubtruncate	16		1	8					c
6104	pubviaroot	16		1	9					c
6106
6106	prpubid				2
6106	prrelid				3
6106	prqual	194		-1	4				f		x		f								950
6106	prattrs	22		-1	5	1			f				f
6237
6237	pnpubid				2
6237	pnnspid				3
6243
6243	parname	25		-1	2				f		x										950
6243	paracl	1034		-1	3	1			f		x		f
13391	feature_id	13224		-1					f		x		f								950
13391	feature_name	13224		-1	2				f		x		f								950
13391	sub_feature_id	13224		-1	3				f		x		f								950
13391	sub_feature_name	13224		-1	4				f		x		f								950
13391	is_supported	13234		-1	5				f		x		f								950
13391	is_verified_by	13224		-1	6				f		x		f								950
13391	comments	13224		-1	7				f		x		f								950
13396	implementation_info_id	13224		-1					f		x		f								950
13396	implementation_info_name	13224		-1	2				f		x		f								950
13396	integer_value	13221			3								f
13396	character_value	13224		-1	4				f		x		f								950
13396	comments	13224		-1	5				f		x		f								950
13401	feature_id	13224		-1					f		x		f								950
13401	feature_name	13224		-1	2				f		x		f								950
13401	is_supported	13234		-1	3				f		x		f								950
13401	is_verified_by	13224		-1	4				f		x		f								950
13401	comments	13224		-1	5				f		x		f								950
13406	sizing_id	13221											f
13406	sizing_name	13224		-1	2				f		x		f								950
13406	supported_value	13221			3								f
13406	comments	13224		-1	4				f		x		f								950`,
}
