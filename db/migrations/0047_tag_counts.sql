-- How many tickets of the company have a tag, whatever queue they are in and however old they are: devices of those who may know it can't
-- count tickets that they don't have. Beside tags and not a column of them, whose rows everybody gets.

CREATE TABLE tag_counts (
  -- The tag's.
  id uuid PRIMARY KEY REFERENCES tags ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  tickets integer NOT NULL
);
CREATE INDEX tag_counts_company ON tag_counts (company_id);

CREATE FUNCTION count_tagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of ids: two who tag with the same tags wait for each other in the same order.
  INSERT INTO tag_counts AS c (id, company_id, tickets)
  SELECT tag_id, company_id, count(*) FROM new_rows GROUP BY tag_id, company_id ORDER BY tag_id
  ON CONFLICT (id) DO UPDATE SET tickets = c.tickets + excluded.tickets;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_tags_count AFTER INSERT ON ticket_tags
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tagged();

CREATE FUNCTION count_untagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tag_counts WHERE id IN (SELECT tag_id FROM gone_rows) ORDER BY id FOR UPDATE;
  UPDATE tag_counts c SET tickets = c.tickets - gone.n
  FROM (SELECT tag_id, count(*) AS n FROM gone_rows GROUP BY tag_id) gone WHERE c.id = gone.tag_id;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_tags_uncount AFTER DELETE ON ticket_tags
REFERENCING OLD TABLE AS gone_rows FOR EACH STATEMENT EXECUTE FUNCTION count_untagged();

INSERT INTO tag_counts (id, company_id, tickets) SELECT tag_id, company_id, count(*) FROM ticket_tags GROUP BY tag_id, company_id;

ALTER TABLE tag_counts REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE tag_counts;
