import { expect, test } from 'vitest'
import { writeOmeXml } from './ome-xml.ts'
import { planPyramid } from './plan-pyramid.ts'
import type { PyramidOptions } from './pyramid-options.ts'
import { find, findAll, parseXml } from './test-support/read-back.ts'

const options: PyramidOptions = {
  width: 300,
  height: 200,
  pixelType: 'u16',
  samples: 1,
  container: 'ome-tiff',
  sizeZ: 2,
  compression: { kind: 'deflate' },
}

const write = (more: Partial<PyramidOptions>) =>
  parseXml(writeOmeXml(planPyramid({ ...options, ...more })), 'OME-XML')

test('describes pixels, channels and planes in the words of OME', () => {
  const channels = [{ name: 'DAPI', color: 0x0000ff, exposure: 40 }, { color: 0xff0000 }]
  const root = write({ channels, mpp: { x: 0.25, y: 0.5 }, objective: 20, bitDepth: 12 })
  expect(find(root, 'Image', 'Pixels')?.attributes).toMatchObject({
    Type: 'uint16',
    SignificantBits: '12',
    SizeX: '300',
    SizeY: '200',
    SizeC: '2',
    SizeZ: '2',
    SizeT: '1',
    PhysicalSizeX: '0.25',
    PhysicalSizeY: '0.5',
    DimensionOrder: 'XYCZT',
  })
  expect(findAll(root, 'Image', 'Pixels', 'Channel').map(({ attributes }) => attributes)).toMatchObject([
    { Name: 'DAPI', Color: '65535', SamplesPerPixel: '1' },
    { Color: '-16776961' },
  ])
  const planes = findAll(root, 'Image', 'Pixels', 'TiffData').map(({ attributes }) => attributes)
  expect(planes.map(({ IFD, FirstC, FirstZ }) => [IFD, FirstC, FirstZ].join())).toEqual([
    ...['0,0,0', '1,1,0', '2,0,1', '3,1,1'],
  ])
  expect(findAll(root, 'Image', 'Pixels', 'Plane').map(({ attributes }) => attributes.ExposureTime)).toEqual([
    ...['0.04', '0.04'],
  ])
  expect(find(root, 'Instrument', 'Objective')?.attributes.NominalMagnification).toBe('20')
})

test('any text is kept in ASCII, but for what XML cannot hold', () => {
  const name = `a<b>&"c' ä 😀 \t\n]]>`
  const xml = writeOmeXml(
    planPyramid({ ...options, channels: [{ name }], provenance: { [name]: `x\u0000\ud800y` } }),
  )
  expect(xml).toMatch(/^[ -~]+$/)
  const root = parseXml(xml, 'OME-XML')
  expect(find(root, 'Image', 'Pixels', 'Channel')?.attributes.Name).toBe(name)
  const value = find(root, 'StructuredAnnotations', 'MapAnnotation', 'Value', 'M')
  expect([value?.attributes.K, value?.text]).toEqual([name, 'x\ufffd\ufffdy'])
})
