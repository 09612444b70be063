-- What language models were asked and answered: readable for fourteen days by who may, then gone. It is also what limits count.

CREATE TABLE model_calls (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  prompt_id uuid REFERENCES prompts ON DELETE CASCADE,
  -- Null of a trial.
  ticket_id uuid REFERENCES tickets ON DELETE CASCADE,
  -- Who asked for it; null: a customer's message did.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  purpose text NOT NULL CHECK (purpose IN ('answer', 'trial', 'suggest', 'improve', 'summarize', 'transcribe', 'speak')),
  model text NOT NULL,
  sent jsonb NOT NULL,
  -- Null: nothing that could be used; then there is a problem.
  answered jsonb,
  problem text,
  input_tokens integer NOT NULL,
  output_tokens integer NOT NULL,
  cost double precision NOT NULL,
  milliseconds integer NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX model_calls_company ON model_calls (company_id, created_at DESC, id DESC);
CREATE INDEX model_calls_prompt ON model_calls (prompt_id, created_at) WHERE prompt_id IS NOT NULL;
CREATE INDEX model_calls_ticket ON model_calls (ticket_id, created_at) WHERE ticket_id IS NOT NULL;
CREATE INDEX model_calls_user ON model_calls (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX model_calls_created ON model_calls (created_at);

-- Whose keys and model help people to write; null: nothing does.
ALTER TABLE settings ADD COLUMN copilot_prompt_id uuid REFERENCES prompts ON DELETE SET NULL;
CREATE INDEX settings_copilot ON settings (copilot_prompt_id) WHERE copilot_prompt_id IS NOT NULL;
