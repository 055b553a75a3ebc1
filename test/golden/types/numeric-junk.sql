select 1_2_3;
select 0x1F;
select 0b01;
select 0o17;
select 1_000.5;
select 1.5_0;
select 123abc;
select 0x0;
prepare p1 as select $1a;
prepare p2 as select $1 + 1;
select 'a 1_0 0x1F $1a', "1_0" from (select 1 as "1_0") x;
select E'\'1_0', $$1_0 $1a 0x$$, $q$1_0$q$, 1 /* 1_0 /* 0x1 */ $1a */ -- 0x1F
;
select t1_0.a1_2, x'1F', b'01', U&'1_0\0061' from (select 1 as a1_2) t1_0;
select 1e5, 1.5e-3, .5, 5., 1e+2;
select array[1,2,3][1:2], 1::int, 1as x;
select 'é', 1_0;
values (1),(2_2);
