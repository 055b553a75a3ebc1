-- the types of all columns of USING are settled before any is compared
create table left_side (k text, x int, d json);
create table right_side (k int, x int, d json);
select * from left_side join right_side using (k);
select * from left_side join right_side using (x, k);
select * from left_side join right_side using (d);
select * from left_side join right_side using (d, k);
select * from left_side natural join right_side;
select * from left_side l join right_side r using (x) where false;
drop table left_side, right_side;
