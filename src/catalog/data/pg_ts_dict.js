/** Rows of pg_ts_dict in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_TS_DICT = {
  columns: 'oid dictname dictnamespace dictowner dicttemplate dictinitoption',
  types: [26, 19, 26, 26, 26, 25],
  defaults: '3765\tsimple\t11\t10\t13150\t\\N',
  count: 29,
  rows: `				3727
13151	arabic_stem				language = 'arabic'
13153	armenian_stem				language = 'armenian'
13155	basque_stem				language = 'basque'
13157	catalan_stem				language = 'catalan'
13159	danish_stem				language = 'danish', stopwords = 'danish'
13161	dutch_stem				language = 'dutch', stopwords = 'dutch'
13163	english_stem				language = 'english', stopwords = 'english'
13165	finnish_stem				language = 'finnish', stopwords = 'finnish'
13167	french_stem				language = 'french', stopwords = 'french'
13169	german_stem				language = 'german', stopwords = 'german'
13171	greek_stem				language = 'greek'
13173	hindi_stem				language = 'hindi'
13175	hungarian_stem				language = 'hungarian', stopwords = 'hungarian'
13177	indonesian_stem				language = 'indonesian'
13179	irish_stem				language = 'irish'
13181	italian_stem				language = 'italian', stopwords = 'italian'
13183	lithuanian_stem				language = 'lithuanian'
13185	nepali_stem				language = 'nepali', stopwords = 'nepali'
13187	norwegian_stem				language = 'norwegian', stopwords = 'norwegian'
13189	portuguese_stem				language = 'portuguese', stopwords = 'portuguese'
13191	romanian_stem				language = 'romanian'
13193	russian_stem				language = 'russian', stopwords = 'russian'
13195	serbian_stem				language = 'serbian'
13197	spanish_stem				language = 'spanish', stopwords = 'spanish'
13199	swedish_stem				language = 'swedish', stopwords = 'swedish'
13201	tamil_stem				language = 'tamil'
13203	turkish_stem				language = 'turkish', stopwords = 'turkish'
13205	yiddish_stem				language = 'yiddish'`,
}
