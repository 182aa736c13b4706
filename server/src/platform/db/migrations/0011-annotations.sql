-- Annotations of images. Their corners are in annotation_geometries, so that lists, counts and announcements of
-- annotations with a million corners cost as much as those of points.
create table annotations (
  organization_id uuid not null references organizations (id),
  -- Made by the browser and unique within the organisation only: nobody learns which ids others use.
  id uuid not null,
  slide_id uuid not null,
  -- The image in whose pixels of full resolution the geometry is given.
  image_id uuid not null,
  shape text not null check (shape in ('point', 'line', 'rectangle', 'ellipse', 'polygon')),
  -- The version of this annotation that last changed its geometry.
  geometry_version integer not null default 1,
  positions integer not null,
  min_x double precision not null,
  min_y double precision not null,
  max_x double precision not null,
  max_y double precision not null,
  -- By the longer side of its box: 0 below a pixel, n from 2^(n-1) pixels up to 2^n.
  size_class smallint not null,
  -- The corners of its geometry where they are few: a view of thousands need not look each up in another table. Null
  -- where only the other table has them.
  corners bytea,
  area_px double precision not null,
  length_px double precision not null,
  class_name text,
  class_color text,
  name text not null default '',
  notes text not null default '',
  tags text[] not null default '{}',
  locked boolean not null default false,
  z integer,
  review text not null default 'open' check (review in ('open', 'accepted', 'rejected')),
  assignee_id uuid references users (id),
  extras jsonb not null default '{}',
  search_key text not null,
  -- The search key where it is short, as nearly always: read off an index instead of every row.
  search_short text generated always as (case when length(search_key) <= 100 then search_key end) stored,
  origin text not null check (origin in ('drawn', 'imported', 'promoted')),
  inference_job_id uuid,
  comments integer not null default 0,
  created_by uuid references users (id),
  updated_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, inference_job_id) references inference_jobs (organization_id, id)
    on delete set null (inference_job_id),
  check ((class_name is null) = (class_color is null)),
  check (min_x <= max_x and min_y <= max_y)
);
-- Corners stay in the row: never in a third table.
alter table annotations alter column corners set storage main;
create index annotations_by_creation on annotations (organization_id, created_at desc, id);
create index annotations_by_slide on annotations (organization_id, slide_id, created_at desc, id)
  include (deleted_at, class_name, class_color, area_px, length_px, review);
-- The slide is checked for every annotation that is counted: with it in the index no row is read.
create index annotations_by_image on annotations (organization_id, image_id, created_at desc, id)
  include (slide_id, deleted_at, class_name, class_color, area_px, length_px, review);
-- The largest of an image, without reading all of them.
create index annotations_by_area on annotations (organization_id, image_id, area_px desc, id) where deleted_at is null;
create index annotations_by_words on annotations (organization_id, image_id, created_at desc, id)
  include (search_short, deleted_at);
-- The few with a long search key.
create index annotations_of_many_words on annotations (organization_id, image_id) where search_short is null;
create index annotations_by_assignee on annotations (organization_id, assignee_id, created_at desc)
  where assignee_id is not null;
create index annotations_by_run on annotations (organization_id, inference_job_id) where inference_job_id is not null;
create index annotations_tagged on annotations (organization_id, image_id) include (slide_id, tags, deleted_at)
  where tags <> '{}';
-- The few that the purge looks through.
create index annotations_deleted on annotations (deleted_at) where deleted_at is not null;
-- By size before place: the few regions of a slide with a million cells are found without looking at the cells.
create index annotations_places on annotations
  using gist (image_id, size_class, box(point(min_x, min_y), point(max_x, max_y))) where deleted_at is null;
select secure_table('annotations', app => 'select, insert, update', system => 'select, insert, update, delete');
create policy hide_deleted on annotations as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
select announce_table('annotations');

-- A change of the geometry that does not set the corners leaves them to the other table.
create function forget_corners() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  new.corners := null;
  return new;
end $$;
create trigger forget_corners before update of geometry_version on annotations for each row
  when (new.geometry_version <> old.geometry_version and new.corners is not distinct from old.corners)
  execute function forget_corners();

-- Corners as they were drawn: one row for each change, never updated (domain/annotations/geometry-bytes.ts).
create table annotation_geometries (
  organization_id uuid not null references organizations (id),
  annotation_id uuid not null,
  -- The version of the annotation that got this geometry.
  version integer not null,
  bytes bytea not null,
  primary key (organization_id, annotation_id, version),
  foreign key (organization_id, annotation_id) references annotations (organization_id, id) on delete cascade
);
-- Numbers of eight bytes hardly shrink: trying costs more than it saves.
alter table annotation_geometries alter column bytes set storage external;
select secure_table('annotation_geometries', app => 'select, insert', system => 'select, insert, delete');

-- Annotations before each change. Only the database writes them, so that no way to change an annotation can leave
-- them out.
create table annotation_versions (
  organization_id uuid not null references organizations (id),
  annotation_id uuid not null,
  version integer not null,
  geometry_version integer not null,
  -- The columns that people change, by name.
  content jsonb not null,
  deleted boolean not null,
  changed_by uuid references users (id),
  changed_at timestamptz not null,
  primary key (organization_id, annotation_id, version),
  foreign key (organization_id, annotation_id) references annotations (organization_id, id) on delete cascade
);
select secure_table('annotation_versions', app => 'select', system => 'select, delete');

create function keep_annotation_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into annotation_versions
    (organization_id, annotation_id, version, geometry_version, content, deleted, changed_by, changed_at)
  select o.organization_id, o.id, o.version, o.geometry_version, jsonb_build_object(
      'shape', o.shape, 'class_name', o.class_name, 'class_color', o.class_color, 'name', o.name, 'notes', o.notes,
      'tags', o.tags, 'locked', o.locked, 'z', o.z, 'review', o.review, 'assignee_id', o.assignee_id, 'extras', o.extras),
    o.deleted_at is not null, o.updated_by, o.updated_at
  from old_rows o join new_rows n on n.organization_id = o.organization_id and n.id = o.id and n.version <> o.version;
  return null;
end $$;
create trigger keep_version after update on annotations referencing old table as old_rows new table as new_rows
  for each statement execute function keep_annotation_version();

create table annotation_comments (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  annotation_id uuid not null,
  text text not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  foreign key (organization_id, annotation_id) references annotations (organization_id, id) on delete cascade
);
create index annotation_comments_by_annotation on annotation_comments (organization_id, annotation_id, created_at, id);
select secure_table('annotation_comments', app => 'select, insert', system => 'select, insert, delete');

-- The number of annotations in each square of an image, by the middle of their boxes: a view of a whole slide reads
-- these instead of a million annotations.
create table annotation_cells (
  organization_id uuid not null references organizations (id),
  image_id uuid not null,
  -- In pixels of full resolution.
  side integer not null,
  x integer not null,
  y integer not null,
  size_class smallint not null,
  annotations integer not null,
  primary key (organization_id, image_id, side, x, y, size_class),
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade
) with (fillfactor = 80);
select secure_table('annotation_cells', app => 'select', system => 'select, delete');

-- Runs as the owner, so that nothing else can change the squares. They are changed in one order: two writers wait for
-- each other instead of a deadlock. The squares of a deleted image are gone already.
create function count_annotations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  counted constant text := $sql$
    with changes as (
      select organization_id, image_id, side,
        floor((min_x + max_x) / 2 / side)::integer as x, floor((min_y + max_y) / 2 / side)::integer as y,
        size_class, sum(change)::integer as annotations
      from (%s) as rows, unnest(array[256, 1024]) as side
      group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0
    ), fewer as (
      select * from changes where annotations < 0 order by 1, 2, 3, 4, 5, 6
    ), taken as (
      update annotation_cells c set annotations = c.annotations + f.annotations from fewer f
      where (c.organization_id, c.image_id, c.side, c.x, c.y, c.size_class)
        = (f.organization_id, f.image_id, f.side, f.x, f.y, f.size_class)
    )
    insert into annotation_cells as c (organization_id, image_id, side, x, y, size_class, annotations)
    select * from changes where annotations > 0 order by 1, 2, 3, 4, 5, 6
    on conflict (organization_id, image_id, side, x, y, size_class)
      do update set annotations = c.annotations + excluded.annotations
  $sql$;
  came constant text := 'select *, 1 as change from new_rows where deleted_at is null';
  went constant text := 'select *, -1 as change from old_rows where deleted_at is null';
begin
  execute format(counted, case tg_op
    when 'INSERT' then came
    when 'DELETE' then went
    else came || ' union all ' || went end);
  return null;
end $$;
select follow_statements('annotations', 'count', 'count_annotations()');

-- The number of annotations of each class of an image, with their areas and lengths, as a sum of additions and
-- removals: writers never wait for each other. Rows of a class are merged from time to time. Decimal numbers, which
-- return to what they were when as much is taken away as was added.
create table annotation_sums (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  image_id uuid not null,
  class_name text,
  class_color text,
  review text not null,
  annotations bigint not null,
  area_px numeric not null,
  length_px numeric not null,
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade
);
create index annotation_sums_by_image on annotation_sums (organization_id, image_id);
select secure_table('annotation_sums', app => 'select', system => 'select, insert, delete');

-- Runs as the owner, so that nothing else can change the sums. Those of a deleted image are gone already.
create function sum_annotations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  summed constant text := $sql$
    insert into annotation_sums
      (organization_id, image_id, class_name, class_color, review, annotations, area_px, length_px)
    select * from (
      select organization_id, image_id, class_name, class_color, review, sum(change) as annotations,
        sum(change * area_px::numeric) as area_px, sum(change * length_px::numeric) as length_px
      from (%s) as rows group by 1, 2, 3, 4, 5
    ) as changes
    where (annotations <> 0 or area_px <> 0 or length_px <> 0) and exists (
      select from images i where i.organization_id = changes.organization_id and i.id = changes.image_id)
  $sql$;
  came constant text := 'select *, 1 as change from new_rows where deleted_at is null';
  went constant text := 'select *, -1 as change from old_rows where deleted_at is null';
begin
  execute format(summed, case tg_op
    when 'INSERT' then came
    when 'DELETE' then went
    else came || ' union all ' || went end);
  return null;
end $$;
select follow_statements('annotations', 'sum', 'sum_annotations()');

revoke all on function forget_corners(), keep_annotation_version(), count_annotations(), sum_annotations() from public;
grant execute on function forget_corners(), keep_annotation_version(), count_annotations(), sum_annotations()
  to cresyl_app, cresyl_system;

-- Annotations of an image whose boxes meet a view, from a size on, with all that is drawn of them: read where they are
-- found, instead of once more by id. Comparing boxes is not leakproof, so no index would serve it under row-level
-- security: this runs as the owner and takes the organisation from the transaction, once and not for every row. One
-- process, as starting others for so little costs more than it saves. In the index, boxes within a millionth of a pixel
-- count as meeting; here they are compared exactly.
create function annotations_in_view(
  image uuid, least_size integer, from_x double precision, from_y double precision,
  to_x double precision, to_y double precision, most integer
) returns table (
  id uuid, version integer, shape text, class_name text, class_color text, name text, author_id uuid,
  -- Attributes that few annotations have; null where none is set.
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

-- The number of smaller annotations with the middle of their box in each square of a part of an image, which begins and
-- ends at squares.
create function count_annotations_in_view(
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

revoke all on function
  annotations_in_view(uuid, integer, double precision, double precision, double precision, double precision, integer),
  count_annotations_in_view(uuid, integer, double precision, integer, integer, integer, integer) from public;
grant execute on function
  annotations_in_view(uuid, integer, double precision, double precision, double precision, double precision, integer),
  count_annotations_in_view(uuid, integer, double precision, integer, integer, integer, integer) to cresyl_app;

-- Two slides aligned with each other: serial sections, or one section stained again. registration_versions has the
-- alignment and all earlier ones.
create table registrations (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- The fixed one.
  slide_id uuid not null,
  image_id uuid not null,
  moving_slide_id uuid not null,
  moving_image_id uuid not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, moving_slide_id, moving_image_id)
    references images (organization_id, slide_id, id) on delete cascade,
  check (slide_id <> moving_slide_id)
);
-- Two images have one alignment, whichever of them is fixed.
create unique index registrations_of_images on registrations
  (organization_id, least(image_id, moving_image_id), greatest(image_id, moving_image_id));
create index registrations_by_slide on registrations (organization_id, slide_id, image_id);
create index registrations_by_moving_slide on registrations (organization_id, moving_slide_id, moving_image_id);
create index registrations_by_creation on registrations (organization_id, created_at desc, id desc);
select secure_table('registrations', app => 'select, insert, update, delete', system => 'select, delete');
select announce_table('registrations');

-- Every alignment that was saved, the present one too.
create table registration_versions (
  organization_id uuid not null references organizations (id),
  registration_id uuid not null,
  version integer not null,
  method text not null check (method in ('points', 'automatic')),
  model text not null check (model in ('similarity', 'affine')),
  mirrored boolean not null,
  -- From pixels of the moving image to those of the fixed one (contract/affine.ts).
  affine jsonb not null,
  pairs jsonb not null,
  residual jsonb not null,
  confidence double precision,
  saved_by uuid references users (id),
  saved_at timestamptz not null default now(),
  primary key (registration_id, version),
  foreign key (organization_id, registration_id) references registrations (organization_id, id) on delete cascade
);
select secure_table('registration_versions', app => 'select, insert', system => 'select, delete');

-- Automatic alignments in progress: deleted with the job.
create table registration_estimates (
  job_id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- The fixed one.
  slide_id uuid not null,
  image_id uuid not null,
  moving_slide_id uuid not null,
  moving_image_id uuid not null,
  -- Null until it is found, and where there is none (contract/registrations.ts).
  alignment jsonb,
  created_at timestamptz not null default now(),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete cascade,
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, moving_slide_id, moving_image_id)
    references images (organization_id, slide_id, id) on delete cascade
);
create index registration_estimates_by_job on registration_estimates (organization_id, job_id);
create index registration_estimates_by_slide on registration_estimates (organization_id, slide_id, image_id);
create index registration_estimates_by_moving_slide on registration_estimates
  (organization_id, moving_slide_id, moving_image_id);
select secure_table('registration_estimates', app => 'select, insert, update', system => 'select, update, delete');
