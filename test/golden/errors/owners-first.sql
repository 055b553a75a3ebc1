alter function nofun(int) owner to norole
alter type notype owner to norole
alter table notab owner to norole
alter schema nosch owner to norole
alter domain nosch owner to norole
alter sequence nosch owner to norole
alter view nosch owner to norole
alter aggregate nosch(int) owner to norole
alter operator +(text,int) owner to norole
alter collation nosch owner to norole
alter conversion nosch owner to norole
alter database nosch owner to norole
alter language nosch owner to norole
alter large object 123 owner to norole
alter operator class nosch using btree owner to norole
alter operator family nosch using btree owner to norole
alter procedure nosch(int) owner to norole
alter publication nosch owner to norole
alter statistics nosch owner to norole
alter text search dictionary nosch owner to norole
alter text search configuration nosch owner to norole
alter tablespace nosch owner to norole
alter foreign data wrapper nosch owner to norole
alter server nosch owner to norole
alter event trigger nosch owner to norole
alter foreign table nosch owner to norole
alter materialized view nosch owner to norole
alter subscription nosch owner to norole
alter routine nosch owner to norole
