-- 'replace': everything was shown, and whoever logs in was asked whether the devices that it would log out are to go.
ALTER TABLE login_steps DROP CONSTRAINT login_steps_kind_check,
  ADD CONSTRAINT login_steps_kind_check CHECK (kind IN ('login', 'setup', 'passkey', 'register', 'replace'));
