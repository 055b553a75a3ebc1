/** Rows of pg_ts_config in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_TS_CONFIG = {
  columns: 'oid cfgname cfgnamespace cfgowner cfgparser',
  types: [26, 19, 26, 26, 26],
  defaults: '3748\tsimple\t11\t10\t3722',
  count: 29,
  rows: `
13152	arabic
13154	armenian
13156	basque
13158	catalan
13160	danish
13162	dutch
13164	english
13166	finnish
13168	french
13170	german
13172	greek
13174	hindi
13176	hungarian
13178	indonesian
13180	irish
13182	italian
13184	lithuanian
13186	nepali
13188	norwegian
13190	portuguese
13192	romanian
13194	russian
13196	serbian
13198	spanish
13200	swedish
13202	tamil
13204	turkish
13206	yiddish`,
}
