import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { openSlide, planeDepth16, unshuffleBytes } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { openTestApi, type TestApi } from '../test-api.ts'
import { askOverTcp } from '../test-support/raw-requests.ts'
import { largestDifference, readPng } from '../test-support/read-png.ts'

const samplesFolder = process.env.CRESYL_SAMPLES

if (samplesFolder) {
  let api: TestApi

  beforeAll(async () => {
    api = await openTestApi()
    await api.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => api.close())

  const addSample = (name: string) =>
    addRealSlide(api.context, api.home.admin.organizationId, join(samplesFolder, name))
  const ask = (url: string, headers: Record<string, string> = {}) =>
    askOverTcp(api, api.home.guest, url, { headers })
  const reference = async (name: string) => readPng(await readFile(join(samplesFolder, 'reference', name)))

  describe('tiles of real slides', () => {
    test.each([
      ['svs/CMU-1-Small-Region.svs', '0/0/0', 'CMU-1-Small-Region.svs.L0.0.0.240x240.png', 2],
      ['svs/tcga-cr-7395-01a-01-ts1.svs', '0/4/4', 'tcga-cr-7395-01a-01-ts1.svs.L0.1024.1024.256x256.png', 1],
    ])('%s %s is what other programs read', async (name, place, crop, tolerance) => {
      const { imageId } = await addSample(name)
      const reply = await ask(`/api/viewers/tiles/${imageId}/${place}/?format=png`)
      expect(reply.status, reply.json?.detail).toBe(200)
      const [shown, wanted] = [readPng(reply.bytes), await reference(crop)]
      expect([shown.width, shown.height, shown.samples]).toEqual([
        wanted.width,
        wanted.height,
        wanted.samples,
      ])
      expect(largestDifference(shown, wanted)).toBeLessThanOrEqual(tolerance)
    })

    test('an SVS of JPEG goes out as it is stored, and its padded edge too', async () => {
      const name = 'svs/CMU-1-Small-Region.svs'
      const { imageId } = await addSample(name)
      const slide = await openSlide(join(samplesFolder, name))
      for (const [x, y] of [
        [0, 0],
        [9, 12],
      ] as const) {
        const stored = await slide.images[0]?.encodedTile(0, x, y)
        const reply = await ask(`/api/viewers/tiles/${imageId}/0/${x}/${y}/`)
        expect(reply.bytes.equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true)
      }
      await slide.close()
    })

    test('planes of 16 bits arrive exactly', async () => {
      const name = 'ome/fluo4_u16_subifd_big.ome.tif'
      const { imageId } = await addSample(name)
      const slide = await openSlide(join(samplesFolder, name))
      for (const plane of [0, 3]) {
        const url = `/api/viewers/tiles/${imageId}/1/0/0/?plane=${plane}&depth=16`
        const { bytes } = await ask(url, { 'accept-encoding': 'zstd' })
        const tile = await slide.images[0]?.rawTile(1, 0, 0, { c: plane })
        if (!tile) throw new Error('The sample has no such tile')
        expect(unshuffleBytes(zstdDecompressSync(bytes))).toEqual(planeDepth16(tile))
      }
      await slide.close()
    })
  })
} else {
  test.skip('real slides, where CRESYL_SAMPLES names their folder')
}
