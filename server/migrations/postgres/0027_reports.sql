-- Weekly reports that are sent by mail, and links to reports.
CREATE TABLE report_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Of a brand; the id is that of its name.
  advertiser_id bigint,
  company_name text,
  board_id bigint REFERENCES boards (id) ON DELETE CASCADE,
  -- 1 is Monday.
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  by_mail boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Due times until this one are done.
  mailed_for timestamptz,
  mailed_at timestamptz,
  CONSTRAINT report_subscriptions_subject_check
    CHECK ((board_id IS NULL) <> (company_name IS NULL) AND (company_name IS NULL) = (advertiser_id IS NULL)),
  UNIQUE (user_id, advertiser_id),
  UNIQUE (user_id, board_id)
);
CREATE INDEX report_subscriptions_board_id_idx ON report_subscriptions (board_id);

CREATE TABLE shared_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  board_id bigint REFERENCES boards (id) ON DELETE CASCADE,
  report jsonb NOT NULL,
  -- Without it, only the pictures are served, for a mail.
  has_page boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX shared_reports_user_id_idx ON shared_reports (user_id);
CREATE INDEX shared_reports_board_id_idx ON shared_reports (board_id);
CREATE INDEX shared_reports_expires_at_idx ON shared_reports (expires_at);
