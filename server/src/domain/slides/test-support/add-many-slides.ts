import type pg from 'pg'

export interface ManySlides {
  count: number
  /** Their names are this and a number of four digits; the first was uploaded last. */
  prefix?: string
  projectId?: string
}

/** Slides with their files and source images, made by a few statements; as the owner of the database. Ids by name. */
export async function addManySlides(
  owner: pg.Client,
  organizationId: string,
  { count, prefix = 'many ', projectId }: ManySlides,
): Promise<string[]> {
  await owner.query(`
    begin;
    create temporary table made on commit drop as
      select gen_random_uuid() as id, gen_random_uuid() as file_id, gen_random_uuid() as image_id,
        '${prefix}' || lpad(n::text, 4, '0') as name, n
      from generate_series(1, ${count}) n;
    insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state)
      select file_id, '${organizationId}', name || '.svs', name || '.svs', 'svs', n, 'files/' || file_id || '/original',
        'stored', 'ready' from made;
    insert into slides (id, organization_id, file_id, name, search_key, project_id, image_id, source_image_id, created_at)
      select id, '${organizationId}', file_id, name, name, ${projectId === undefined ? 'null' : `'${projectId}'`}::uuid,
        image_id, image_id, now() - n * interval '1 second' from made;
    insert into images (id, organization_id, slide_id, file_id, kind, state, width, height, pixel_type, bit_depth, samples)
      select image_id, '${organizationId}', id, file_id, 'source', 'ready', 100, 80, 'uint8', 8, 3 from made;
    commit`)
  const { rows } = await owner.query<{ id: string }>(
    'select id from slides where organization_id = $1 and name like $2 order by name',
    [organizationId, `${prefix}%`],
  )
  return rows.map(({ id }) => id)
}
