-- The search for words uses trigrams; annotations in a view are found by image, size and box in one index.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

grant usage on schema public to cresyl_app, cresyl_system;

-- The organisation of the transaction. After a commit the setting is '', not null.
create function current_organization() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;

-- The person of the transaction, for tables that hold what belongs to one person.
create function current_person() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- Switches row-level security on for a table. The app reaches the rows for which `own` holds (by default those of the
-- organisation of the transaction), the system reaches all; `app` and `system` are what they may do, such as
-- 'select, update (name)'. A table without `own` and without an organisation is for the system alone. Row-level
-- security is not forced: functions that run as the owner see all rows.
create function secure_table(
  secured regclass, app text default null, system text default null, own text default null
) returns void
  language plpgsql set search_path = public, pg_temp
as $$
begin
  if own is null and exists (select from pg_attribute where attrelid = secured and attname = 'organization_id')
  then
    own := 'organization_id = current_organization()';
  end if;
  execute format('alter table %s enable row level security', secured);
  if own is not null then execute format('create policy own on %s to cresyl_app using (%s)', secured, own); end if;
  execute format('create policy system on %s to cresyl_system using (true)', secured);
  if app is not null then execute format('grant %s on %s to cresyl_app', app, secured); end if;
  if system is not null then execute format('grant %s on %s to cresyl_system', system, secured); end if;
end $$;

-- Calls a function after each statement that inserts, updates or deletes: it finds the rows in new_rows and old_rows.
-- The triggers are named after their purpose: count_insert, count_update, count_delete.
create function follow_statements(followed regclass, purpose text, call text) returns void
  language plpgsql set search_path = public, pg_temp
as $$
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function %s', purpose || '_insert', followed, call);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function %s', purpose || '_update', followed, call);
  execute format('create trigger %I after delete on %s referencing old table as old_rows
    for each statement execute function %s', purpose || '_delete', followed, call);
end $$;

-- Announces changes on the channel cresyl_events once the transaction is committed, in less than 200 bytes:
-- {"o": organisation, "r": resource, "i": id, "v": version, "u": the only person it concerns}. A change without an
-- organisation concerns all of them; many rows of one organisation in a statement are announced once, without an id.
create function announce_changes() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
declare
  resource constant text := tg_argv[0];
  most_listed constant integer := 20;
  -- Columns that change all the time and nobody waits for.
  noise constant text[] := '{updated_at,last_seen_at,last_used_at,beat}';
  changed jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)) into changed from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into changed from old_rows o;
  else
    with before as (
      select to_jsonb(o) - noise as each from old_rows o
    ), after as (
      select to_jsonb(n) - noise as each from new_rows n except select each from before
    )
    -- An unchanged version does not say whether a reader has seen this change.
    select array_agg(case when b.each is null then a.each else a.each - 'version' end) into changed
      from after a left join before b
        on jsonb_build_array(b.each -> 'id', b.each -> 'organization_id', b.each -> 'user_id', b.each -> 'version')
          = jsonb_build_array(a.each -> 'id', a.each -> 'organization_id', a.each -> 'user_id', a.each -> 'version');
  end if;

  if tg_table_name = 'users' then
    -- A person is shown in each of their organisations.
    select array_agg(to_jsonb(m) - 'version') into changed
      from unnest(changed) as each join memberships m on m.user_id = (each ->> 'id')::uuid;
  elsif tg_table_name = 'jobs' then
    -- Jobs of the platform itself are shown to nobody.
    changed := array(select each from unnest(changed) as each where each ->> 'organization_id' is not null);
  end if;

  perform pg_notify('cresyl_events', jsonb_strip_nulls(jsonb_build_object('o', o, 'r', resource, 'u', u, 'i', i, 'v', v))::text)
  from (
    select distinct o, u, case when many then null else i end as i, case when many then null else v end as v
    from (
      select told.*, count(*) over (partition by o, u) > most_listed as many
      from unnest(changed) as each, lateral (
        select
          each -> case tg_table_name when 'organizations' then 'id' else 'organization_id' end as o,
          each -> case resource when 'users' then 'user_id' else 'id' end as i,
          -- Deleted rows have none, and that of a server is the version of its software.
          case when tg_op <> 'DELETE' and jsonb_typeof(each -> 'version') = 'number' then each -> 'version' end as v,
          case resource when 'notifications' then each -> 'user_id' end as u
      ) as told
    ) as counted
  ) as hints;
  return null;
end $$;

create function announce_table(announced regclass, resource text default null) returns void
  language sql set search_path = public, pg_temp
as $$
  select follow_statements(announced, 'announce', format('announce_changes(%L)', coalesce(resource, announced::text)))
$$;

-- Announces on the channel cresyl_people that a person's rights have changed, for processes that remember them: the
-- person's id, or nothing for everyone.
create function announce_person() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
declare
  changed constant jsonb := case tg_op when 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
begin
  perform pg_notify('cresyl_people', coalesce(changed ->> tg_argv[0], ''));
  return null;
end $$;

-- Only migrations call these.
revoke all on function secure_table(regclass, text, text, text), follow_statements(regclass, text, text),
  announce_table(regclass, text) from public;
