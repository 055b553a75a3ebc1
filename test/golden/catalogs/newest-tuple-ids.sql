create table tids(id int)
select currtid2('tids'::text,'(0,1)'::tid)
insert into tids select generate_series(1,3)
select currtid2('tids'::text,'(0,1)'::tid), currtid2('public.tids','(0,3)')
select currtid2('tids'::text,'(99,1)'::tid)
select currtid2('tids'::text,'(0,0)'::tid)
create view tv as select * from tids
select currtid2('tv'::text,'(0,1)'::tid)
create view tv2 as select ctid, id from tids
select currtid2('tv2'::text,'(0,1)'::tid)
create view tv3 as select 1 as ctid
select currtid2('tv3'::text,'(0,1)'::tid)
create view tv4 as select '(0,1)'::tid as ctid
select currtid2('tv4'::text,'(0,1)'::tid)
create sequence tseq
select currtid2('tseq'::text,'(0,1)'::tid)
create index tix on tids(id)
select currtid2('tix'::text,'(0,1)'::tid)
create table tp(a int) partition by range(a)
select currtid2('tp'::text,'(0,1)'::tid)
create materialized view tmv as select a from tp
select currtid2('tmv'::text,'(0,1)'::tid)
insert into tp values(1)
create table tpd partition of tp default
insert into tp values(1)
refresh materialized view tmv
select currtid2('tmv'::text,'(0,1)'::tid)
select currtid2('nope','(0,1)')
select currtid2(null,'(0,1)')
