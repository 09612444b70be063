-- The company's time zone is set on screen: whatever is written there must be one that SQL can reckon with, or a day of it is an error.

CREATE FUNCTION is_time_zone(name text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  -- '+03:00' and 'BRT3' are zones to Postgres, and something else to everybody else.
  RETURN name ~ '^[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)*$';
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

ALTER TABLE companies ADD CONSTRAINT companies_time_zone CHECK (is_time_zone(time_zone));
