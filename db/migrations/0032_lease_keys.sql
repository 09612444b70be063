-- With which key the owner of a lease seals what it stores: keys are changed only when all owners have the new one.
ALTER TABLE connection_leases ADD COLUMN key_id text;
