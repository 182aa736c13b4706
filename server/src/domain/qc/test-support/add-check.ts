import { qcMeasures as table, toHeat } from '@cresyl/contract/qc/qc-measures'
import type { QcMeasurement } from '@cresyl/contract/qc/qc-verdict'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { images, qcJobs, slides } from '../../../platform/db/schema/index.ts'
import { newId } from '../../../platform/id.ts'
import { keepFinding } from '../keep-finding.ts'
import type { StoredFinding } from '../stored-finding.ts'
import type { QcJobRow } from '../view.ts'

type GivenCheck = Partial<Pick<QcJobRow, 'createdBy' | 'createdAt' | 'imageId' | 'finishedAt' | 'message'>>

/** Per cent of a hundred tiles out of focus, and of the tissue under pen. */
export interface GivenFinding {
  blurred?: number
  pen?: number
  overlays?: StoredFinding['overlays']
}

const nothingMore = { where: null, unmeasured: null } as const

/** What a check of a stained slide may find. */
export function findingOf({ blurred = 0, pen = 0, overlays = [] }: GivenFinding = {}): StoredFinding {
  const tileCounts = new Array<number>(256).fill(0)
  tileCounts[toHeat(table.focus.tiles, 0.01)] = blurred
  tileCounts[toHeat(table.focus.tiles, 0.5)] = 100 - blurred
  const whole = (key: QcMeasurement['key'], value: number | null) => ({
    key,
    channel: null,
    value,
    tileCounts: null,
    ...nothingMore,
  })
  return {
    version: 1,
    modality: 'brightfield',
    assumptions: [],
    tissueArea: 2_000_000,
    overlays,
    outlines: {},
    measurements: [
      whole('tissue', 40),
      { key: 'focus', channel: null, value: null, tileCounts, where: 'lower left', unmeasured: null },
      whole('pen', pen),
      { ...whole('stain_strength', null), unmeasured: 'There is nothing stained to measure.' },
    ],
    regions: [{ key: 'focus', channel: null, x: 0, y: 512, width: 256, height: 256, severity: 0.9 }],
  }
}

/** A check of the slide's source image that waits; without a job. In a transaction of the platform. */
export async function addCheck(tx: Tx, slideId: string, given: GivenCheck = {}): Promise<QcJobRow> {
  const [slide] = await tx.select().from(slides).where(eq(slides.id, slideId))
  if (slide === undefined) throw new Error(`There is no slide ${slideId}`)
  const { organizationId, sourceImageId: imageId } = slide
  const [check] = await tx
    .insert(qcJobs)
    .values({ id: newId(), organizationId, slideId, imageId, ...given })
    .returning()
  if (check === undefined) throw new Error('No check was added')
  return check
}

/** One that has ended with a finding, as its job leaves it. */
export async function addJudged(
  tx: Tx,
  slideId: string,
  finding: StoredFinding,
  { finishedAt = new Date(), ...given }: GivenCheck = {},
): Promise<QcJobRow> {
  const check = await addCheck(tx, slideId, given)
  const [image] = await tx.select().from(images).where(eq(images.id, check.imageId))
  const begun = { check, imageVersion: image?.version ?? 1, sizeZ: 1, pixels: 1 }
  await keepFinding(tx, { id: newId() }, begun, finding, finishedAt ?? new Date())
  const [judged] = await tx.select().from(qcJobs).where(eq(qcJobs.id, check.id))
  return judged ?? check
}

/** One that could not be carried out, or was cancelled. */
export async function addEnded(
  tx: Tx,
  slideId: string,
  state: 'error' | 'cancelled',
  given: GivenCheck = {},
): Promise<QcJobRow> {
  const check = await addCheck(tx, slideId, given)
  const ended = { state, message: 'The disk was full. Try again.', finishedAt: new Date() }
  await tx.update(qcJobs).set(ended).where(eq(qcJobs.id, check.id))
  return { ...check, ...ended }
}
