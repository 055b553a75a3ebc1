/**
 * What ANALYZE found out, as pg_stats, pg_stats_ext and pg_stats_ext_exprs show it; and prepared transactions. OIDs and
 * columns are PostgreSQL 15's.
 */
import { CATALOG_SCHEMA, systemView } from './text.js'

/**
 * In which of a statistics row's five places something of a kind is.
 * @param {number} kind
 * @param {string} column with N for the place
 * @returns {string}
 */
const slot = (kind, column) => `case ${[1, 2, 3, 4, 5].map((place) => `when s.stakind${place} = ${kind} then ${column.replaceAll('N', String(place))}`).join(' ')} end`

/** Statistics tell of rows that policies hide. */
const SEES_ALL = '(c.relrowsecurity = false or not pg_catalog.row_security_active(c.oid))'

export const STATISTICS_KEPT_VIEWS = [
  systemView(CATALOG_SCHEMA, 12053, 'pg_stats', `schemaname name n.nspname
    tablename name c.relname
    attname name a.attname
    inherited bool s.stainherit
    null_frac float4 s.stanullfrac
    avg_width int4 s.stawidth
    n_distinct float4 s.stadistinct
    most_common_vals anyarray ${slot(1, 's.stavaluesN')}
    most_common_freqs _float4 ${slot(1, 's.stanumbersN')}
    histogram_bounds anyarray ${slot(2, 's.stavaluesN')}
    correlation float4 ${slot(3, 's.stanumbersN[1]')}
    most_common_elems anyarray ${slot(4, 's.stavaluesN')}
    most_common_elem_freqs _float4 ${slot(4, 's.stanumbersN')}
    elem_count_histogram _float4 ${slot(5, 's.stanumbersN')}`, `from pg_catalog.pg_statistic s join pg_catalog.pg_class c on c.oid = s.starelid join pg_catalog.pg_attribute a on c.oid = a.attrelid and a.attnum = s.staattnum
      left join pg_catalog.pg_namespace n on n.oid = c.relnamespace where not a.attisdropped and pg_catalog.has_column_privilege(c.oid, a.attnum, 'select') and ${SEES_ALL}`),
  systemView(CATALOG_SCHEMA, 12058, 'pg_stats_ext', `schemaname name cn.nspname
    tablename name c.relname
    statistics_schemaname name sn.nspname
    statistics_name name s.stxname
    statistics_owner name pg_catalog.pg_get_userbyid(s.stxowner)
    attnames _name (select pg_catalog.array_agg(a.attname order by a.attnum) from pg_catalog.unnest(s.stxkeys) k join pg_catalog.pg_attribute a on a.attrelid = s.stxrelid and a.attnum = k)
    exprs _text pg_catalog.pg_get_statisticsobjdef_expressions(s.oid)
    kinds _char s.stxkind
    inherited bool sd.stxdinherit
    n_distinct pg_ndistinct sd.stxdndistinct
    dependencies pg_dependencies sd.stxddependencies
    most_common_vals _text m.most_common_vals
    most_common_val_nulls _bool m.most_common_val_nulls
    most_common_freqs _float8 m.most_common_freqs
    most_common_base_freqs _float8 m.most_common_base_freqs`, `from pg_catalog.pg_statistic_ext s join pg_catalog.pg_class c on c.oid = s.stxrelid join pg_catalog.pg_statistic_ext_data sd on s.oid = sd.stxoid
      left join pg_catalog.pg_namespace cn on cn.oid = c.relnamespace left join pg_catalog.pg_namespace sn on sn.oid = s.stxnamespace
      left join lateral (select pg_catalog.array_agg("values") as most_common_vals, pg_catalog.array_agg(nulls) as most_common_val_nulls, pg_catalog.array_agg(frequency) as most_common_freqs,
        pg_catalog.array_agg(base_frequency) as most_common_base_freqs from pg_catalog.pg_mcv_list_items(sd.stxdmcv)) m on sd.stxdmcv is not null
      where pg_catalog.pg_has_role(c.relowner, 'USAGE') and ${SEES_ALL}`),
  systemView(CATALOG_SCHEMA, 12063, 'pg_stats_ext_exprs', `schemaname name cn.nspname
    tablename name c.relname
    statistics_schemaname name sn.nspname
    statistics_name name s.stxname
    statistics_owner name pg_catalog.pg_get_userbyid(s.stxowner)
    expr text x.expr
    inherited bool sd.stxdinherit
    null_frac float4 (x.found).stanullfrac
    avg_width int4 (x.found).stawidth
    n_distinct float4 (x.found).stadistinct
    most_common_vals anyarray ${slot(1, '(x.found).stavaluesN')}
    most_common_freqs _float4 ${slot(1, '(x.found).stanumbersN')}
    histogram_bounds anyarray ${slot(2, '(x.found).stavaluesN')}
    correlation float4 ${slot(3, '((x.found).stanumbersN)[1]')}
    most_common_elems anyarray ${slot(4, '(x.found).stavaluesN')}
    most_common_elem_freqs _float4 ${slot(4, '(x.found).stanumbersN')}
    elem_count_histogram _float4 ${slot(5, '(x.found).stanumbersN')}`.replaceAll('s.stakind', '(x.found).stakind'),
    `from pg_catalog.pg_statistic_ext s join pg_catalog.pg_class c on c.oid = s.stxrelid
      left join pg_catalog.pg_statistic_ext_data sd on s.oid = sd.stxoid left join pg_catalog.pg_namespace cn on cn.oid = c.relnamespace left join pg_catalog.pg_namespace sn on sn.oid = s.stxnamespace,
      lateral (select e.expr, sd.stxdexpr[e.number] as found from pg_catalog.unnest(pg_catalog.pg_get_statisticsobjdef_expressions(s.oid)) with ordinality e(expr, number)) x
      where pg_catalog.pg_has_role(c.relowner, 'USAGE') and ${SEES_ALL}`),
  systemView(CATALOG_SCHEMA, 12090, 'pg_prepared_xacts', `transaction xid x.transaction
    gid text x.gid
    prepared timestamptz x.prepared
    owner name r.rolname
    database name d.datname`, 'from pg_catalog.pg_prepared_xact() x left join pg_catalog.pg_authid r on r.oid = x.ownerid left join pg_catalog.pg_database d on d.oid = x.dbid'),
]
