-- Those of an image whose boxes meet a view, from a size on, with all that is drawn of them: read where they are found,
-- instead of once more by id. Comparing boxes is not leakproof, so no index would serve it under row-level security: this
-- runs as the owner and takes the organisation from the transaction, once and not for every row. Starting other
-- processes for so little costs more than it saves. Boxes count as meeting within a millionth of a pixel in the index,
-- exactly here.
drop function annotations_in_view(
  uuid, integer, double precision, double precision, double precision, double precision, integer);
create function annotations_in_view(
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
    g.bytes
  from annotations a join annotation_geometries g
    on g.organization_id = (select current_organization()) and g.annotation_id = a.id and g.version = a.geometry_version
  where a.organization_id = (select current_organization()) and a.deleted_at is null and a.image_id = image
    and a.size_class >= least_size::smallint
    and box(point(a.min_x, a.min_y), point(a.max_x, a.max_y)) && box(point(from_x, from_y), point(to_x, to_y))
    and a.min_x <= to_x and a.max_x >= from_x and a.min_y <= to_y and a.max_y >= from_y
  limit most
$$;
revoke all on function
  annotations_in_view(uuid, integer, double precision, double precision, double precision, double precision, integer)
  from public;
grant execute on function
  annotations_in_view(uuid, integer, double precision, double precision, double precision, double precision, integer)
  to cresyl_app;

-- The same of those that are counted.
create or replace function count_annotations_in_view(
  image uuid, least_size integer, side double precision, from_x integer, from_y integer, to_x integer, to_y integer
) returns table (x integer, y integer, annotations bigint)
  language sql stable security definer set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
as $$
  select floor((min_x + max_x) / 2 / side)::integer, floor((min_y + max_y) / 2 / side)::integer, count(*)
  from annotations
  where organization_id = (select current_organization()) and deleted_at is null and image_id = image
    and size_class < least_size::smallint
    and box(point(min_x, min_y), point(max_x, max_y)) && box(point(from_x * side, from_y * side), point(to_x * side, to_y * side))
    and floor((min_x + max_x) / 2 / side) >= from_x and floor((min_x + max_x) / 2 / side) < to_x
    and floor((min_y + max_y) / 2 / side) >= from_y and floor((min_y + max_y) / 2 / side) < to_y
  group by 1, 2
$$;

-- Whose slide is there is asked of every annotation that is counted: with it in the index none of the rows is read.
drop index annotations_by_image;
create index annotations_by_image on annotations (organization_id, image_id, created_at desc, id)
  include (slide_id, deleted_at, class_name, class_color, area_px, length_px, review);
-- The largest of an image, without a look at all of them.
create index annotations_by_area on annotations (organization_id, image_id, area_px desc, id) where deleted_at is null;
