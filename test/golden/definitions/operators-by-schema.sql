create schema golden_ops
set search_path = golden_ops
create type tt as (a int)
create function lte(tt,tt) returns bool language sql as 'select $1.a<=$2.a'
create function lt(tt,tt) returns bool language sql as 'select $1.a<$2.a'
create function gt(tt,tt) returns bool language sql as 'select $1.a>$2.a'
create function gte(tt,tt) returns bool language sql as 'select $1.a>=$2.a'
set search_path=''
create operator golden_ops.< (function=golden_ops.lt, leftarg=golden_ops.tt, rightarg=golden_ops.tt, commutator=operator(golden_ops.>), negator=operator(golden_ops.>=), restrict=scalarltsel, join=scalarltjoinsel)
create operator golden_ops.<= (function=golden_ops.lte, leftarg=golden_ops.tt, rightarg=golden_ops.tt, commutator=operator(golden_ops.>=), negator=operator(golden_ops.>), restrict=scalarlesel, join=scalarlejoinsel)
create operator golden_ops.> (function=golden_ops.gt, leftarg=golden_ops.tt, rightarg=golden_ops.tt, commutator=operator(golden_ops.<), negator=operator(golden_ops.<=))
create operator golden_ops.>= (function=golden_ops.gte, leftarg=golden_ops.tt, rightarg=golden_ops.tt, commutator=operator(golden_ops.<=), negator=operator(golden_ops.<))
select oprname, oprcode, oprcom::regoperator, oprnegate::regoperator from pg_operator where oprleft='golden_ops.tt'::regtype order by 1
create function golden_ops.f(t golden_ops.tt) returns int language sql return (t).a
create function golden_ops.f2(a int, b int default 3) returns bool immutable language sql return a > b and b < 4
create function golden_ops.f3(a int) returns setof int begin atomic select a; select a+1; end
select pg_get_functiondef(oid) from pg_proc where proname in ('f','f2','f3') and pronamespace='golden_ops'::regnamespace order by 1
select pg_get_function_sqlbody(oid) from pg_proc where proname in ('f','f2','f3') and pronamespace='golden_ops'::regnamespace order by 1
create function golden_ops.f4(a int) returns int language sql begin atomic return a + 1; end
select pg_get_functiondef('golden_ops.f4'::regproc), golden_ops.f4(4)
create operator class golden_ops.tt_ops for type golden_ops.tt using btree as operator 1 golden_ops.<, operator 2 golden_ops.<=, operator 4 golden_ops.>=, operator 5 golden_ops.>
set search_path = public
set client_min_messages = warning
drop schema golden_ops cascade
reset client_min_messages
