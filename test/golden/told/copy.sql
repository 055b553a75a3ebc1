CREATE TABLE c (id int PRIMARY KEY, a int NOT NULL CHECK (a < 100), b text)

CREATE TABLE f (id int REFERENCES c, d date)

COPY c FROM STDIN
1	2	x
1	3	y

COPY c FROM STDIN
1	2	x
2	\N	y

COPY c FROM STDIN
1	2	x
2	200	yéééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé

COPY c FROM STDIN
1	2	x
2	2xx	yéééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé

COPY f FROM STDIN
7	2020-01-01

COPY f FROM STDIN
7	2020-01-01eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee

COPY f FROM STDIN
7	2020-01-01	3

COPY f FROM STDIN
7

COPY f FROM STDIN CSV
7,"2020-01-01
"

CREATE FUNCTION tr() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING '% % %', tg_when, tg_level, tg_op; IF tg_level = 'ROW' AND new.id > 10 THEN RAISE EXCEPTION 'too big'; END IF; RETURN new; END $$

CREATE TRIGGER t1 BEFORE INSERT ON c FOR EACH ROW EXECUTE FUNCTION tr()

CREATE TRIGGER t2 BEFORE INSERT ON c FOR EACH STATEMENT EXECUTE FUNCTION tr()

CREATE TRIGGER t3 AFTER INSERT ON c FOR EACH ROW EXECUTE FUNCTION tr()

CREATE TRIGGER t4 AFTER INSERT ON c FOR EACH STATEMENT EXECUTE FUNCTION tr()

COPY c FROM STDIN
4	2	x
5	3	y

COPY c FROM STDIN
6	2	x
6	3	y

COPY c FROM STDIN
7	2	x
11	3	y

COPY c (id, b, a) FROM STDIN CSV
8,"x
y",3
18,"x
y
z",3

DROP TRIGGER t1 ON c

COPY c FROM STDIN
9	2	x
11	3	y

SELECT * FROM c ORDER BY id

CREATE VIEW v AS SELECT * FROM c

CREATE TRIGGER t5 INSTEAD OF INSERT ON v FOR EACH ROW EXECUTE FUNCTION tr()

COPY v FROM STDIN
9	2	x
11	3	y

CREATE FUNCTION dflt() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'default'; RETURN 1; END $$

CREATE TABLE d (a int, b int DEFAULT dflt())

COPY d (a) FROM STDIN
1
2

CREATE TABLE g (a int, b int GENERATED ALWAYS AS (10 / a) STORED)

COPY g (a) FROM STDIN
1
0

CREATE TABLE p (a int, b text) PARTITION BY LIST (a)

CREATE TABLE p1 PARTITION OF p (b PRIMARY KEY) FOR VALUES IN (1, 2)

COPY p FROM STDIN
1	x
2	x

COPY p FROM STDIN
1	x
3	x

COPY p FROM STDIN WHERE a < 3
1	x
3	x
4	y

COPY p FROM STDIN WHERE 1 / (a - 4) < 3
1	z
3	u
4	y

CREATE DOMAIN dm AS int CHECK (value < 5)

CREATE TABLE h (a dm, b int[])

COPY h FROM STDIN
7	{1}

COPY h FROM STDIN
1	{1

COPY h FROM STDIN
\N	

create table ruled (id int)

create rule r as on insert to ruled do also insert into ruled values (99)

COPY ruled FROM STDIN
1

create rule r2 as on insert to ruled do instead nothing

COPY ruled FROM STDIN
2

table ruled

create view told_view as select id as a from ruled

create function told_skip() returns trigger language plpgsql as $$ begin if new.a = 2 then return null; end if; return new; end $$

create trigger tr instead of insert on told_view for each row execute function told_skip()

COPY told_view FROM STDIN
1
2
3

COPY told_view FROM STDIN WHERE a > 1
1
2
3
