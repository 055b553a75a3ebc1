-- Indexes over columns of domains: built over rows that are there, vacuumed, unique.
create domain name_domain as varchar;
create domain number_domain as int check (value > 0);
create domain upper_domain as number_domain;
create table keyed (a name_domain, b number_domain, c upper_domain);
insert into keyed select 'k' || i, i, i from generate_series(1, 300) i;
create index keyed_a on keyed (a);
create unique index keyed_b on keyed (b);
alter table keyed add primary key (c);
delete from keyed where b % 3 = 0;
update keyed set b = b + 1000, c = c + 1000 where b % 3 = 1;
vacuum keyed;
select count(*) from keyed where a = 'k7';
select a from keyed where b = 1007;
select a from keyed where c = 1010;
insert into keyed values ('again', 1007, 1);
insert into keyed values ('k7', 7, 7);
select a, count(*) from keyed where a in ('k7', 'k8') group by a order by a;
