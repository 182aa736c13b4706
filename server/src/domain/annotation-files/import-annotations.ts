import { createHash } from 'node:crypto'
import type {
  ImportPreview,
  importAnnotations as importAnnotationsRoute,
  previewImport as previewImportRoute,
} from '@cresyl/contract/annotations/annotation-files'
import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteReply, RouteRequest } from '@cresyl/contract/api/route'
import { eq } from 'drizzle-orm'
import { organizationSettings } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { runInThread, ThreadLimitError } from '../../platform/threads/run-in-thread.ts'
import { requireOwnOrganization } from '../access.ts'
import { findAnnotatable } from '../annotations/annotated-image.ts'
import { type CheckedAnnotation, insertChecked } from '../annotations/insert-annotations.ts'
import { findDetails } from '../annotations/queries.ts'
import type { AuditedWork, Work } from '../work.ts'
import { type CheckedFile, checkFile, type FileToCheck, type ReadFile } from './check-file.ts'

type Body = RouteRequest<typeof importAnnotationsRoute>['body']
type PreviewBody = RouteRequest<typeof previewImportRoute>['body']
type Imported = RouteReply<typeof importAnnotationsRoute>

/** Everything in a file becomes annotations of an image, or nothing does. In a transaction that is shown what was deleted. */
export async function importAnnotations(work: AuditedWork, body: Body): Promise<Imported> {
  requireOwnOrganization(work.member, body.organization_id)
  const image = await findAnnotatable(work, body.image_id)
  const { width, height } = image
  const file = await readFile({
    content: body.content,
    image: { width, height },
    without: body.without,
  })
  if (file.refused.length > 0) throw refusedFor(file)
  const annotations = withClasses(file.annotations, body.classes)
  const { fresh, existing } = await leaveOutThose(work, image.id, annotations)
  const { made } = await insertChecked(work, image, fresh)
  const { format } = file
  work.record({
    id: image.id,
    details: {
      slide_id: image.slideId,
      file_name: body.file_name,
      format,
      created: made.length,
      existing,
      ...(body.classes.length > 0 && { classes: body.classes }),
      sha256: createHash('sha256').update(body.content).digest('hex'),
    },
  })
  return {
    created: made.length,
    created_at: work.now.toISOString(),
    existing,
    classes: await classesOf(work, annotations),
  }
}

/** What would come of it, of what is there too. In a transaction that is shown what was deleted. */
export async function previewImport(work: Work, body: PreviewBody): Promise<ImportPreview> {
  requireOwnOrganization(work.member, body.organization_id)
  const { id, width, height } = await findAnnotatable(work, body.image_id)
  const file = await readFile({ content: body.content, image: { width, height }, without: [] })
  const { format, count, problems, refused, annotations } = file
  const { fresh, existing } = await leaveOutThose(work, id, annotations)
  const classes = await classesOf(work, annotations)
  return { format, count, fresh: fresh.length, existing, problems, refused, classes }
}

/** Those of a class of the file get the one that was chosen for it. */
function withClasses(given: readonly CheckedAnnotation[], chosen: Body['classes']): CheckedAnnotation[] {
  const instead = new Map(chosen.map(({ name, classification }) => [name, classification]))
  return given.map((each) => {
    const other = each.classification && instead.get(each.classification.name)
    return other === undefined ? each : { ...each, classification: other }
  })
}

const program = new URL('./check-file-thread.ts', import.meta.url)

/** Characters of a file that is read at once, in some hundredths of a second; starting a thread takes longer. */
const charactersAtOnce = 100_000

/** A file may have a million corners: those are checked beside everything else. */
async function readBeside(file: FileToCheck): Promise<CheckedFile> {
  if (file.content.length <= charactersAtOnce) return checkFile(file)
  return runInThread<CheckedFile>(program, file, {
    milliseconds: 120_000,
    memoryMegabytes: 1024,
  }).catch((error: unknown): CheckedFile => {
    if (!(error instanceof ThreadLimitError)) throw error
    return { refusal: 'The file is too large or too complex to be read. Split it.' }
  })
}

async function readFile(file: FileToCheck): Promise<ReadFile> {
  const checked = await readBeside(file)
  if ('refusal' in checked) throw refused(checked.refusal, { content: [checked.refusal] })
  // Between threads buffers become plain arrays.
  const annotations = checked.annotations.map(({ kept, ...each }) => ({
    ...each,
    kept: { ...kept, bytes: Buffer.from(kept.bytes.buffer, kept.bytes.byteOffset, kept.bytes.byteLength) },
  }))
  return { ...checked, annotations }
}

function refusedFor({ what, count, problems, refused: numbers }: ReadFile): ApiError {
  const [some, all] = [numbers.length, count].map((each) => each.toLocaleString('en'))
  const [first] = problems
  const detail = `${some} of ${all} ${what}s cannot be imported, and so nothing was. ${what === 'feature' ? 'Feature' : 'Region'} ${(first?.index ?? 0) + 1}: ${first?.sentence}`
  const fields = problems.map(({ index, sentence }) => [`${what}s.${index}`, [sentence]])
  return refused(detail, Object.fromEntries(fields))
}

const refused = (detail: string, fields: Record<string, string[]>) =>
  new ApiError('invalid_input', { detail, fields })

/** Ids of one request to the database. */
const idsAtOnce = 2000

/**
 * A file that comes back has the ids it was given: what is there just so is left alone. What has such an id but is
 * something else, or was deleted, is imported under another one, so that neither is lost.
 */
async function leaveOutThose({ tx }: Work, imageId: string, given: readonly CheckedAnnotation[]) {
  const fresh: CheckedAnnotation[] = []
  const seen = new Set<string>()
  let existing = 0
  for (let from = 0; from < given.length; from += idsAtOnce) {
    const part = given.slice(from, from + idsAtOnce)
    const there = await findDetails(
      tx,
      part.flatMap(({ id }) => id ?? []),
    )
    for (const each of part) {
      const taken = each.id === undefined ? undefined : there.get(each.id)
      if (taken?.annotation.imageId === imageId && isSame(taken, each)) existing += 1
      else fresh.push(taken || seen.has(each.id ?? '') ? { ...each, id: newId() } : each)
      if (each.id !== undefined) seen.add(each.id)
    }
  }
  return { fresh, existing }
}

type Details = Awaited<ReturnType<typeof findDetails>> extends Map<string, infer D> ? D : never

const isSame = ({ annotation, bytes }: Details, { name, notes, classification, kept }: CheckedAnnotation) =>
  annotation.deletedAt === null &&
  annotation.name === name &&
  annotation.notes === notes &&
  annotation.className === (classification?.name ?? null) &&
  bytes.equals(kept.bytes)

/** Which classes the file has, and whether the organisation has them: whoever may can add the others. */
async function classesOf({ tx, member }: Work, given: readonly CheckedAnnotation[]) {
  const [settings] = await tx
    .select({ classes: organizationSettings.annotationClasses })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, member.organizationId))
  const known = new Set((settings?.classes ?? []).map(({ name }) => name))
  const classes = new Map<string, Imported['classes'][number]>()
  for (const { classification } of given) {
    if (classification === null) continue
    const { name } = classification
    const count = (classes.get(name)?.count ?? 0) + 1
    classes.set(name, { classification, count, known: known.has(name) })
  }
  return [...classes.values()].toSorted((a, b) => b.count - a.count)
}
