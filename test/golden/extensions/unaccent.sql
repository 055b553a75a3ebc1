CREATE EXTENSION unaccent;
SELECT unaccent('Hôtel'), unaccent('ŒUVRE Æsir straße ØÅł'), unaccent('ﬁ ½ № …'), unaccent(''), unaccent(NULL::text), unaccent('Ёлка ёж'), unaccent('naïve café — «x»');
SELECT provolatile, proisstrict FROM pg_proc WHERE proname = 'unaccent' ORDER BY oid;
