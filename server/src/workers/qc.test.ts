import { checkQuality } from '@cresyl/analysis'
import { isComparable, mapBetween } from '@cresyl/contract/image-space'
import { openSlide } from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadShownImage } from '../domain/viewers/load-shown-image.ts'
import { images } from '../platform/db/schema/index.ts'
import { createSourceDescriber } from '../platform/tiles/describe-source.ts'
import { openImage } from '../platform/tiles/image-location.ts'
import { openQcQueue, type QcQueue } from './test-support/qc-queue.ts'

let queue: QcQueue

beforeAll(async () => {
  queue = await openQcQueue()
})
afterEach(() => queue.sendHome())
afterAll(() => queue.close())

const slideOf = async (id: string) =>
  (await queue.rows('select qc_state, qc_overridden, qc_job_id from slides where id = $1', id))[0]

async function findingOf(file: string) {
  const slide = await openSlide(file)
  try {
    const [image] = slide.images
    if (!image) throw new Error('No image')
    return await checkQuality(image)
  } finally {
    await slide.close()
  }
}

describe('a check of a slide', () => {
  test('is told with everything it found, as it found it', async () => {
    const slide = await queue.addSlide()
    const { id, job_id } = await queue.ask(slide.imageId)
    expect(await slideOf(slide.id)).toEqual({ qc_state: 'queued', qc_overridden: false, qc_job_id: id })
    await queue.work()
    const job = await queue.ended(job_id)
    const check = await queue.readCheck(id)
    const finding = await findingOf(queue.file)
    expect(job).toMatchObject({ state: 'succeeded', message: check.message })
    expect(check).toMatchObject({
      ...{ algorithm_version: finding.version, modality: 'brightfield', tissue_area: finding.tissueArea },
      regions: finding.regions,
      finished_at: expect.any(String),
    })
    expect(['passed', 'warned', 'failed']).toContain(check.state)
    expect(await slideOf(slide.id)).toMatchObject({ qc_state: check.state, qc_job_id: id })
    for (const measured of finding.measurements) {
      const told = check.measures.find(
        ({ key, channel }) => key === measured.key && channel === measured.channel,
      )
      expect(told?.tile_counts?.slice(1)).toEqual(measured.tileCounts?.slice(1))
      expect(told?.where).toBe(measured.where)
      expect(told?.sentence).toMatch(/\.$/)
    }

    expect(check.overlays.map(({ key, kind }) => `${key} ${kind}`).sort()).toEqual(
      finding.overlays.map(({ key, kind }) => `${key} ${kind}`).sort(),
    )
    const describeSource = createSourceDescriber(queue.context.storage)
    const [source] = await queue.context.database.asSystem((tx) =>
      tx.select().from(images).where(eq(images.id, slide.imageId)),
    )
    for (const { image_id, key, channel, kind, space } of check.overlays) {
      const found = finding.overlays.find((each) => each.key === key && each.channel === channel)
      const { image: shown } = await loadShownImage(
        queue.context,
        describeSource,
        queue.member.organizationId,
        image_id,
      )
      const { image, close } = await openImage(shown.location)
      const { data } = await image.rawTile(0, 0, 0)
      await close()
      expect([image.width, image.height, shown.kind]).toEqual([found?.width, found?.height, 'overlay'])
      // The picture is smaller than a tile.
      expect(Buffer.from(data as Uint8Array)).toEqual(Buffer.from(found?.pixels ?? []))
      if (kind === 'heatmap') expect(shown.levels).toHaveLength(1)
      expect(space.frame).toBe(source?.space?.frame ?? slide.imageId)
      const map = mapBetween(space, { ...space, placement: [1, 0, 0, 0, 1, 0] })
      expect(isComparable(space, space) && map).toBeTruthy()
    }
    expect(await queue.rows(`select path from stored_objects where path like 'qc/%/checkpoint'`)).toEqual([])
  })
})
