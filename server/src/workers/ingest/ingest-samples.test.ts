import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chunkSizeFor } from '@cresyl/contract/files/uploads'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { openSlide, type PixelTile, readRegion, type SlideImage } from '@cresyl/slides'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadShownImage } from '../../domain/viewers/load-shown-image.ts'
import { openTestApi, request, type TestApi } from '../../http/test-api.ts'
import { makeFile, multipart, type SentPart, sendPart } from '../../http/test-support/files-examples.ts'
import { type Pixels, readPng } from '../../http/test-support/read-png.ts'
import { newId } from '../../platform/id.ts'
import { testTimings } from '../../platform/queue/test-support/test-queue.ts'
import { startWorker, type Worker } from '../../platform/queue/worker.ts'
import { createSourceDescriber } from '../../platform/tiles/describe-source.ts'
import { openImage } from '../../platform/tiles/image-location.ts'
import { handlers, onSettled } from '../index.ts'

const samples = process.env.CRESYL_SAMPLES || undefined

/** A part of a sample as another program has read it, and how far a value may be off. */
interface Crop {
  picture: string
  at: { level: number; x: number; y: number; c?: number }
  tolerance: number
}

const crop = (picture: string, level: number, x: number, y: number, tolerance: number, c?: number): Crop => ({
  picture,
  tolerance,
  at: { level, x, y, ...(c !== undefined && { c }) },
})

interface Sample {
  file: string
  vendor: string
  /** Of each image its kind, and of what was scanned whether anything was made. */
  images: string[]
  crops?: Crop[]
  /** Compared with the file itself, where no other program has read it. */
  asStored?: boolean
}

const known: Sample[] = [
  {
    file: 'svs/CMU-1-Small-Region.svs',
    vendor: 'aperio',
    images: ['thumbnail', 'label', 'macro', 'source with levels from 1'],
    crops: [
      crop('CMU-1-Small-Region.svs.L0.960.1200.480x240.png', 0, 960, 1200, 2),
      crop('CMU-1-Small-Region.svs.L0.2160.2880.60x87.png', 0, 2160, 2880, 2),
    ],
  },
  {
    file: 'svs/tcga-cr-7395-01a-01-ts1.svs',
    vendor: 'aperio',
    images: ['thumbnail', 'source with levels from 2'],
    crops: [
      crop('tcga-cr-7395-01a-01-ts1.svs.L0.1024.1024.256x256.png', 0, 1024, 1024, 1),
      crop('tcga-cr-7395-01a-01-ts1.svs.L0.4352.3328.91x239.png', 0, 4352, 3328, 1),
    ],
  },
  {
    file: 'qptiff/small_vectra.qptiff',
    vendor: 'qptiff',
    images: ['thumbnail', 'macro', 'label', 'source'],
    crops: [
      crop('small_vectra.qptiff.p0.500.500.256x256.png', 0, 500, 500, 0, 0),
      crop('small_vectra.qptiff.p2.500.500.256x256.png', 0, 500, 500, 0, 2),
    ],
  },
  {
    file: 'tiff/kidney-48-5.tif',
    vendor: 'generic-tiff',
    images: ['source'],
    crops: [crop('kidney-48-5.tif.p0.600.300.256x256.png', 0, 600, 300, 0)],
  },
  // Wide strips of PackBits: written anew, without loss.
  {
    file: 'tiff/12m_packbits-fillorder-2.tif',
    vendor: 'generic-tiff',
    images: ['source with bytes of its own'],
    asStored: true,
  },
  { file: 'ome/fluo4_u16_subifd_big.ome.tif', vendor: 'ome', images: ['source'], asStored: true },
  { file: 'czi/1_tileregion.czi', vendor: 'zeiss', images: ['thumbnail', 'source'], asStored: true },
  { file: 'czi/syn_jxr_mosaic_pyramid.czi', vendor: 'zeiss', images: ['source'] },
]

/** With as many samples of a pixel as ours: their grey may be written as RGB. */
function farthest(ours: PixelTile, theirs: Pick<Pixels, 'data' | 'samples'>): number {
  let largest = 0
  for (let i = 0; i < ours.data.length; i++) {
    const at = Math.floor(i / ours.samples) * theirs.samples + (i % ours.samples)
    largest = Math.max(largest, Math.abs((ours.data[i] as number) - (theirs.data[at] as number)))
  }
  return largest
}

if (samples) {
  vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 })
  let api: TestApi
  let worker: Worker

  beforeAll(async () => {
    api = await openTestApi()
    worker = await startWorker(api.context, {
      definitions: jobDefinitions,
      handlers,
      onSettled,
      timings: testTimings,
      server: { id: newId(), name: 'a worker', roles: ['worker'], labels: [], version: '1', slots: 2 },
    })
  })

  afterAll(async () => {
    await worker.drain(0)
    await api.close()
  })

  const get = async (url: string) => (await request(api, api.home.manager, { url })).json

  /** As the browser sends it; resolves once it has been read, to whatever end. */
  const upload = async (path: string) => {
    const bytes = await readFile(path)
    const name = `${path.split('/').at(-1)?.split('.')[0]}${path.slice(path.lastIndexOf('.'))}`
    const { id } = await makeFile(api, api.home.user, { name, size: bytes.length })
    await multipart(api, api.home.user, id, 'init')
    const size = chunkSizeFor(bytes.length)
    const parts: SentPart[] = []
    for (let at = 0; at < bytes.length; at += size) {
      parts.push(await sendPart(api, api.home.user, id, at / size + 1, bytes.subarray(at, at + size)))
    }
    await multipart(api, api.home.user, id, 'complete', { parts })
    return vi.waitUntil(
      async () => {
        const file = await get(`/api/files/${id}/`)
        return ['ready', 'failed'].includes(file.reading_state) && file
      },
      { timeout: 110_000, interval: 100 },
    )
  }

  const withShown = async <Result>(imageId: string, work: (image: SlideImage) => Promise<Result>) => {
    const describeSource = createSourceDescriber(api.context.storage)
    const { organizationId } = api.home.user
    const { image: shown } = await loadShownImage(api.context, describeSource, organizationId, imageId)
    const open = await openImage(shown.location)
    try {
      return { shown, result: await work(open.image) }
    } finally {
      await open.close()
    }
  }

  test.concurrent.each(known)(
    '$file is sent, read and shown as other programs read it',
    async ({ file, vendor, images, crops = [], asStored = false }) => {
      const path = join(samples, file)
      const sent = await upload(path)
      expect([sent.reading_state, sent.reading_message]).toEqual(['ready', ''])
      const slide = await get(`/api/slides/${sent.slide_id}/`)
      expect(slide).toMatchObject({ vendor, file_id: sent.id })
      const { results } = await get(`/api/images/?file_id=${sent.id}`)
      const { rows } = await api.context.database.asSystem((tx) =>
        tx.execute<{ kind: string; path: string | null; first_made_level: number | null }>(
          `select kind, path, first_made_level from images where file_id = '${sent.id}' order by part`,
        ),
      )
      expect(results).toHaveLength(rows.length)
      expect(
        rows.map(({ kind, path: own, first_made_level: from }) =>
          [kind, own && 'with bytes of its own', from && `with levels from ${from}`]
            .filter(Boolean)
            .join(' '),
        ),
      ).toEqual(images)

      const pyramid = await get(`/api/viewers/pyramids/${slide.image_id}/`)
      expect(pyramid.channels.every(({ stats }: { stats: unknown }) => stats !== null)).toBe(true)
      const smallest = pyramid.levels.at(-1)
      expect(Math.max(smallest.width, smallest.height)).toBeLessThanOrEqual(2048)
      const { shown } = await withShown(slide.image_id, async (image) => {
        expect(image.levels.map(({ width, height, tileWidth }) => [width, height, tileWidth])).toEqual(
          pyramid.levels.map((level: Record<string, number>) => [
            level.width,
            level.height,
            level.tile_width,
          ]),
        )
        for (const { picture, at, tolerance } of crops) {
          const theirs = readPng(await readFile(join(samples, 'reference', picture)))
          const { width, height } = theirs
          const ours = await readRegion(image, { ...at, width, height, plane: { c: at.c ?? 0 } })
          expect([picture, farthest(ours, theirs) <= tolerance]).toEqual([picture, true])
        }
        if (asStored) await compareWithFile(path, image)
        // The smallest level, which may be one that was made.
        await image.rawTile(image.levels.length - 1, 0, 0)
      })
      expect(shown.thumbnailPath).toMatch(`images/${slide.image_id}/`)
    },
  )

  const compareWithFile = async (path: string, image: SlideImage) => {
    const original = await openSlide(path)
    const [theirs] = original.images
    if (!theirs) throw new Error('no image')
    const place = {
      level: 0,
      x: 100,
      y: 200,
      width: 900,
      height: 300,
      plane: { c: theirs.channels.length - 1 },
    }
    const [one, other] = [await readRegion(image, place), await readRegion(theirs, place)]
    expect(Buffer.compare(Buffer.from(one.data.buffer), Buffer.from(other.data.buffer))).toBe(0)
    await original.close()
  }

  test.concurrent.each([
    ['bad/fuzz_graydepth-invert-overflow-9f2f479685f84884.tiff', /^The file is incomplete\. .+\.$/],
    ['ome/viv_multifile-Z1.ome.tiff', /^Cresyl can’t read this kind of file yet\. .+several files.+\.$/],
  ])('%s is kept and says why it is not shown', async (file, sentence) => {
    const sent = await upload(join(samples, file))
    expect(sent).toMatchObject({ state: 'stored', reading_state: 'failed', slide_id: null })
    expect(sent.reading_message).toMatch(sentence)
    const { results } = await get(`/api/images/?file_id=${sent.id}`)
    expect(results).toMatchObject([{ kind: 'source', state: 'failed', state_message: sent.reading_message }])
  })
}
