-- Queries name columns after their keys; the key is the specification's urlN8N.
ALTER TABLE queue_integrations RENAME COLUMN url_n8n TO url_n8_n;
