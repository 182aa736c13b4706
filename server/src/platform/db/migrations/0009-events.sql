-- Says what changed to whoever listens, once the transaction is committed: a hint of less than 200 bytes,
-- {"o": organisation, "r": resource, "i": id, "v": version, "u": the only person it concerns}. One without an
-- organisation is for all of them; many rows of one organisation in a statement are one hint without an id.
create function announce_changes() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
declare
  resource constant text := tg_argv[0];
  most_told_apart constant integer := 20;
  -- What changes all the time and nobody waits for.
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
    -- A version that stayed the same tells nobody whether they have seen this.
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
    -- What the platform does for itself is shown to nobody.
    changed := array(select each from unnest(changed) as each where each ->> 'organization_id' is not null);
  end if;

  perform pg_notify('cresyl_events', jsonb_strip_nulls(jsonb_build_object('o', o, 'r', resource, 'u', u, 'i', i, 'v', v))::text)
  from (
    select distinct o, u, case when many then null else i end as i, case when many then null else v end as v
    from (
      select told.*, count(*) over (partition by o, u) > most_told_apart as many
      from unnest(changed) as each, lateral (
        select
          each -> case tg_table_name when 'organizations' then 'id' else 'organization_id' end as o,
          each -> case resource when 'users' then 'user_id' else 'id' end as i,
          -- What is gone has none, and that of a server is the version of its software.
          case when tg_op <> 'DELETE' and jsonb_typeof(each -> 'version') = 'number' then each -> 'version' end as v,
          case resource when 'notifications' then each -> 'user_id' end as u
      ) as told
    ) as counted
  ) as hints;
  return null;
end $$;

do $$
declare
  followed text[];
begin
  foreach followed slice 1 in array array[
    ['organizations', 'organizations'],
    ['organization_settings', 'organization_settings'],
    ['memberships', 'users'],
    ['users', 'users'],
    ['invitations', 'invitations'],
    ['api_tokens', 'api_tokens'],
    ['servers', 'servers'],
    ['projects', 'projects'],
    ['tissues', 'tissues'],
    ['stainers', 'stainers'],
    ['jobs', 'jobs'],
    ['notifications', 'notifications']
  ] loop
    execute format(
      'create trigger announce_insert after insert on %1$I referencing new table as new_rows
         for each statement execute function announce_changes(%2$L);
       create trigger announce_update after update on %1$I referencing old table as old_rows new table as new_rows
         for each statement execute function announce_changes(%2$L);
       create trigger announce_delete after delete on %1$I referencing old table as old_rows
         for each statement execute function announce_changes(%2$L)',
      followed[1], followed[2]);
  end loop;
end $$;
