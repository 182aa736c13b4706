import type { Owner } from '../../server/src/platform/db/test-owner.ts'
import { seeded as lists, takeDown } from '../lists/seed.ts'

/** Five years of a busy laboratory: a million jobs, ten million rows of the audit log. */
export const seeded = {
  home: lists.home,
  /** Whose audit log is sealed and verified. */
  sealed: '01938b5e-0000-7000-8000-000000000003',
  slides: 250_000,
  checks: 300_000,
  runs: 450_000,
  downloads: 300_000,
  audits: 10_000_000,
  sealedAudits: 200_000,
  /** Transactions that these were written in. */
  sealedTransactions: 500,
} as const

/** As `idOf` of the lists: of the first organisation. */
function id(kind: string, n: string): string {
  return `('0193${kind}01-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}
const ids = {
  user: (n: string) => id('00', n),
  project: (n: string) => id('01', n),
  tissue: (n: string) => id('02', n),
  stainer: (n: string) => id('03', n),
  file: (n: string) => id('04', n),
  slide: (n: string) => id('05', n),
  image: (n: string) => id('06', n),
  job: (n: string) => id('08', n),
  check: (n: string) => id('09', n),
  predictor: (n: string) => id('0a', n),
  version: (n: string) => id('0b', n),
  run: (n: string) => id('0c', n),
}

const home = `'${seeded.home}'::uuid`
const years = `interval '5 years'`
/** When the nth of so many happened. */
const when = (count: number) => `now() - ${years} * (n::float8 / ${count})`
const slideOf = `1 + (n * 7919::bigint) % ${seeded.slides}`
const userOf = `case when n % 11 > 0 then ${ids.user('1 + n % 40')} end`
const series = (count: number) => `from generate_series(1, ${count}) n`
const checkState = `case when n % 12 = 0 then 'failed' when n % 9 = 0 then 'warned' when n % 50 = 1 then 'error' else 'passed' end`
const runState = `case when n % 25 = 0 then 'failed' when n % 60 = 1 then 'cancelled' else 'succeeded' end`
const took = `(30 + n % 600) * interval '1 second'`

const tables = {
  people: `
    insert into organizations (id, name, display_name, branding)
      values (${home}, 'bench', 'Bench', '{}'), ('${seeded.sealed}', 'sealed', 'Sealed', '{}');
    insert into organization_settings (id, organization_id, time_zone) values (gen_random_uuid(), ${home}, 'Europe/Berlin');
    insert into users (id, issuer, subject, email, name, name_key)
      select ${ids.user('n')}, 'bench', n::text, n || '@bench.test', 'Person ' || n, 'person ' || n ${series(50)};
    insert into memberships (organization_id, user_id, role) select ${home}, ${ids.user('n')}, 'admin' ${series(50)};
    insert into projects (id, organization_id, name, name_key, search_key, deleted_at)
      select ${ids.project('n')}, ${home}, 'Study ' || n, 'study ' || n, 'study ' || n, case when n % 20 = 7 then now() end ${series(60)};
    insert into tissues (id, organization_id, organ, species, name_key)
      select ${ids.tissue('n')}, ${home}, 'Organ ' || n, 'Human', 'organ ' || n ${series(20)};
    insert into stainers (id, organization_id, stain_type, name_key)
      select ${ids.stainer('n')}, ${home}, 'Stain ' || n, 'stain ' || n ${series(10)};
    insert into predictors (id, organization_id, key) select ${ids.predictor('n')}, ${home}, 'bench-' || n ${series(6)};
    insert into predictor_versions (id, organization_id, predictor_id, manifest, digest)
      select ${ids.version('n')}, ${home}, ${ids.predictor('n')}, jsonb_build_object('name', 'Predictor ' || n), n::text ${series(6)}`,
  slides: `
    insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state, created_by, created_at)
      select ${ids.file('n')}, ${home}, n || '.svs', n || '.svs', 'svs', (n * 104729::bigint) % 4000000000, 'files/' || n,
        'stored', 'ready', ${userOf}, ${when(seeded.slides)} ${series(seeded.slides)};
    begin;
    insert into slides (id, organization_id, file_id, name, search_key, size, project_id, tissue_id, stainer_id, image_id,
        source_image_id, qc_state, created_by, created_at, deleted_at)
      select ${ids.slide('n')}, ${home}, ${ids.file('n')}, 'Slide ' || n, 'slide ' || n, (n * 104729::bigint) % 4000000000,
        case when n % 20 > 0 then ${ids.project('1 + (n * 31) % 60')} end, case when n % 9 > 0 then ${ids.tissue('1 + n % 20')} end,
        case when n % 7 > 0 then ${ids.stainer('1 + n % 10')} end, ${ids.image('n')}, ${ids.image('n')}, 'passed', ${userOf},
        ${when(seeded.slides)}, case when n % 100 = 1 then now() end ${series(seeded.slides)};
    insert into images (id, organization_id, slide_id, file_id, kind, part)
      select ${ids.image('n')}, ${home}, ${ids.slide('n')}, ${ids.file('n')}, 'source', 'image 0' ${series(seeded.slides)};
    commit`,
  jobs: `
    insert into jobs (id, organization_id, kind, payload, state, max_attempts, message, created_by, created_at, started_at, finished_at)
      select ${ids.job('n')}, ${home}, kind, '{}', 'succeeded', 3, 'Done.', ${userOf}, at, at, at + interval '1 minute'
      from (
        select n, 'ingest' as kind, ${when(seeded.slides)} as at ${series(seeded.slides)}
        union all select ${seeded.slides} + n, 'qc', ${when(seeded.checks)} ${series(seeded.checks)}
        union all select ${seeded.slides + seeded.checks} + n, 'inference', ${when(seeded.runs)} ${series(seeded.runs)}
      ) as all_jobs`,
  checks: `
    insert into qc_jobs (id, organization_id, slide_id, image_id, job_id, state, algorithm_version, modality, overridden,
        overridden_by, overridden_at, created_by, created_at, finished_at, turnaround)
      select ${ids.check('n')}, ${home}, ${ids.slide(slideOf)}, ${ids.image(slideOf)}, ${ids.job(`${seeded.slides} + n`)},
        ${checkState}, 1, 'brightfield', n % 36 = 0, case when n % 36 = 0 then ${ids.user('1 + n % 5')} end,
        case when n % 36 = 0 then ${when(seeded.checks)} + interval '1 day' end, ${userOf}, ${when(seeded.checks)},
        ${when(seeded.checks)} + ${took}, case when n <= ${seeded.slides} and n % 50 <> 1 then 60 + n % 7000 end ${series(seeded.checks)};
    insert into qc_measures (organization_id, qc_job_id, n, key, value, verdict, limits)
      select ${home}, ${ids.check('n')}, part.i, part.key, n % 40,
        case when part.i < 2 and (n % 12 = 0 or n % 9 = 0) then 'failed' else 'passed' end, '{"warn": 5, "fail": 20}'
      from generate_series(1, ${seeded.checks}) n, lateral (
        select i, (array['focus', 'pen', 'clipping', 'folds', 'seams', 'tissue'])[1 + (n + i) % 6] as key from generate_series(0, 3) i) as part`,
  runs: `
    insert into inference_jobs (id, organization_id, slide_id, image_id, predictor_id, predictor_version_id, job_id, state, params,
        channels, provenance, created_by, created_at, started_at, finished_at, turnaround)
      select ${ids.run('n')}, ${home}, ${ids.slide(slideOf)}, ${ids.image(slideOf)}, ${ids.predictor('1 + n % 6')}, ${ids.version('1 + n % 6')},
        ${ids.job(`${seeded.slides + seeded.checks} + n`)}, ${runState}, '{}', '{}',
        case when n % 25 > 0 and n % 60 <> 1 then '{"program": "Cresyl"}'::jsonb end, ${userOf}, ${when(seeded.runs)},
        ${when(seeded.runs)} + interval '10 seconds', ${when(seeded.runs)} + ${took},
        case when n <= 400000 and n % 25 > 0 and n % 60 <> 1 then 300 + n % 90000 end ${series(seeded.runs)}`,
  downloads: `
    insert into downloads (id, organization_id, kind, image_id, slide_id, inference_job_id, user_id, bytes, created_at)
      select gen_random_uuid(), ${home}, case when n % 3 = 0 then 'image' else 'file' end, ${ids.image(slideOf)}, ${ids.slide(slideOf)},
        case when n % 5 < 2 then ${ids.run(`1 + n % ${seeded.runs}`)} end, ${userOf}, n % 5000000, ${when(seeded.downloads)}
      ${series(seeded.downloads)}`,
}

/** What reports count, and what they would also be told of. */
const large = ['files', 'slides', 'images', 'jobs', 'qc_jobs', 'qc_measures', 'inference_jobs', 'downloads']

export async function seedReports(owner: Owner, say: (text: string) => void): Promise<void> {
  // Nobody listens, and everything is given as the triggers would leave it.
  for (const table of large) await owner.query(`alter table ${table} disable trigger user`)
  await filled(owner, large, async () => {
    for (const [name, statements] of Object.entries(tables)) {
      say(`making ${name}`)
      await owner.query(statements)
    }
  })
  for (const table of large) await owner.query(`alter table ${table} enable trigger user`)
}

const events = `(array['slide.viewed', 'slide.updated', 'file.stored', 'file.downloaded', 'qc_job.created', 'inference_job.finished', 'access.refused'])`

/** All of one transaction are sealed together: these are of several, one after the other as they were written. */
const xidOf = (count: number) => `(100 + n * ${seeded.sealedTransactions}::bigint / ${count})::text::xid8`

/** Rows of the audit log: spread over five years, by people and by the platform. */
export async function seedAudits(owner: Owner, say: (text: string) => void): Promise<void> {
  say('making the audit log')
  await filled(owner, ['audits'], () =>
    owner.query(`
      insert into audits (id, organization_id, xid, occurred_at, event, user_id, subject_id, details, address)
        select gen_random_uuid(), ${home}, ${xidOf(seeded.audits)}, ${when(seeded.audits)}, ${events}[1 + n % 7], ${userOf}, ${ids.slide(slideOf)},
          case when n % 5000 = 0 then jsonb_build_object('superadmin', true) else jsonb_build_object('bytes', n) end,
          case when n % 3 > 0 then '10.0.0.' || n % 40 end
        ${series(seeded.audits)};
      insert into audits (id, organization_id, xid, occurred_at, event, user_id, subject_id, details, request_id)
        select gen_random_uuid(), '${seeded.sealed}', ${xidOf(seeded.sealedAudits)}, now(), 'slide.updated',
          ${userOf}, ${ids.slide(slideOf)}, jsonb_build_object('changes', jsonb_build_object('name', jsonb_build_array('Slide', 'Slide ' || n))),
          'req-' || n
        ${series(seeded.sealedAudits)}`),
  )
}

/** Indexes and references are made several times faster of all rows at once. */
async function filled(owner: Owner, names: readonly string[], fill: () => Promise<unknown>): Promise<void> {
  await owner.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
  const putBack = await takeDown(owner, names)
  await fill()
  for (const statement of putBack) await owner.query(statement)
  await owner.query(`vacuum analyze ${names.join(', ')}`)
  await owner.query('reset synchronous_commit; reset maintenance_work_mem')
}
