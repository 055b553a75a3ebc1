-- a function of anyenum is not found for a literal whose type nothing says
create type mood as enum ('sad', 'ok');
select enum_first('x');
select enum_range('x', 'y');
select enum_first(null::mood), enum_range('sad', 'ok'::mood), enum_range(null::mood, 'sad');
select enum_first(1);
select enum_last(null);
drop type mood;
