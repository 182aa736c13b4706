import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { openSlideAssociated, openSlideProperties } from '../conformance/test-support/openslide.ts'
import { hasLibtiff, hasOpenSlide, hasVips, run } from '../conformance/test-support/test-programs.ts'
import { openAny as openSlide } from '../formats/test-support/made-slides.ts'
import { openFileSource } from '../source/file-source.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { deidentify } from './deidentify.ts'
import { expectSameScan } from './test-support/compare-scans.ts'

const pathOf = useTemporaryFolder()

async function copyOf(...names: string[]): Promise<{ path: string; dropped: string[]; copy: Buffer }> {
  const path = pathOf(basename(samplePath(...names)))
  const source = await openFileSource(samplePath(...names))
  const { dropped } = await deidentify(source, path)
  await source.close()
  return { path, dropped, copy: await readFile(path) }
}

if (samplesFolder) {
  test.each([
    ['svs', 'CMU-1-Small-Region.svs', ['label (IFD 2)', 'macro (IFD 3)', 'parts of ImageDescription']],
    ['svs', 'tcga-cr-7395-01a-01-ts1.svs', []],
    [
      'qptiff',
      'small_vectra.qptiff',
      ['macro (IFD 4)', 'label (IFD 5)', 'parts of ImageDescription', 'DateTime'],
    ],
    ['ome', 'multi-channel-z-series.ome.tif', ['parts of ImageDescription', 'ImageDescription']],
    ['ome', 'qupath_cells-2c.ome.tif', ['parts of ImageDescription', 'ImageDescription']],
    ['ome', 'qupath_cells.ome.tif', ['parts of ImageDescription']],
    ['ome', 'fluo4_u16_subifd_big.ome.tif', ['parts of ImageDescription']],
    ['tiff', '12m_BigTIFFMotorola.tif', []],
    ['tiff', 'irs_tiled-jpeg-ycbcr.tif', []],
  ])('gives the same scan of %s/%s', async (folder, name, expected) => {
    const { path, dropped } = await copyOf(folder, name)
    expect(dropped).toEqual(expected)
    const [before, after] = [await openSlide(samplePath(folder, name)), await openSlide(path)]
    await expectSameScan(before, after, 6)
    await before.close()
    await after.close()
    if (hasLibtiff) await run('tiffinfo', path)
  })

  test('leaves of a real SVS no name, date or user', async () => {
    const { copy } = await copyOf('svs', 'small.svs')
    for (const text of ['CPAPERIOCS', 'CMU-1', '12/29/09', '09:59:15', 'b414003d', 'USM Filter', '1004486']) {
      expect(copy.includes(text), text).toBe(false)
    }
  })

  if (hasOpenSlide && hasVips) {
    test('gives OpenSlide the same scan without label and macro', async () => {
      const name = 'CMU-1-Small-Region.svs'
      const source = await openFileSource(samplePath('svs', name))
      const path = pathOf('for-openslide.svs')
      await deidentify(source, path)
      await source.close()
      const [before, after] = [
        await openSlideProperties(samplePath('svs', name)),
        await openSlideProperties(path),
      ]
      const same = [...(before ?? [])].filter(([key]) => /^openslide\.(vendor|level|mpp|objective)/.test(key))
      expect(same.length).toBeGreaterThan(5)
      expect([...(after ?? [])]).toEqual(expect.arrayContaining(same))
      expect([...(after?.keys() ?? [])]).not.toContain('aperio.User')
      expect(await openSlideAssociated(path)).toEqual(['thumbnail'])
    })
  }
} else {
  test.skip('real slides, where CRESYL_SAMPLES names their folder')
}
