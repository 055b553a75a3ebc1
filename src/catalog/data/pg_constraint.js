/** Rows of pg_constraint in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_CONSTRAINT = {
  columns:
    'oid conname connamespace contype condeferrable condeferred convalidated conrelid contypid conindid conparentid confrelid confupdtype confdeltype confmatchtype conislocal coninhcount connoinherit conkey confkey conpfeqop conppeqop conffeqop confdelsetcols conexclop conbin',
  types: [
    26, 19, 26, 18, 16, 16, 16, 26, 26, 26, 26, 26, 18, 18, 18, 16, 23, 16, 1005, 1005, 1028, 1028, 1028, 1005, 1028,
    194,
  ],
  defaults:
    '10115\tpg_proc_oid_index\t11\tp\tf\tf\tt\t3501\t0\t2690\t0\t0\t \t \t \tt\t0\tt\t{1}\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N',
  count: 65,
  rows: `							1255
10116	pg_proc_proname_args_nsp_index		u				1255		2691									{2,20,3}
10117	pg_type_oid_index						1247		2703
10118	pg_type_typname_nsp_index		u				1247		2704									{2,3}
10119	pg_attribute_relid_attnam_index		u				1249		2658									{1,2}
10120	pg_attribute_relid_attnum_index						1249		2659									{1,6}
10121	pg_class_oid_index						1259		2662
10122	pg_class_relname_nsp_index		u				1259		2663									{2,3}
10123	pg_attrdef_adrelid_adnum_index		u				2604		2656									{2,3}
10124	pg_attrdef_oid_index						2604		2657
10125	pg_constraint_conrelid_contypid_conname_index		u				2606		2665									{8,9,2}
10126	pg_constraint_oid_index						2606		2667
10127	pg_inherits_relid_seqno_index						2611		2680									{1,3}
10128	pg_index_indexrelid_index						2610		2679
10129	pg_operator_oid_index						2617		2688
10130	pg_operator_oprname_l_r_n_index		u				2617		2689									{2,8,9,3}
10131	pg_opfamily_am_name_nsp_index		u				2753		2754									{2,3,4}
10132	pg_opfamily_oid_index						2753		2755
10133	pg_opclass_am_name_nsp_index		u				2616		2686									{2,3,4}
10134	pg_opclass_oid_index						2616		2687
10135	pg_am_name_index		u				2601		2651									{2}
10136	pg_am_oid_index						2601		2652
10137	pg_amop_fam_strat_index		u				2602		2653									{2,3,4,5}
10138	pg_amop_opr_fam_index		u				2602		2654									{7,6,2}
10140	pg_amproc_fam_proc_index		u				2603		2655									{2,3,4,5}
10142	pg_language_name_index		u				2612		2681									{2}
10143	pg_language_oid_index						2612		2682
10144	pg_largeobject_metadata_oid_index						2995		2996
10145	pg_largeobject_loid_pn_index						2613		2683									{1,2}
10146	pg_aggregate_fnoid_index						2600		2650
10147	pg_statistic_relid_att_inh_index						2619		2696									{1,2,3}
10151	pg_rewrite_oid_index						2618		2692
10152	pg_rewrite_rel_rulename_index		u				2618		2693									{3,2}
10153	pg_trigger_tgrelid_tgname_index		u				2620		2701									{2,4}
10154	pg_trigger_oid_index						2620		2702
10157	pg_description_o_c_o_index						2609		2675									{1,2,3}
10158	pg_cast_oid_index						2605		2660
10159	pg_cast_source_target_index		u				2605		2661									{2,3}
10160	pg_enum_oid_index								3502
10161	pg_enum_typid_label_index		u						3503									{2,4}
10162	pg_enum_typid_sortorder_index		u						3534									{2,3}
10163	pg_namespace_nspname_index		u				2615		2684									{2}
10164	pg_namespace_oid_index						2615		2685
10168	pg_database_datname_index		u				1262		2671									{2}
10169	pg_database_oid_index						1262		2672
10170	pg_db_role_setting_databaseid_rol_index						2964		2965									{1,2}
10171	pg_tablespace_oid_index						1213		2697
10172	pg_tablespace_spcname_index		u				1213		2698									{2}
10173	pg_authid_rolname_index		u				1260		2676									{2}
10174	pg_authid_oid_index						1260		2677
10175	pg_auth_members_role_member_index						1261		2694									{1,2}
10176	pg_auth_members_member_role_index		u				1261		2695									{2,1}
10177	pg_shdescription_o_c_index						2396		2397									{1,2}
10187	pg_extension_oid_index						3079		3080
10188	pg_extension_name_index		u				3079		3081									{2}
10196	pg_policy_oid_index						3256		3257
10197	pg_policy_polrelid_polname_index		u				3256		3258									{3,2}
10200	pg_default_acl_role_nsp_obj_index		u				826		827									{2,3,4}
10205	pg_collation_name_enc_nsp_index		u				3456		3164									{2,7,3}
10206	pg_collation_oid_index						3456		3085
10209	pg_partitioned_table_partrelid_index						3350		3351
10210	pg_range_rngtypid_index						3541		3542
10214	pg_sequence_seqrelid_index						2224		5002
13222	cardinal_number_domain_check	13207	c				0	13221	0								f	\\N							{"kind":"op","oid":525,"funcOid":150,"args":[{"kind":"caseTest","type":23,"typmod":-1,"collation":0},{"kind":"const","value":"0","type":23,"typmod":-1,"collation":0}],"retset":false,"type":16,"typmod":-1,"collation":0}
13235	yes_or_no_check	13207	c				0	13234	0								f	\\N							{"kind":"anyall","oid":98,"funcOid":67,"all":false,"args":[{"kind":"relabel","arg":{"kind":"caseTest","type":1043,"typmod":7,"collation":950},"type":25,"typmod":-1,"collation":950,"display":"implicit"},{"kind":"relabel","arg":{"kind":"array","elementType":1043,"elements":[{"kind":"const","value":"YES","type":1043,"typmod":-1,"collation":100},{"kind":"const","value":"NO","type":1043,"typmod":-1,"collation":100}],"multidims":false,"type":1015,"typmod":-1,"collation":100},"type":1009,"typmod":-1,"collation":100,"display":"implicit"}],"type":16,"typmod":-1,"collation":0}`,
}
