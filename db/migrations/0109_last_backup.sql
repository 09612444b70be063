-- When the last whole backup was taken (pnpm backup notes it, and whoever backs up by other means may): the doctor tells how old it is.
ALTER TABLE installation ADD COLUMN backed_up_at timestamptz;
