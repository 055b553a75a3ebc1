/** Rows of pg_class in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_CLASS = {
  columns: 'oid relname relnamespace reltype reloftype relowner relam relfilenode reltablespace relpages reltuples relallvisible reltoastrelid relhasindex relisshared relpersistence relkind relnatts relchecks relhasrules relhastriggers relhassubclass relrowsecurity relforcerowsecurity relispopulated relreplident relispartition relrewrite relfrozenxid relminmxid relacl reloptions relpartbound',
  types: [
    26, 19, 26, 26, 26, 26, 26, 26, 26, 23, 700, 23, 26, 16, 16, 18, 18, 21, 21, 16, 16, 16, 16, 16, 16, 18, 16, 26, 28,
    28, 1034, 1009, 194,
  ],
  defaults: '826\tpg_default_acl\t11\t0\t0\t10\t403\t0\t0\t0\t-1\t0\t0\tf\tf\tp\ti\t1\t0\tfalse\tf\tf\tf\tf\tt\tn\tf\t0\t3\t1\t\\N\t\\N\t\\N',
  count: 140,
  rows: `			10088			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
827	pg_default_acl_role_nsp_obj_index																3
1213	pg_tablespace		10056			2		1664					t	t		r	5													{postgres=arwdDxt/postgres,=r/postgres}
1214	pg_shdepend		10060			2		1664					t	t		r	7													{postgres=arwdDxt/postgres,=r/postgres}
1232	pg_shdepend_depender_index							1664						t			4
1233	pg_shdepend_reference_index							1664						t			2
1247	pg_type		71			2							t			r	32													{postgres=arwdDxt/postgres,=r/postgres}
1249	pg_attribute		75			2							t			r	26													{postgres=arwdDxt/postgres,=r/postgres}
1255	pg_proc		81			2							t			r	30													{postgres=arwdDxt/postgres,=r/postgres}
1259	pg_class		83			2							t			r	33													{postgres=arwdDxt/postgres,=r/postgres}
1260	pg_authid		2842			2		1664					t	t		r	12													{postgres=arwdDxt/postgres}
1261	pg_auth_members		2843			2		1664					t	t		r	4													{postgres=arwdDxt/postgres,=r/postgres}
1262	pg_database		1248			2		1664					t	t		r	16													{postgres=arwdDxt/postgres,=r/postgres}
1417	pg_foreign_server		10078			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
1418	pg_user_mapping		10080			2							t			r	4													{postgres=arwdDxt/postgres}
2187	pg_inherits_parent_index
2224	pg_sequence		10105			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
2328	pg_foreign_data_wrapper		10076			2							t			r	7													{postgres=arwdDxt/postgres,=r/postgres}
2396	pg_shdescription		10062			2		1664					t	t		r	3													{postgres=arwdDxt/postgres,=r/postgres}
2397	pg_shdescription_o_c_index							1664						t			2
2600	pg_aggregate		10027			2							t			r	22													{postgres=arwdDxt/postgres,=r/postgres}
2601	pg_am		10015			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
2602	pg_amop		10017			2							t			r	9													{postgres=arwdDxt/postgres,=r/postgres}
2603	pg_amproc		10019			2							t			r	6													{postgres=arwdDxt/postgres,=r/postgres}
2604	pg_attrdef		10001			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
2605	pg_cast		10043			2							t			r	6													{postgres=arwdDxt/postgres,=r/postgres}
2606	pg_constraint		10003			2							t			r	26													{postgres=arwdDxt/postgres,=r/postgres}
2607	pg_conversion		10049			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
2608	pg_depend		10051			2							t			r	7													{postgres=arwdDxt/postgres,=r/postgres}
2609	pg_description		10041			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
2610	pg_index		10007			2							t			r	21													{postgres=arwdDxt/postgres,=r/postgres}
2611	pg_inherits		10005			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
2612	pg_language		10021			2							t			r	9													{postgres=arwdDxt/postgres,=r/postgres}
2613	pg_largeobject		10025			2							t			r	3													{postgres=arwdDxt/postgres}
2615	pg_namespace		10047			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
2616	pg_opclass		10013			2							t			r	9													{postgres=arwdDxt/postgres,=r/postgres}
2617	pg_operator		10009			2							t			r	15													{postgres=arwdDxt/postgres,=r/postgres}
2618	pg_rewrite		10035			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
2619	pg_statistic		10029			2							t			r	31													{postgres=arwdDxt/postgres}
2620	pg_trigger		10037			2							t			r	19													{postgres=arwdDxt/postgres,=r/postgres}
2650	pg_aggregate_fnoid_index
2651	pg_am_name_index
2652	pg_am_oid_index
2653	pg_amop_fam_strat_index																4
2654	pg_amop_opr_fam_index																3
2655	pg_amproc_fam_proc_index																4
2656	pg_attrdef_adrelid_adnum_index																2
2657	pg_attrdef_oid_index
2658	pg_attribute_relid_attnam_index																2
2659	pg_attribute_relid_attnum_index																2
2660	pg_cast_oid_index
2661	pg_cast_source_target_index																2
2662	pg_class_oid_index
2663	pg_class_relname_nsp_index																2
2664	pg_constraint_conname_nsp_index																2
2665	pg_constraint_conrelid_contypid_conname_index																3
2666	pg_constraint_contypid_index
2667	pg_constraint_oid_index
2671	pg_database_datname_index							1664						t
2672	pg_database_oid_index							1664						t
2673	pg_depend_depender_index																3
2674	pg_depend_reference_index																3
2675	pg_description_o_c_o_index																3
2676	pg_authid_rolname_index							1664						t
2677	pg_authid_oid_index							1664						t
2678	pg_index_indrelid_index
2679	pg_index_indexrelid_index
2680	pg_inherits_relid_seqno_index																2
2681	pg_language_name_index
2682	pg_language_oid_index
2683	pg_largeobject_loid_pn_index																2
2684	pg_namespace_nspname_index
2685	pg_namespace_oid_index
2686	pg_opclass_am_name_nsp_index																3
2687	pg_opclass_oid_index
2688	pg_operator_oid_index
2689	pg_operator_oprname_l_r_n_index																4
2690	pg_proc_oid_index
2691	pg_proc_proname_args_nsp_index																3
2692	pg_rewrite_oid_index
2693	pg_rewrite_rel_rulename_index																2
2694	pg_auth_members_role_member_index							1664						t			2
2695	pg_auth_members_member_role_index							1664						t			2
2696	pg_statistic_relid_att_inh_index																3
2697	pg_tablespace_oid_index							1664						t
2698	pg_tablespace_spcname_index							1664						t
2699	pg_trigger_tgconstraint_index
2701	pg_trigger_tgrelid_tgname_index																2
2702	pg_trigger_oid_index
2703	pg_type_oid_index
2704	pg_type_typname_nsp_index																2
2753	pg_opfamily		10011			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
2754	pg_opfamily_am_name_nsp_index																3
2755	pg_opfamily_oid_index
2964	pg_db_role_setting		10054			2		1664					t	t		r	3													{postgres=arwdDxt/postgres,=r/postgres}
2965	pg_db_role_setting_databaseid_rol_index							1664						t			2
2995	pg_largeobject_metadata		10023			2							t			r	3													{postgres=arwdDxt/postgres,=r/postgres}
2996	pg_largeobject_metadata_oid_index
3079	pg_extension		10074			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
3080	pg_extension_oid_index
3081	pg_extension_name_index
3085	pg_collation_oid_index
3118	pg_foreign_table		10082			2							t			r	3													{postgres=arwdDxt/postgres,=r/postgres}
3164	pg_collation_name_enc_nsp_index																3
3256	pg_policy		10084			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
3257	pg_policy_oid_index
3258	pg_policy_polrelid_polname_index																2
3350	pg_partitioned_table		10099			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
3351	pg_partitioned_table_partrelid_index
3381	pg_statistic_ext		10031			2							t			r	9													{postgres=arwdDxt/postgres,=r/postgres}
3394	pg_init_privs		10090			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
3429	pg_statistic_ext_data		10033			2							t			r	6													{postgres=arwdDxt/postgres}
3456	pg_collation		10095			2							t			r	11													{postgres=arwdDxt/postgres,=r/postgres}
3466	pg_event_trigger		10039			2							t			r	7													{postgres=arwdDxt/postgres,=r/postgres}
3501	pg_enum		10045			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
3502	pg_enum_oid_index
3503	pg_enum_typid_label_index																2
3534	pg_enum_typid_sortorder_index																2
3541	pg_range		10101			2							t			r	7													{postgres=arwdDxt/postgres,=r/postgres}
3542	pg_range_rngtypid_index
3576	pg_transform		10103			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
3592	pg_shseclabel		4066			2		1664					t	t		r	4													{postgres=arwdDxt/postgres,=r/postgres}
3596	pg_seclabel		10092			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
3600	pg_ts_dict		10068			2							t			r	6													{postgres=arwdDxt/postgres,=r/postgres}
3601	pg_ts_parser		10070			2							t			r	8													{postgres=arwdDxt/postgres,=r/postgres}
3602	pg_ts_config		10064			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
3603	pg_ts_config_map		10066			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
3764	pg_ts_template		10072			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
5002	pg_sequence_seqrelid_index
6000	pg_replication_origin		10086			2		1664					t	t		r	2													{postgres=arwdDxt/postgres,=r/postgres}
6100	pg_subscription		6101			2		1664					t	t		r	14													{postgres=arwdDxt/postgres}
6102	pg_subscription_rel		10114			2							t			r	4													{postgres=arwdDxt/postgres,=r/postgres}
6104	pg_publication		10107			2							t			r	9													{postgres=arwdDxt/postgres,=r/postgres}
6106	pg_publication_rel		10111			2							t			r	5													{postgres=arwdDxt/postgres,=r/postgres}
6237	pg_publication_namespace		10109			2							t			r	3													{postgres=arwdDxt/postgres,=r/postgres}
6243	pg_parameter_acl		10097			2		1664					t	t		r	3													{postgres=arwdDxt/postgres,=r/postgres}
13391	sql_features	13207	13393			2										r	7								d					{postgres=arwdDxt/postgres,=r/postgres}
13396	sql_implementation_info	13207	13398			2										r	5								d					{postgres=arwdDxt/postgres,=r/postgres}
13401	sql_parts	13207	13403			2										r	5								d
13406	sql_sizing	13207	13408			2										r	4								d					{postgres=arwdDxt/postgres,=r/postgres}`,
}
