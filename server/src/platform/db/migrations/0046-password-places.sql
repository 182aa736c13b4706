-- Wrong passwords are counted by the place where they were typed: “network:…”, “device:…” with the SHA-256 of what a
-- browser keeps that has signed in to the account before, or “session” for who is signed in.
create table password_places (
  user_id uuid not null references users (id),
  place text not null,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  used_at timestamptz not null,
  primary key (user_id, place)
);
create index password_places_used on password_places (used_at);
alter table password_places enable row level security;
create policy system on password_places to cresyl_system using (true);
grant select, insert, update, delete on password_places to cresyl_system;

-- What strangers have tried from everywhere together: each try moves it on by 15 minutes.
alter table credentials
  drop column failed_attempts,
  drop column locked_until,
  add column strangers_until timestamptz;

-- An address doesn't say who somebody is: each organisation may have an account of its own with it.
drop index users_email;
create index users_email on users (issuer, lower(email));
