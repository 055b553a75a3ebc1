/** Rows of pg_conversion in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_CONVERSION = {
  columns: 'oid conname connamespace conowner conforencoding contoencoding conproc condefault',
  types: [26, 19, 26, 26, 23, 23, 24, 16],
  defaults: '4402\tkoi8_r_to_mic\t11\t10\t6\t6\t4372\tt',
  count: 128,
  rows: `				22	7	4302
4403	mic_to_koi8_r			7	22	4303
4404	iso_8859_5_to_mic			25	7	4304
4405	mic_to_iso_8859_5			7	25	4305
4406	windows_1251_to_mic			23	7	4306
4407	mic_to_windows_1251			7	23	4307
4408	windows_866_to_mic			20	7	4308
4409	mic_to_windows_866			7	20	4309
4410	koi8_r_to_windows_1251			22	23	4310
4411	windows_1251_to_koi8_r			23	22	4311
4412	koi8_r_to_windows_866			22	20	4312
4413	windows_866_to_koi8_r			20	22	4313
4414	windows_866_to_windows_1251			20	23	4314
4415	windows_1251_to_windows_866			23	20	4315
4416	iso_8859_5_to_koi8_r			25	22	4316
4417	koi8_r_to_iso_8859_5			22	25	4317
4418	iso_8859_5_to_windows_1251			25	23	4318
4419	windows_1251_to_iso_8859_5			23	25	4319
4420	iso_8859_5_to_windows_866			25	20	4320
4421	windows_866_to_iso_8859_5			20	25	4321
4422	euc_cn_to_mic			2	7	4322
4423	mic_to_euc_cn			7	2	4323
4424	euc_jp_to_sjis			1	35	4324
4425	sjis_to_euc_jp			35	1	4325
4426	euc_jp_to_mic			1	7	4326
4427	sjis_to_mic			35	7	4327
4428	mic_to_euc_jp			7	1	4328
4429	mic_to_sjis			7	35	4329
4430	euc_kr_to_mic			3	7	4330
4431	mic_to_euc_kr			7	3	4331
4432	euc_tw_to_big5			4	36	4332
4433	big5_to_euc_tw			36	4	4333
4434	euc_tw_to_mic			4	7	4334
4435	big5_to_mic			36	7	4335
4436	mic_to_euc_tw			7	4	4336
4437	mic_to_big5			7	36	4337
4438	iso_8859_2_to_mic			9	7	4338
4439	mic_to_iso_8859_2			7	9	4339
4440	windows_1250_to_mic			29	7	4340
4441	mic_to_windows_1250			7	29	4341
4442	iso_8859_2_to_windows_1250			9	29	4342
4443	windows_1250_to_iso_8859_2			29	9	4343
4444	iso_8859_1_to_mic			8	7	4344
4445	mic_to_iso_8859_1			7	8	4345
4446	iso_8859_3_to_mic			10	7	4346
4447	mic_to_iso_8859_3			7	10	4347
4448	iso_8859_4_to_mic			11	7	4348
4449	mic_to_iso_8859_4			7	11	4349
4452	big5_to_utf8			36		4352
4453	utf8_to_big5				36	4353
4454	utf8_to_koi8_r				22	4354
4455	koi8_r_to_utf8			22		4355
4456	utf8_to_koi8_u				34	4356
4457	koi8_u_to_utf8			34		4357
4458	utf8_to_windows_866				20	4358
4459	windows_866_to_utf8			20		4359
4460	utf8_to_windows_874				21	4358
4461	windows_874_to_utf8			21		4359
4462	utf8_to_windows_1250				29	4358
4463	windows_1250_to_utf8			29		4359
4464	utf8_to_windows_1251				23	4358
4465	windows_1251_to_utf8			23		4359
4466	utf8_to_windows_1252				24	4358
4467	windows_1252_to_utf8			24		4359
4468	utf8_to_windows_1253				30	4358
4469	windows_1253_to_utf8			30		4359
4470	utf8_to_windows_1254				31	4358
4471	windows_1254_to_utf8			31		4359
4472	utf8_to_windows_1255				32	4358
4473	windows_1255_to_utf8			32		4359
4474	utf8_to_windows_1256				18	4358
4475	windows_1256_to_utf8			18		4359
4476	utf8_to_windows_1257				33	4358
4477	windows_1257_to_utf8			33		4359
4478	utf8_to_windows_1258				19	4358
4479	windows_1258_to_utf8			19		4359
4480	euc_cn_to_utf8			2		4360
4481	utf8_to_euc_cn				2	4361
4482	euc_jp_to_utf8			1		4362
4483	utf8_to_euc_jp				1	4363
4484	euc_kr_to_utf8			3		4364
4485	utf8_to_euc_kr				3	4365
4486	euc_tw_to_utf8			4		4366
4487	utf8_to_euc_tw				4	4367
4488	gb18030_to_utf8			39		4368
4489	utf8_to_gb18030				39	4369
4490	gbk_to_utf8			37		4370
4491	utf8_to_gbk				37	4371
4492	utf8_to_iso_8859_2				9
4493	iso_8859_2_to_utf8			9		4373
4494	utf8_to_iso_8859_3				10
4495	iso_8859_3_to_utf8			10		4373
4496	utf8_to_iso_8859_4				11
4497	iso_8859_4_to_utf8			11		4373
4498	utf8_to_iso_8859_9				12
4499	iso_8859_9_to_utf8			12		4373
4500	utf8_to_iso_8859_10				13
4501	iso_8859_10_to_utf8			13		4373
4502	utf8_to_iso_8859_13				14
4503	iso_8859_13_to_utf8			14		4373
4504	utf8_to_iso_8859_14				15
4505	iso_8859_14_to_utf8			15		4373
4506	utf8_to_iso_8859_15				16
4507	iso_8859_15_to_utf8			16		4373
4508	utf8_to_iso_8859_16				17
4509	iso_8859_16_to_utf8			17		4373
4510	utf8_to_iso_8859_5				25
4511	iso_8859_5_to_utf8			25		4373
4512	utf8_to_iso_8859_6				26
4513	iso_8859_6_to_utf8			26		4373
4514	utf8_to_iso_8859_7				27
4515	iso_8859_7_to_utf8			27		4373
4516	utf8_to_iso_8859_8				28
4517	iso_8859_8_to_utf8			28		4373
4518	iso_8859_1_to_utf8			8		4374
4519	utf8_to_iso_8859_1				8	4375
4520	johab_to_utf8			40		4376
4521	utf8_to_johab				40	4377
4522	sjis_to_utf8			35		4378
4523	utf8_to_sjis				35	4379
4524	uhc_to_utf8			38		4380
4525	utf8_to_uhc				38	4381
4526	euc_jis_2004_to_utf8			5		4382
4527	utf8_to_euc_jis_2004				5	4383
4528	shift_jis_2004_to_utf8			41		4384
4529	utf8_to_shift_jis_2004				41	4385
4530	euc_jis_2004_to_shift_jis_2004			5	41	4386
4531	shift_jis_2004_to_euc_jis_2004			41	5	4387`,
}
