import { qcMeasures } from '../../contract/src/qc/qc-measures.ts'
import type { Owner } from '../../server/src/platform/db/test-owner.ts'

export const seeded = {
  /** Whose lists are looked at, and the one beside it. */
  home: '01938b5e-0000-7000-8000-000000000001',
  away: '01938b5e-0000-7000-8000-000000000002',
  slides: 100_000,
  projects: 500,
  /** Slides of the first project. */
  largest: 12_000,
} as const

/** The id of the nth thing of a kind in an organisation; the same in every run. */
export function idOf(kind: keyof typeof kinds, n: number, organization: 1 | 2 = 1): string {
  return `0193${kinds[kind]}${String(organization).padStart(2, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

const kinds = {
  user: '00',
  project: '01',
  tissue: '02',
  stainer: '03',
  file: '04',
  slide: '05',
  source: '06',
  label: '07',
  job: '08',
  check: '09',
} as const

/** `idOf` in SQL, of the organisation `o.i` and the number that is given. */
function id(kind: keyof typeof kinds, n: string): string {
  return `('0193${kinds[kind]}' || lpad(o.i::text, 2, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

/** Slides spread over projects as in a laboratory: one project is large, some slides are in none. */
const projectOf = `case when n % 20 = 0 then null when n <= ${seeded.largest} then ${id('project', '1')}
  else ${id('project', `2 + (n * 7919) % ${seeded.projects - 1}`)} end`
const tissueOf = `case when n % 9 > 0 then ${id('tissue', '1 + n % 20')} end`
const stainerOf = `case when n % 7 > 0 then ${id('stainer', '1 + n % 10')} end`
const userOf = id('user', '1 + (n / 50) % 20')
const words = `(array['liver', 'kidney', 'colon', 'breast', 'lung', 'brain', 'skin', 'spleen'])[1 + n % 8]`
const nameOf = `${words} || ' case ' || lpad(n::text, 6, '0') || ' ' || substr(md5(n::text), 1, 6)`
/** None warns. */
const stateOf = `case when n % 30 = 0 then 'failed' else 'passed' end`
const uploaded = `now() - n * interval '4 minutes'`
const organizations = `(values (1, '${seeded.home}'::uuid), (2, '${seeded.away}'::uuid)) as o (i, id)`
const each = `from ${organizations}, generate_series(1, ${seeded.slides}) n`

const tables = {
  people: `
    insert into organizations (id, name, display_name, branding)
      select o.id, 'bench-' || o.i, 'Bench ' || o.i, '{}' from ${organizations};
    insert into organization_settings (id, organization_id) select gen_random_uuid(), o.id from ${organizations};
    insert into users (id, issuer, subject, email, name, name_key)
      select ${id('user', 'n')}, 'bench', o.i || ' ' || n, n || '@bench.test', 'Person ' || n, 'person ' || n
      from ${organizations}, generate_series(1, 50) n;
    insert into memberships (organization_id, user_id, role)
      select o.id, ${id('user', 'n')}, 'admin' from ${organizations}, generate_series(1, 50) n`,
  projects: `
    insert into projects (id, organization_id, name, name_key, search_key, created_by, created_at, updated_at, archived_at, deleted_at)
      select ${id('project', 'n')}, o.id, 'Study ' || n, 'study ' || n, 'study ' || n || ' of ' || md5(n::text),
        ${id('user', '1 + n % 20')}, ${uploaded}, ${uploaded},
        case when n % 25 = 0 then now() end, case when n % 50 = 49 then now() end
      from ${organizations}, generate_series(1, ${seeded.projects}) n;
    insert into tissues (id, organization_id, organ, species, name_key)
      select ${id('tissue', 'n')}, o.id, 'Organ ' || n, 'Human', 'organ ' || n || ' human'
      from ${organizations}, generate_series(1, 20) n;
    insert into stainers (id, organization_id, stain_type, name_key)
      select ${id('stainer', 'n')}, o.id, 'Stain ' || n, 'stain ' || n from ${organizations}, generate_series(1, 10) n`,
  files: `
    insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state, project_id, created_by, created_at, updated_at)
      select ${id('file', 'n')}, o.id, ${nameOf} || '.svs', ${nameOf} || '.svs', 'svs', (n * 104729::bigint) % 4000000000,
        'files/' || n, 'stored', 'ready', ${projectOf}, ${userOf}, ${uploaded}, ${uploaded} ${each};
    insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state, reading_message, created_by, created_at, updated_at)
      select ${id('file', '1000000 + n')}, o.id, 'bad ' || n || '.svs', 'bad ' || n || '.svs', 'svs', n, 'bad/' || n,
        case when n % 2 = 0 then 'failed' else 'stored' end, case when n % 2 = 0 then 'none' else 'failed' end,
        'It could not be read.', ${userOf}, now() - n * interval '1 hour', now() - n * interval '1 hour'
      from ${organizations}, generate_series(1, 500) n`,
  slides: `
    begin;
    insert into slides (id, organization_id, file_id, name, search_key, project_id, tissue_id, stainer_id, image_id, source_image_id, qc_job_id, qc_state, created_by, created_at, updated_at, deleted_at)
      select ${id('slide', 'n')}, o.id, ${id('file', 'n')}, ${nameOf}, ${nameOf}, ${projectOf}, ${tissueOf}, ${stainerOf},
        ${id('source', 'n')}, ${id('source', 'n')}, ${id('check', 'n')}, ${stateOf}, ${userOf},
        ${uploaded}, ${uploaded} + (n % 100) * interval '1 day', case when n % 40 = 1 then now() end ${each};
    insert into images (id, organization_id, slide_id, file_id, kind, part, state, width, height, pixel_type, bit_depth, samples, vendor, deleted_at)
      select ${id('source', 'n')}, o.id, ${id('slide', 'n')}, ${id('file', 'n')}, 'source', 'image 0', 'ready', 90000, 70000,
        'uint8', 8, 3, 'aperio', case when n % 40 = 1 then now() end ${each};
    commit;
    insert into images (id, organization_id, slide_id, file_id, kind, part, state, width, height, pixel_type, bit_depth, samples, vendor, deleted_at)
      select ${id('label', 'n')}, o.id, ${id('slide', 'n')}, ${id('file', 'n')}, 'label', 'associated 0', 'ready', 900, 700,
        'uint8', 8, 3, 'aperio', case when n % 40 = 1 then now() end ${each};
    insert into channels (id, organization_id, image_id, index)
      select gen_random_uuid(), o.id, ${id('source', 'n')}, 0 ${each}`,
  // Of the measures only those by tiles, which make up nearly all of them in bytes.
  checks: `
    insert into qc_jobs (id, organization_id, slide_id, image_id, state, message, algorithm_version, modality, created_at, finished_at)
      select ${id('check', 'n')}, o.id, ${id('slide', 'n')}, ${id('source', 'n')}, ${stateOf}, 'Good enough to be used.', 1,
        'brightfield', ${uploaded}, ${uploaded} ${each};
    insert into qc_measures (organization_id, qc_job_id, n, key, value, tiles_up_to, verdict, limits)
      select o.id, ${id('check', 'n')}, part.i, part.key, n % 40, kept.tiles_up_to, 'passed', '{"warn": 5, "fail": 20}'
      from ${organizations} join generate_series(1, ${seeded.slides}) n on o.i = 1
        cross join (values (1, 'focus'), (2, 'clipping')) as part (i, key)
        join (select variant, array_agg(heat * (1 + variant) order by heat) as tiles_up_to
          from generate_series(0, 7) variant, generate_series(0, 255) heat group by 1) as kept on kept.variant = n % 8;
    insert into qc_figures (qc_job_id, organization_id, tissue, focus, pen, folds, bubbles, brightness, clipping, colour_cast,
        stain_strength, blockiness, seams, missing_tiles, focus_limit, clipping_limit)
      select ${id('check', 'n')}, o.id, n % 90, n % 40, (n % 50) / 10.0, 0, 0, 240, n % 8, 2, 0.3, 1.1, 0, 0,
        ${qcMeasures.focus.limits.tileFail}, ${qcMeasures.clipping.limits.tileFail} ${each} where o.i = 1`,
  audits: `
    insert into audits (id, organization_id, occurred_at, event, user_id, subject_id, details)
      select gen_random_uuid(), o.id, ${uploaded}, 'slide.created', ${userOf}, ${id('slide', 'n')},
        jsonb_strip_nulls(jsonb_build_object('file_id', ${id('file', 'n')}, 'project_id', ${projectOf})) ${each};
    insert into audits (id, organization_id, occurred_at, event, user_id, subject_id, details)
      select gen_random_uuid(), o.id, ${uploaded}, 'file.stored', ${userOf}, ${id('file', 'n')},
        jsonb_strip_nulls(jsonb_build_object('size', n, 'project_id', ${projectOf})) ${each};
    insert into audits (id, organization_id, occurred_at, event, user_id, subject_id)
      select gen_random_uuid(), o.id, now() - n * interval '1 minute', 'slide.viewed', ${userOf}, ${id('slide', 'n')} ${each}`,
  others: `
    insert into views (organization_id, user_id, subject_id, viewed_at, opened_at)
      select o.id, ${id('user', '1 + n % 20')}, ${id('slide', 'n')}, now() - n * interval '1 minute', now() - n * interval '1 minute'
      ${each};
    insert into jobs (id, organization_id, kind, payload, state, max_attempts, message, created_by, created_at, started_at, finished_at)
      select ${id('job', 'n')}, o.id, case when n % 5 = 0 then 'export_region' else 'ingest' end, '{}',
        case when n % 100 = 0 then 'failed' else 'succeeded' end, 3, 'Done.', ${userOf}, ${uploaded}, ${uploaded}, ${uploaded}
      ${each};
    insert into stored_objects (organization_id, path, size, stored_at)
      select o.id, 'files/' || ${id('file', 'n')} || '/' || part, n * 1000, ${uploaded}
      ${each}, unnest(array['original', 'header', 'thumbnail']) as part`,
}

/** Told to nobody: there is no one to listen, and each statement makes a hundred thousand rows. */
const told = [
  'files',
  'slides',
  'images',
  'channels',
  'jobs',
  'projects',
  'users',
  'memberships',
  'organizations',
  'qc_jobs',
]
/** Those that get many rows. */
const large = [
  ...['files', 'slides', 'images', 'channels', 'audits', 'views', 'jobs', 'stored_objects'],
  ...['qc_jobs', 'qc_measures', 'qc_figures'],
]

export async function seed(owner: Owner, say: (text: string) => void): Promise<void> {
  await owner.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'`)
  for (const table of told) await owner.query(`alter table ${table} disable trigger announce_insert`)
  // Slides say themselves what their checks found.
  await owner.query('alter table qc_jobs disable trigger tell_slides_insert')
  const putBack = await takeDown(owner, large)
  for (const [name, statements] of Object.entries(tables)) {
    say(`making ${name}`)
    await owner.query(statements)
  }
  for (const table of told) await owner.query(`alter table ${table} enable trigger announce_insert`)
  await owner.query('alter table qc_jobs enable trigger tell_slides_insert')
  say('making indexes')
  for (const statement of putBack) await owner.query(statement)
  say('gathering statistics')
  await owner.query('vacuum analyze')
  await owner.query('reset synchronous_commit; reset maintenance_work_mem')
}

/** Drops what is made several times faster of all rows at once than row by row. What makes it again, in order. */
export async function takeDown(owner: Owner, large: readonly string[]): Promise<string[]> {
  const ofLarge = `any ($1::text[]::regclass[])`
  const references = await owner.query<Record<'drop' | 'make', string>>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conrelid = ${ofLarge}`,
    [large],
  )
  const indexes = await owner.query<Record<'drop' | 'make', string>>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index i
     where indrelid = ${ofLarge} and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [large],
  )
  const taken = [...references.rows, ...indexes.rows]
  for (const { drop } of taken) await owner.query(drop)
  return taken.reverse().map(({ make }) => make)
}
