-- The list of resolved tickets goes on from the server where a device's ends: archived ones, those with the latest message first.
CREATE INDEX tickets_archived_list ON tickets (company_id, last_message_at DESC, id DESC) WHERE archived;
