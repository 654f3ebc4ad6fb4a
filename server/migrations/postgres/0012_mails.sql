-- Mails, put here in the transaction of what they tell of, and sent by a job.
CREATE TABLE mails (
  -- Also in its Message-ID, which is the same however often it is tried.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  recipient text NOT NULL CHECK (recipient <> ''),
  -- Erased when the mail is sent or given up: they hold links that sign people in.
  subject text,
  text text,
  html text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it is tried next, also if the node that tries it now does not tell how it went; null: never.
  due_at timestamptz DEFAULT now(),
  -- How often it was begun.
  tries smallint NOT NULL DEFAULT 0,
  -- The mail server hung on it when it was last tried: it is given a place among few.
  is_slow boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  -- Of the last try.
  error text,
  CONSTRAINT mails_waiting_check CHECK ((due_at IS NULL) = (text IS NULL) AND (sent_at IS NULL OR due_at IS NULL))
);

CREATE INDEX mails_due_idx ON mails (is_slow, due_at) WHERE due_at IS NOT NULL;

-- Old ones are deleted by age.
CREATE INDEX mails_created_at_idx ON mails (created_at);

-- What waits for somebody whose account is deleted goes with it.
CREATE INDEX mails_recipient_idx ON mails (lower(recipient));
