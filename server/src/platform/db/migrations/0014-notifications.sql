create table notifications (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  kind text not null,
  text text not null,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (organization_id, id)
);
create index notifications_by_time on notifications (organization_id, user_id, created_at desc, id);
create index notifications_unread on notifications (organization_id, user_id) where read_at is null;
select secure_table('notifications', app => 'select, insert, update (read_at)', system => 'select, insert, delete');
-- Anyone may cause one for someone else; each person reads only their own.
create policy own_to_read on notifications as restrictive for select to cresyl_app
  using (user_id = current_person());
create policy own_to_mark on notifications as restrictive for update to cresyl_app
  using (user_id = current_person());
select announce_table('notifications');

-- The people to notify of an event, and how. Preferences belong to each person, so this runs as the owner: for the
-- organisation of the transaction, or for any when the platform itself asks.
create function people_to_notify(organization uuid, what text, people uuid[], holding_roles text[])
  returns table (user_id uuid, email text, in_app boolean, by_email boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select m.user_id, u.email,
    coalesce((p.notifications -> what ->> 'in_app')::boolean, true),
    coalesce((p.notifications -> what ->> 'email')::boolean, false)
  from memberships m
  join users u on u.id = m.user_id and u.disabled_at is null
  left join profiles p on p.user_id = m.user_id
  where m.organization_id = organization and m.disabled_at is null
    and (organization = current_organization() or current_setting('role') = 'cresyl_system')
    and (m.user_id = any (people) or m.role = any (holding_roles))
$$;
revoke all on function people_to_notify(uuid, text, uuid[], text[]) from public;
grant execute on function people_to_notify(uuid, text, uuid[], text[]) to cresyl_app, cresyl_system;

-- E-mails that wait to be sent; a sent one is deleted, for it may hold a link that grants access.
create table outgoing_mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  link text,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- For e-mails that repeat what the app shows: better lost than sent twice.
  at_most_once boolean not null default false,
  last_error text
);
create index outgoing_mails_due on outgoing_mails (next_attempt_at);
select secure_table('outgoing_mails', app => 'insert', system => 'select, insert, update, delete');
create policy write on outgoing_mails for insert to cresyl_app with check (true);

-- The time up to which a person has had e-mails about unread notifications: written in the transaction that queues the
-- e-mail, so that there is only one.
create table digests (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  upto timestamptz not null,
  primary key (organization_id, user_id)
);
select secure_table('digests', system => 'select, insert, update');

-- The time up to which a person has seen what needed attention. Not part of the membership: superadmins have none.
create table attention_seen (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  seen_at timestamptz not null,
  primary key (organization_id, user_id)
);
select secure_table('attention_seen', app => 'select, insert, update');
create policy own_to_see on attention_seen as restrictive to cresyl_app using (user_id = current_person());
