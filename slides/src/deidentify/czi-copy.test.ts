import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openCzi } from '../czi/open-czi.ts'
import { makeCzi } from '../czi/test-support/make-czi.ts'
import { openFileSource } from '../source/file-source.ts'
import { memorySource } from '../source/memory-source.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { deidentify } from './deidentify.ts'
import { expectSameScan } from './test-support/compare-scans.ts'
import { markedCzi, technicalXml } from './test-support/marked-czi.ts'
import { Markers } from './test-support/marked-files.ts'

const pathOf = useTemporaryFolder()

test('leaves nothing of a CZI that may name a patient, and its pixels byte for byte as they were', async () => {
  const markers = new Markers()
  const original = markedCzi(markers)
  expect(markers.foundIn(original)).toEqual(markers.all)
  const path = pathOf('copy.czi')
  const { bytes, dropped } = await deidentify(memorySource(original), path)

  const copy = await readFile(path)
  expect(copy.length).toBe(bytes)
  expect(markers.foundIn(copy)).toEqual([])
  expect(copy.includes('2022-01-01')).toBe(false)
  expect(copy.includes('0123456789abcdef')).toBe(false)
  expect(dropped).toEqual([
    ...['the metadata of blocks', 'texts of the metadata that are not known to be technical', 'the label'],
    ...['the preview of the slide', 'the thumbnail', 'time stamps', 'other attachments'],
  ])
  const [before, after] = [await openCzi(memorySource(original)), await openCzi(memorySource(copy))]
  expect(after.associated).toEqual([])
  await expectSameScan(before, after)
  expect(after.images[0]).toMatchObject({
    mpp: { x: 0.22, y: 0.22 },
    objective: 20,
    bitDepth: 12,
    sizeT: 2,
    stepT: 2.5,
    channels: [{ name: 'DAPI', color: 0x0000ff, exposure: 2_000_000, emissionWavelength: 465.5 }],
  })
  const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
  const whole = Buffer.from(original)
  for (let at = whole.indexOf(zstd); at >= 0; at = whole.indexOf(zstd, at + 1)) {
    expect(copy.subarray(at, at + 16)).toEqual(whole.subarray(at, at + 16))
  }
})

test('the copy can be walked from segment to segment', async () => {
  const path = pathOf('walk.czi')
  const attachments = [{ name: 'Label', type: 'CZI', data: new Uint8Array(100) }]
  const block = { x: 0, y: 0, width: 4, height: 4, data: new Uint8Array(16) }
  await deidentify(memorySource(makeCzi([block], { xml: technicalXml(), attachments }).bytes), path)
  const copy = await readFile(path)
  const ids: string[] = []
  for (let at = 0; at < copy.length; at += 32 + Number(copy.readBigInt64LE(at + 16))) {
    ids.push(copy.toString('latin1', at, at + 16).replace(/\0+$/, ''))
  }
  expect(ids).toEqual([
    ...['ZISRAWFILE', 'ZISRAWSUBBLOCK', 'ZISRAWDIRECTORY', 'ZISRAWMETADATA', 'DELETED', 'DELETED'],
  ])
})

test('an XML that is longer without what it leaves out goes to the end of the file', async () => {
  // Text outside ASCII is written as numbers.
  const xml = `<ImageDocument><Metadata><Information><Image><Dimensions><Channels><Channel Name="${'µ'.repeat(200)}"/></Channels></Dimensions></Image></Information></Metadata></ImageDocument>`
  const { bytes } = makeCzi([{ x: 0, y: 0, width: 4, height: 4, data: new Uint8Array(16) }], { xml })
  const path = pathOf('long.czi')
  const copied = await deidentify(memorySource(bytes), path)
  expect(copied.bytes).toBeGreaterThan(bytes.length)
  const copy = await openCzi(memorySource(await readFile(path)))
  expect(copy.images[0]?.channels).toEqual([{ name: 'µ'.repeat(200) }])
})

test
  .runIf(samplesFolder)
  .each([
    '1_tileregion.czi',
    'CellDivision_T3_Z5_CH2_X240_Y170_comp1.czi',
    'aics_RGB-8bit.czi',
    'syn_jxr_mosaic_pyramid.czi',
  ])('%s', async (name) => {
  const source = await openFileSource(samplePath('czi', name))
  const path = pathOf(name)
  await deidentify(source, path)
  const copy = await openFileSource(path)
  const after = await openCzi(copy)
  await expectSameScan(await openCzi(source), after, 4)
  expect((await readFile(path)).includes('UserName')).toBe(false)
  expect(after.metadata.scannedAt).toBeUndefined()
  await copy.close()
  await source.close()
})
