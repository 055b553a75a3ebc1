CREATE TABLE twice_named (a text) PARTITION BY LIST (a);
CREATE TABLE twice_named_1 PARTITION OF twice_named FOR VALUES IN ('x', 'y', 'x', NULL, 'z', NULL, 'y');
SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE relname = 'twice_named_1';
CREATE TABLE twice_numbered (a numeric) PARTITION BY LIST (a);
CREATE TABLE twice_numbered_1 PARTITION OF twice_numbered FOR VALUES IN (1, 2.0, 1, 3, 2.0);
SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE relname = 'twice_numbered_1';
