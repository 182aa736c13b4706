import { annotationLink } from '@cresyl/contract/annotations/annotations'
import type { AuditName } from '@cresyl/contract/operations/audits'
import { type JobKind, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { jobLink } from '@cresyl/contract/operations/jobs'
import { ticketLink } from '@cresyl/contract/operations/ticket-links'
import { slideLink } from '@cresyl/contract/slides/slides'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { builtIn } from '../predictors/built-in.ts'

interface NamedRow extends Record<string, unknown> {
  id: string
  what: keyof typeof viewOf
  name: string | null
  /** The slide that shows it. */
  slide: string | null
}

/** What the log calls those who nobody signed in for. */
export const platformName = 'Cresyl automatic'
export const settingsName = 'Organisation settings'

const onSlide = (name: string, { slide }: NamedRow) => ({ name, link: slide && slideLink(slide) })

/** How a thing is called, and where it is seen. */
const viewOf = {
  person: ({ name }: NamedRow) => ({ name: name ?? '', link: null }),
  project: ({ id, name }: NamedRow) => ({ name: name ?? '', link: `/project/${id}` }),
  slide: (row: NamedRow) => onSlide(row.name ?? '', row),
  file: (row: NamedRow) =>
    row.slide ? onSlide(row.name ?? '', row) : { name: row.name ?? '', link: '/uploads' },
  image: (row: NamedRow) => onSlide(row.name ?? 'Image', row),
  check: (row: NamedRow) => onSlide(`Check of ${row.name ?? 'a slide'}`, row),
  run: (row: NamedRow) => onSlide(`Run on ${row.name ?? 'a slide'}`, row),
  annotation: ({ id, name, slide }: NamedRow) => ({
    name: name ?? 'Annotation',
    link: slide && annotationLink(slide, id),
  }),
  /** Seen with its annotation. */
  comment: ({ name: annotation, slide }: NamedRow) => ({
    name: 'Comment',
    link: slide && annotationLink(slide, annotation ?? ''),
  }),
  job: ({ id, name }: NamedRow) => ({
    name: name !== null && name in jobDefinitions ? jobDefinitions[name as JobKind].label : 'Job',
    link: jobLink(id),
  }),
  /** What it says is for those who may read it. */
  ticket: ({ id, name }: NamedRow) => ({ name: `Ticket ${name ?? ''}`, link: ticketLink(id) }),
  /** Seen with its ticket, which stands where others have their slide. */
  answer: ({ name, slide: ticket }: NamedRow) => ({
    name: `Ticket ${name ?? ''}`,
    link: ticket && ticketLink(ticket),
  }),
  token: ({ name }: NamedRow) => ({ name: name ?? '', link: '/manage-org?tab=tokens' }),
  predictor: ({ name: key }: NamedRow) => namePredictor(key ?? '') ?? { name: key ?? '', link: null },
  settings: () => ({ name: settingsName, link: '/manage-org' }),
  other: ({ name }: NamedRow) => ({ name: name ?? '', link: null }),
} satisfies Record<string, (row: NamedRow) => AuditName>

/** By its key, as rows name it; undefined: this program has none of that key. */
export function namePredictor(key: string): AuditName | undefined {
  const name = builtIn().get(key)?.predictor.manifest.name
  return name === undefined ? undefined : { name, link: '/models' }
}

/** By id, what things are called now; those that are gone for good have no name. Ids differ whatever they are of. */
export async function nameIds(tx: Tx, ids: readonly string[]): Promise<Map<string, AuditName>> {
  if (ids.length === 0) return new Map()
  const asked = sql`any (${sql.param([...new Set(ids)])}::uuid[])`
  const { rows } = await tx.execute<NamedRow>(sql`
    select id, 'person' as what, name, null::uuid as slide from users where id = ${asked}
    union all select id, 'project', name, null from projects where id = ${asked}
    union all select id, 'ticket', reference, null from tickets where id = ${asked}
    union all select m.id, 'answer', t.reference, t.id
      from ticket_messages m join tickets t on t.id = m.ticket_id where m.id = ${asked}
    union all select id, 'slide', name, id from slides where id = ${asked}
    union all select f.id, 'file', f.name, (select s.id from slides s where s.file_id = f.id limit 1)
      from files f where f.id = ${asked}
    union all select i.id, 'image', coalesce(i.name, s.name), s.id
      from images i left join slides s on s.id = i.slide_id where i.id = ${asked}
    union all select q.id, 'check', s.name, s.id
      from qc_jobs q left join slides s on s.id = q.slide_id where q.id = ${asked}
    union all select r.id, 'run', s.name, s.id
      from inference_jobs r left join slides s on s.id = r.slide_id where r.id = ${asked}
    union all select a.id, 'annotation', coalesce(nullif(a.name, ''), a.class_name), a.slide_id
      from annotations a where a.id = ${asked}
    union all select c.id, 'comment', a.id::text, a.slide_id
      from annotation_comments c join annotations a on a.id = c.annotation_id where c.id = ${asked}
    union all select id, 'job', kind, null from jobs where id = ${asked}
    union all select id, 'token', name, null from api_tokens where id = ${asked}
    union all select id, 'other', organ || ' · ' || species, null from tissues where id = ${asked}
    union all select id, 'other', stain_type, null from stainers where id = ${asked}
    union all select id, 'predictor', key, null from predictors where id = ${asked}
    union all select id, 'settings', null, null from organization_settings where id = ${asked}
    union all select r.id, 'slide', s.name, s.id
      from registrations r join slides s on s.id = r.slide_id where r.id = ${asked}
    union all select id, 'other', nullif(name, ''), null from invitations where id = ${asked} and name <> ''
    union all select id, 'other', name, null from display_presets where id = ${asked}
    union all select id, 'other', file_name, null from exports where id = ${asked}
    union all select id, 'other', display_name, null from organizations where id = ${asked}`)
  return new Map(rows.map((row) => [row.id, viewOf[row.what](row)]))
}
