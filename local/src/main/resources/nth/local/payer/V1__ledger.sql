-- One row per win, for ever. "owed" until whoever moves the money has said that it moved.
create table ledger (
  dedup_id    text        primary key,
  event_id    text        not null,
  seq         bigint      not null,
  user_id     text        not null,
  record      text        not null,
  state       text        not null default 'owed' check (state in ('owed', 'paid', 'unpayable')),
  reference   text,
  why         text,
  entered_at  timestamptz not null default now(),
  settled_at  timestamptz,
  unique (event_id, seq)
);

-- What is no win that could be paid. A topic that was made anew may repeat an offset.
create table dead_letter (
  partition   integer     not null,
  "offset"    bigint      not null,
  sha256      text        not null,
  reason      text        not null,
  detail      text        not null,
  key         bytea,
  value       bytea,
  put_at      timestamptz not null default now(),
  primary key (partition, "offset", sha256)
);

-- In place of a bank, for show.
create table show_account (
  idempotency_key text        primary key,
  reference       text        not null,
  event_id        text        not null,
  seq             bigint      not null,
  user_id         text        not null,
  paid_at         timestamptz not null default now()
);
