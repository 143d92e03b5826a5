-- One row per win and per closing, for ever. "pending" until the receiver has said that it has it.
create table notice (
  id               text        primary key,
  event_id         text        not null,
  place            bigint      not null,
  wins             integer     not null,
  happened_at      timestamptz(3) not null,
  body             bytea       not null,
  state            text        not null check (state in ('pending', 'delivered', 'given_up', 'skipped')),
  attempts         integer     not null default 0,
  -- While somebody sends it: when it is taken for lost, and sent again.
  next_attempt_at  timestamptz not null default now(),
  -- The pauses between attempts so far; times in which nobody tried are none.
  paused_ms        bigint      not null default 0,
  -- Of the last attempt, if it failed.
  why              text,
  entered_at       timestamptz not null default now(),
  settled_at       timestamptz,
  unique (event_id, place)
);

-- What nobody can be told of: records that are gone or cannot be read. For somebody to look at, and then to delete.
create table passed_over (
  place      text        primary key,
  why        text        not null,
  entered_at timestamptz not null default now()
);

-- The few that somebody still has to look at, among all of them.
create index notice_open on notice (state, next_attempt_at) where state in ('pending', 'given_up');
