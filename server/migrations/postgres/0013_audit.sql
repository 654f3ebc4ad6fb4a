-- Security-relevant acts: who did what, by which key or session, and from where.
CREATE TABLE acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  act text NOT NULL CHECK (act <> ''),
  -- The address is kept beside it, so that an act can be told of when the person is gone.
  actor_id text REFERENCES users ON DELETE SET NULL,
  actor_email text,
  -- No reference: what was done to a team stays known when the team is gone.
  team_id bigint,
  subject text,
  -- Which key or session.
  via text,
  address text,
  details jsonb NOT NULL
);

CREATE INDEX acts_actor_id_idx ON acts (actor_id);

CREATE INDEX acts_team_id_idx ON acts (team_id, id DESC) WHERE team_id IS NOT NULL;

CREATE INDEX acts_act_idx ON acts (act, id DESC);

-- Old ones are deleted by age.
CREATE INDEX acts_at_idx ON acts (at);
