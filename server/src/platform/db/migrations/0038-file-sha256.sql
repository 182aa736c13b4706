-- SHA-256 of the whole file, as every other program computes it. Of files that were read before it is found when they are read again.
alter table files add column sha256 bytea;
