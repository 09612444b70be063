-- The super flag stands on admins of the operator's company and nowhere else: whatever is written, losing either clears it.

-- The company is locked: one that is losing the mark at this moment is waited for.
CREATE FUNCTION keep_super() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM companies WHERE id = NEW.company_id AND operator FOR SHARE;
  NEW.super := FOUND AND NEW.profile = 'admin';
  RETURN NEW;
END $$;
CREATE TRIGGER users_super BEFORE INSERT OR UPDATE OF super, profile, company_id ON users
FOR EACH ROW WHEN (NEW.super) EXECUTE FUNCTION keep_super();

CREATE FUNCTION clear_super() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET super = false WHERE company_id = NEW.id AND super;
  RETURN NULL;
END $$;
CREATE TRIGGER companies_clear_super AFTER UPDATE OF operator ON companies
FOR EACH ROW WHEN (OLD.operator AND NOT NEW.operator) EXECUTE FUNCTION clear_super();

UPDATE users SET super = super WHERE super;
