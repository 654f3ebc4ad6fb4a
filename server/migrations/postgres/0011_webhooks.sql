-- Addresses that notifications are sent to, what is sent, and how each attempt went.

CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2048),
  -- Messages are signed with it, so it is kept as it is.
  secret text NOT NULL CHECK (secret ~ '^whsec_[A-Za-z0-9+/=]{32,}$'),
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  -- Since when no attempt has succeeded, and how many have failed one after the other.
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  last_delivered_at timestamptz,
  -- How the last message to it went; slow is also one that failed.
  standing text NOT NULL DEFAULT 'untried' CHECK (standing IN ('untried', 'quick', 'slow')),
  -- When it is next to be sent something; null: nothing waits for it.
  due_at timestamptz,
  -- After failures it is left alone until then, whatever waits.
  paused_until timestamptz,
  -- Whoever sends to it holds it until then. The number tells one holder from the next.
  claimed_until timestamptz,
  claim bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_disabled_check CHECK (enabled = (disabled_reason IS NULL))
);

-- An address may be longer than an entry of an index.
CREATE UNIQUE INDEX webhooks_address_idx ON webhooks (user_id, md5(url));

CREATE INDEX webhooks_due_idx ON webhooks (standing, due_at) WHERE enabled AND due_at IS NOT NULL;

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  -- By which a receiver knows a message that it was sent before.
  message_id text NOT NULL UNIQUE DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  notification_id bigint REFERENCES notifications ON DELETE SET NULL,
  type text NOT NULL CHECK (type <> ''),
  -- The JSON text itself, so that every attempt sends the same bytes.
  payload text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  -- Since it was queued, or asked for again.
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  first_tried_at timestamptz,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- One that waits for a disabled address has no next attempt.
  CONSTRAINT webhook_deliveries_next_check CHECK (next_attempt_at IS NULL OR status = 'waiting')
);

CREATE INDEX webhook_deliveries_log_idx ON webhook_deliveries (webhook_id, id DESC);

CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (webhook_id, id) WHERE status = 'waiting';

CREATE INDEX webhook_deliveries_notification_id_idx ON webhook_deliveries (notification_id);

CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id bigint NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL,
  http_status integer,
  error text,
  milliseconds integer NOT NULL CHECK (milliseconds >= 0)
);

CREATE INDEX webhook_attempts_delivery_id_idx ON webhook_attempts (delivery_id, id DESC);
