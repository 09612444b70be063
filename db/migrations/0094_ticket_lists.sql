-- The lists of the app, which begin with the latest message: a device that has no copy yet, or an old one, asks the server for them first.
CREATE INDEX tickets_list ON tickets (company_id, status, last_message_at DESC, id DESC) WHERE NOT archived;
