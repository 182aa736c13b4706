alter table annotations
  -- What it is searched for, where it is short as nearly always: read off an index instead of every row.
  add column search_short text generated always as (case when length(search_key) <= 100 then search_key end) stored,
  -- The corners of its geometry, where they are few: a view of thousands needn't look each up in another table. Null
  -- where they lie only there, as of all that are older than this: writing a million anew takes minutes.
  add column corners bytea;
-- Never in a third table.
alter table annotations alter column corners set storage main;

create index annotations_by_words on annotations (organization_id, image_id, created_at desc, id)
  include (search_short, deleted_at);
-- The few that have more to say.
create index annotations_of_many_words on annotations (organization_id, image_id) where search_short is null;

-- Whoever gives an annotation another geometry and doesn't say its corners leaves them to the other table.
create function forget_corners() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  new.corners := null;
  return new;
end $$;
revoke all on function forget_corners() from public;
grant execute on function forget_corners() to cresyl_app, cresyl_system;
create trigger forget_corners before update of geometry_version on annotations for each row
  when (new.geometry_version <> old.geometry_version and new.corners is not distinct from old.corners)
  execute function forget_corners();

-- As before, with the corners that lie in the rows themselves.
create or replace function annotations_in_view(
  image uuid, least_size integer, from_x double precision, from_y double precision,
  to_x double precision, to_y double precision, most integer
) returns table (
  id uuid, version integer, shape text, class_name text, class_color text, name text, author_id uuid,
  -- What few have: null where nothing of it is said.
  more json, bytes bytea
)
  language sql stable security definer set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
as $$
  select a.id, a.version, a.shape, a.class_name, a.class_color, a.name, a.created_by,
    case when a.notes = '' and a.tags = '{}' and not a.locked and a.review = 'open' and a.z is null and a.assignee_id is null
      then null
      else json_build_object('notes', a.notes, 'tags', a.tags, 'locked', a.locked, 'review', a.review, 'z', a.z,
        'assignee_id', a.assignee_id)
    end,
    coalesce(a.corners, (
      select g.bytes from annotation_geometries g
      where g.organization_id = a.organization_id and g.annotation_id = a.id and g.version = a.geometry_version))
  from annotations a
  where a.organization_id = (select current_organization()) and a.deleted_at is null and a.image_id = image
    and a.size_class >= least_size::smallint
    and box(point(a.min_x, a.min_y), point(a.max_x, a.max_y)) && box(point(from_x, from_y), point(to_x, to_y))
    and a.min_x <= to_x and a.max_x >= from_x and a.min_y <= to_y and a.max_y >= from_y
  limit most
$$;
