-- How long things take on their way, as histograms by company: what an operator watches. Nothing of anybody's words or numbers.

CREATE TABLE delays (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- in: received from WhatsApp → in its row · device: in its row → in an answer to a device that waits · ack: handed to WhatsApp → acknowledged.
  kind text NOT NULL CHECK (kind IN ('in', 'device', 'ack')),
  -- Begin of five minutes; -infinity: everything that is older than two hours, so that the sum of all only rises.
  at timestamptz NOT NULL,
  -- Place in the bounds of db/src/kit/histogram.ts.
  bucket smallint NOT NULL,
  count bigint NOT NULL,
  total_ms bigint NOT NULL,
  PRIMARY KEY (company_id, kind, at, bucket)
);
CREATE INDEX delays_at ON delays (at);
