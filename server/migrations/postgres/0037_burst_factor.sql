-- How many times as many launches as usual are a burst.
ALTER TABLE rules ADD COLUMN times_usual double precision DEFAULT 3 NOT NULL
  CONSTRAINT rules_times_usual_check CHECK (times_usual >= 1);
