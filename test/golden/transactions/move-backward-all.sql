-- MOVE BACKWARD ALL goes to the start, which a cursor that has not moved need not be able to.
begin
declare a no scroll cursor for select g from generate_series(1, 5) g
move backward all from a
fetch 2 from a
savepoint s
move backward all from a
rollback to s
declare b scroll cursor for select g from generate_series(1, 5) g
move backward all from b
fetch 3 from b
move backward all from b
fetch 1 from b
move all from b
move backward all from b
move backward all from b
fetch all from b
move backward all from b
fetch backward all from b
commit
