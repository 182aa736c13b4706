import { qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import type { DownloadKind } from '@cresyl/contract/slides/downloads'
import type { Tx } from '../../../platform/db/database.ts'
import {
  downloads,
  files,
  images,
  inferenceJobs,
  predictorVersions,
  projects,
  qcJobs,
  qcMeasures,
  slides,
  stainers,
  tissues,
} from '../../../platform/db/schema/index.ts'
import { newId } from '../../../platform/id.ts'
import type { Group } from '../sources.ts'

/** Up to 1, but never 1. */
export type Random = () => number

export const oneOf = <T>(random: Random, given: readonly T[]): T =>
  given[Math.floor(random() * given.length)] as T
const maybe = <T>(random: Random, given: readonly T[]): T | null =>
  random() < 0.8 ? oneOf(random, given) : null

/** Clocks are changed then: in Berlin, New York, Havana (midnight comes twice), Cairo (it is skipped) and Lord Howe; and days that begin a year. */
const changes = [
  ...[
    '2024-03-31T01:00Z',
    '2024-10-27T01:00Z',
    '2024-03-10T07:00Z',
    '2024-11-03T06:00Z',
    '2024-11-03T05:00Z',
  ],
  ...[
    '2024-04-25T22:00Z',
    '2024-10-31T21:00Z',
    '2024-04-06T15:00Z',
    '2023-12-31T18:15Z',
    '2024-01-01T00:00Z',
  ],
]
const hour = 3600
const after = (at: number, seconds: number) => new Date(at + Math.round(seconds) * 1000)

/** Half of them close to where days, months and years begin somewhere. */
function momentOf(random: Random): Date {
  if (random() < 0.5) return after(Date.parse('2023-11-20'), random() * 420 * 24 * hour)
  return after(Date.parse(oneOf(random, changes)), (random() * 4 - 2) * hour)
}

const soon = (random: Random, at: Date): Date => after(at.getTime(), random() * 40 * hour)

/** Something that happened, as plain facts: what reports say must follow from these alone. */
export interface Fact {
  what: 'slide' | 'file' | 'check' | 'run' | 'download'
  created: Date
  finished: Date | null
  overridden: Date | null
  /** Of a deleted slide. */
  isHidden: boolean
  keys: Partial<Record<Group, string | null>>
  overriddenBy: string | null
  failing: string[]
  bytes: number
  /** Seconds that it took, and that it took since the upload. */
  seconds: number | null
  turnaround: number | null
}

const nothing = { finished: null, overridden: null, overriddenBy: null, failing: [] as string[] }
const untimed = { bytes: 0, seconds: null, turnaround: null }
const hidden = { isHidden: false }

/** Fills an organisation with slides, checks, runs and downloads, and says what there is. As the owner of the database. */
export async function fillLab(
  tx: Tx,
  random: Random,
  given: { organizationId: string; people: string[]; predictorIds: string[] },
): Promise<Fact[]> {
  const { organizationId, people, predictorIds } = given
  const own = (count: number) => Array.from({ length: count }, (_, n) => ({ id: newId(), organizationId, n }))
  const studies = own(4).map(({ n, ...row }) => ({
    ...row,
    name: `Study ${n}`,
    nameKey: `study ${n}`,
    searchKey: `study ${n}`,
    deletedAt: n === 2 ? new Date() : null,
  }))
  const organs = own(3).map(({ n, ...row }) => ({
    ...row,
    organ: `Organ ${n}`,
    species: 'Human',
    nameKey: `${n}`,
  }))
  // More than there are series.
  const stains = own(24).map(({ n, ...row }) => ({ ...row, stainType: `Stain ${n}`, nameKey: `${n}` }))
  await tx.insert(projects).values(studies)
  await tx.insert(tissues).values(organs)
  await tx.insert(stainers).values(stains)
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const placeOf = () => ({
    projectId: maybe(random, idsOf(studies)),
    tissueId: maybe(random, idsOf(organs)),
    stainerId: maybe(random, idsOf(stains)),
  })
  const keysOf = ({ projectId, tissueId, stainerId }: ReturnType<typeof placeOf>) => ({
    project: projectId,
    tissue: tissueId,
    stainer: stainerId,
  })
  const facts: Fact[] = []

  const sent = own(130).map(({ n, ...row }) => ({
    ...row,
    ...placeOf(),
    name: `${n}.svs`,
    searchKey: `${n}.svs`,
    mediaType: 'svs',
    path: `files/${n}`,
    size: 1000 + Math.floor(random() * 1e9),
    state: n < 100 ? ('stored' as const) : ('failed' as const),
    createdBy: maybe(random, people),
    createdAt: momentOf(random),
  }))
  await tx.insert(files).values(sent)
  const made = sent.slice(0, 90).map((file, n) => {
    const imageId = newId()
    return {
      id: newId(),
      organizationId,
      fileId: file.id,
      name: `${n}`,
      searchKey: `${n}`,
      size: file.size,
      imageId,
      sourceImageId: imageId,
      ...placeOf(),
      createdBy: file.createdBy,
      createdAt: soon(random, file.createdAt),
      deletedAt: n % 9 === 0 ? new Date() : null,
      uploadedAt: file.createdAt,
    }
  })
  await tx.transaction(async (both) => {
    await both.insert(slides).values(made)
    await both.insert(images).values(
      made.map(({ id: slideId, imageId, fileId, deletedAt }) => ({
        id: imageId,
        organizationId,
        slideId,
        fileId,
        kind: 'source' as const,
        state: 'pending' as const,
        deletedAt,
      })),
    )
  })

  const judged = ['passed', 'warned', 'failed'] as const
  const seen = new Set<string>()
  /** Only the first of its kind has one. */
  const turnaroundOf = (key: string, finished: Date, uploaded: Date) => {
    if (seen.has(key)) return null
    seen.add(key)
    return (finished.getTime() - uploaded.getTime()) / 1000
  }
  const newest = new Map<string, { at: Date; state: string }>()
  for (const { n, id } of own(150)) {
    const slide = oneOf(random, made)
    const state = n < 120 ? oneOf(random, judged) : oneOf(random, ['error', 'cancelled'] as const)
    const [createdAt, by, overrider] = [momentOf(random), maybe(random, people), oneOf(random, people)]
    const finishedAt = soon(random, createdAt)
    const overriddenAt = state === 'failed' && random() < 0.5 ? momentOf(random) : null
    const isJudged = n < 120
    const failing = state === 'warned' || state === 'failed' ? [oneOf(random, qcMeasureKeys), 'pen'] : []
    await tx.insert(qcJobs).values({
      id,
      organizationId,
      slideId: slide.id,
      imageId: slide.imageId,
      state,
      createdBy: by,
      createdAt,
      finishedAt,
      ...(isJudged && { algorithmVersion: 1, modality: 'brightfield' as const }),
      ...(overriddenAt && { overridden: true, overriddenAt, overriddenBy: overrider }),
    })
    if (failing.length > 0)
      await tx.insert(qcMeasures).values(
        // The second of a key, as of two channels, counts no more than one.
        [...failing, 'pen', 'seams'].map((key, at) => ({
          organizationId,
          qcJobId: id,
          n: at,
          key: key as 'pen',
          limits: { warn: 1, fail: 2 },
          verdict: key === 'seams' && at === 3 ? ('passed' as const) : ('failed' as const),
        })),
      )
    const before = newest.get(slide.id)
    if (!before || before.at < createdAt) newest.set(slide.id, { at: createdAt, state })
    facts.push({
      what: 'check',
      created: createdAt,
      finished: finishedAt,
      overridden: overriddenAt,
      isHidden: slide.deletedAt !== null,
      overriddenBy: overriddenAt && overrider,
      keys: { ...keysOf(slide), member: by, state, ...(isJudged && { verdict: state }) },
      failing: [...new Set(failing)],
      bytes: 0,
      seconds: null,
      turnaround: isJudged ? turnaroundOf(slide.id, finishedAt, slide.uploadedAt) : null,
    })
  }

  const versions = await tx.select().from(predictorVersions)
  const runIds: { id: string; predictor: string; imageId: string }[] = []
  for (const { id } of own(130)) {
    const slide = oneOf(random, made)
    const predictorId = oneOf(random, predictorIds)
    const state = oneOf(random, ['succeeded', 'succeeded', 'failed', 'cancelled', 'queued'] as const)
    const [createdAt, by] = [momentOf(random), maybe(random, people)]
    const startedAt = soon(random, createdAt)
    const finishedAt = state === 'queued' ? null : soon(random, startedAt)
    const version = versions.find((each) => each.predictorId === predictorId)?.id ?? ''
    await tx.insert(inferenceJobs).values({
      id,
      organizationId,
      slideId: slide.id,
      imageId: slide.imageId,
      predictorId,
      predictorVersionId: version,
      state,
      params: {},
      channels: {},
      createdBy: by,
      createdAt,
      startedAt,
      finishedAt,
      provenance:
        state === 'succeeded'
          ? {
              file_id: slide.fileId,
              file_hash: null,
              program: 'Cresyl',
              machine: null,
              learned: {},
              mpp: 1,
              tiles_computed: 1,
              tiles_skipped: 0,
              override_reason: null,
            }
          : null,
    })
    runIds.push({ id, predictor: predictorId, imageId: slide.imageId })
    const isDone = state === 'succeeded' && finishedAt !== null
    facts.push({
      ...nothing,
      what: 'run',
      created: createdAt,
      finished: finishedAt,
      bytes: 0,
      isHidden: slide.deletedAt !== null,
      keys: { ...keysOf(slide), member: by, predictor: predictorId, state },
      seconds: isDone ? (finishedAt.getTime() - startedAt.getTime()) / 1000 : null,
      turnaround: isDone ? turnaroundOf(slide.id + predictorId, finishedAt, slide.uploadedAt) : null,
    })
  }

  for (const { id } of own(120)) {
    const slide = oneOf(random, made)
    const run = random() < 0.4 ? oneOf(random, runIds) : null
    const kind: DownloadKind = run ? oneOf(random, ['file', 'image']) : oneOf(random, ['file', 'region'])
    const ofSlide = run ? made.find(({ imageId }) => imageId === run.imageId) : slide
    const [createdAt, by, bytes] = [momentOf(random), maybe(random, people), Math.floor(random() * 1e6)]
    const fromFile = !run && kind === 'file'
    await tx.insert(downloads).values({
      id,
      organizationId,
      kind,
      userId: by,
      bytes,
      createdAt,
      inferenceJobId: run?.id ?? null,
      ...(fromFile ? { fileId: slide.fileId } : { imageId: run?.imageId ?? slide.imageId }),
    })
    const isShown = ofSlide !== undefined && ofSlide.deletedAt === null
    facts.push({
      ...nothing,
      ...untimed,
      ...hidden,
      what: 'download',
      created: createdAt,
      bytes,
      keys: {
        ...(isShown ? keysOf(ofSlide) : { project: null, tissue: null, stainer: null }),
        member: by,
        kind,
        predictor: run?.predictor ?? null,
      },
    })
  }

  for (const slide of made)
    facts.push({
      ...nothing,
      ...untimed,
      what: 'slide',
      created: slide.createdAt,
      bytes: slide.size,
      isHidden: slide.deletedAt !== null,
      keys: { ...keysOf(slide), member: slide.createdBy, qc_state: newest.get(slide.id)?.state ?? 'none' },
    })
  for (const file of sent) {
    const slide = made.find(({ fileId, deletedAt }) => fileId === file.id && deletedAt === null)
    facts.push({
      ...nothing,
      ...untimed,
      ...hidden,
      what: 'file',
      created: file.createdAt,
      bytes: file.size,
      keys: { ...keysOf(slide ?? file), member: file.createdBy, state: file.state },
    })
  }
  return facts
}
