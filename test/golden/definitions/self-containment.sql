-- A composite type cannot hold itself, however deep.
create type pair as (a int, b int);
create type pair_range as range (subtype = pair);
create domain pair_domain as pair;
create type outer_pair as (p pair, d pair_domain);
alter type pair add attribute c pair;
alter type pair add attribute c pair[];
alter type pair add attribute c pair_range;
alter type pair add attribute c pair_multirange;
alter type pair add attribute c pair_domain[];
alter type pair add attribute c outer_pair;
alter type pair alter attribute a type outer_pair;
create table own (a int);
alter table own add column b own;
alter table own add column b own[];
alter type outer_pair add attribute e pair_range;
