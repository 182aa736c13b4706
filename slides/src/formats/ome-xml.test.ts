import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { parseOmeXml } from './ome-xml.ts'

const pixels = (attributes: string, children = '') =>
  `<OME UUID="urn:uuid:a"><Image ID="Image:0"><Pixels DimensionOrder="XYCZT" SizeX="8" SizeY="8" ${attributes}>${children}</Pixels></Image></OME>`

const image = (attributes: string, children = '') => parseOmeXml(pixels(attributes, children)).images[0]

function refusal(text: string): string {
  try {
    parseOmeXml(text)
  } catch (error) {
    if (error instanceof SlideError) return `${error.code} ${error.message}`
    throw error
  }
  return 'no error'
}

test('reads sizes, scale, channels and planes', () => {
  const xml = `<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">
    <Instrument ID="I"><Objective ID="O:0" NominalMagnification="20.0"/><Objective ID="O:1" NominalMagnification="40"/></Instrument>
    <Image ID="Image:0" Name="tissue"><ObjectiveSettings ID="O:1"/>
      <Pixels DimensionOrder="XYZCT" Type="uint16" SignificantBits="12" SizeX="9" SizeY="7" SizeC="2" SizeZ="3" SizeT="4"
        PhysicalSizeX="0.5" PhysicalSizeY="500" PhysicalSizeYUnit="nm" PhysicalSizeZ="1.5" TimeIncrement="2" TimeIncrementUnit="min">
        <Channel Name="DAPI" Color="65535" SamplesPerPixel="1" EmissionWavelength="461" ExcitationWavelength="0.358" ExcitationWavelengthUnit="µm"/>
        <Channel Color="-16776961"/>
        <TiffData IFD="2" FirstC="1" FirstZ="2" FirstT="3"/>
        <Plane TheC="0" TheZ="0" TheT="0"/>
        <Plane TheC="0" TheZ="1" TheT="0" ExposureTime="0.1"/>
        <Plane TheC="1" TheZ="0" TheT="0" ExposureTime="20" ExposureTimeUnit="ms"/>
      </Pixels></Image></OME>`
  expect(parseOmeXml(xml).images).toEqual([
    {
      name: 'tissue',
      size: { c: 2, z: 3, t: 4 },
      dimensionOrder: 'XYZCT',
      mpp: { x: 0.5, y: 0.5 },
      stepZ: 1.5,
      stepT: 120,
      objective: 40,
      significantBits: 12,
      channels: [
        {
          name: 'DAPI',
          color: 0x0000ff,
          emissionWavelength: 461,
          excitationWavelength: 358,
          exposure: 100,
          samplesPerPixel: 1,
        },
        {
          name: undefined,
          color: 0xff0000,
          emissionWavelength: undefined,
          excitationWavelength: undefined,
          exposure: 20,
          samplesPerPixel: undefined,
        },
      ],
      tiffData: [{ ifd: 2, first: { c: 1, z: 2, t: 3 }, planeCount: 1 }],
    },
  ])
})

test('reads colours as signed numbers of red, green, blue and alpha', () => {
  const colors = ['65535', '16711935', '-16776961', '-65281', '-1', '255', '4294967295', 'red', '']
  const channels = colors.map((color) => `<Channel Color="${color}"/>`).join('')
  expect(image('SizeC="9"', channels)?.channels.map(({ color }) => color)).toEqual([
    0x0000ff,
    0x00ff00,
    0xff0000,
    0xffff00,
    0xffffff,
    0x000000,
    0xffffff,
    undefined,
    undefined,
  ])
})

test('leaves the scale unknown where it is missing, zero, one-sided or in pixels', () => {
  for (const attributes of [
    '',
    'PhysicalSizeX="0" PhysicalSizeY="0"',
    'PhysicalSizeX="0.5"',
    'PhysicalSizeX="1" PhysicalSizeY="1" PhysicalSizeXUnit="pixel" PhysicalSizeYUnit="pixel"',
    'PhysicalSizeX="1" PhysicalSizeY="1" PhysicalSizeXUnit="reference frame"',
  ]) {
    expect(image(attributes)?.mpp).toBeUndefined()
  }
})

test('takes an objective that nothing refers to only where it is the only one', () => {
  const xml = (objectives: string, settings = '') =>
    `<OME><Instrument>${objectives}</Instrument><Image>${settings}<Pixels/></Image></OME>`
  const objective = (...parts: [string, string?]) => parseOmeXml(xml(...parts)).images[0]?.objective
  const twenty = '<Objective ID="a" NominalMagnification="20"/>'
  expect(objective(twenty)).toBe(20)
  expect(objective(`${twenty}<Objective ID="b" NominalMagnification="40"/>`)).toBeUndefined()
  expect(objective(twenty, '<ObjectiveSettings ID="c"/>')).toBeUndefined()
})

test('counts one page for a block that names it, and all that follow for one that does not', () => {
  const blocks = image(
    'SizeC="3"',
    '<TiffData/><TiffData IFD="1"/><TiffData IFD="0" PlaneCount="3"/>',
  )?.tiffData
  expect(blocks?.map(({ ifd, planeCount }) => [ifd, planeCount])).toEqual([
    [0, undefined],
    [1, 1],
    [0, 3],
  ])
})

test('reads the microscope, the time and the annotations', () => {
  const { metadata } = parseOmeXml(`<OME Creator="OME Bio-Formats 6.8.0">
    <Instrument><Microscope Manufacturer="Zeiss" Model="Axioscan" SerialNumber="7"/></Instrument>
    <Image><AcquisitionDate>2020-01-02T03:04:05</AcquisitionDate><Description>a slide</Description><Pixels/></Image>
    <StructuredAnnotations>
      <MapAnnotation><Value><M K="stain">H&amp;E</M></Value></MapAnnotation>
      <XMLAnnotation><Value><OriginalMetadata><Key>Gain</Key><Value>3</Value></OriginalMetadata></Value></XMLAnnotation>
    </StructuredAnnotations></OME>`)
  expect(metadata).toEqual({
    scanner: { manufacturer: 'Zeiss', model: 'Axioscan', serial: '7', software: 'OME Bio-Formats 6.8.0' },
    scannedAt: '2020-01-02T03:04:05',
    properties: { Description: 'a slide', stain: 'H&E', Gain: '3' },
  })
})

test('refuses one of several files, and says what to do', () => {
  const advice = 'combine them into one OME-TIFF, e.g. with bfconvert'
  expect(refusal('<OME><BinaryOnly MetadataFile="multifile.companion.ome" UUID="u"/></OME>')).toBe(
    `unsupported OME-XML: is one of several files that make up the image (the metadata is in "multifile.companion.ome"); ${advice}`,
  )
  const block = (name: string) => `<TiffData><UUID FileName="${name}">urn:uuid:${name}</UUID></TiffData>`
  expect(refusal(pixels('', `${block('a.tif')}${block('b.tif')}`))).toBe(
    `unsupported OME-XML: is one of several files that make up the image (planes are in "a.tif" and in "b.tif"); ${advice}`,
  )
  expect(
    refusal(pixels('', '<TiffData><UUID FileName="a"/></TiffData><TiffData><UUID FileName="b"/></TiffData>')),
  ).toMatch(/^unsupported .*planes are in "a" and in "b"/)
})

test('opens a single file that was renamed or names itself by an old UUID', () => {
  expect(refusal(pixels('', '<TiffData><UUID FileName="old.tif">urn:uuid:b</UUID></TiffData>'))).toBe(
    'no error',
  )
})

test.each([
  ['SizeC="0"', 'SizeC is "0"'],
  ['SizeZ="-1"', 'SizeZ is "-1"'],
  ['SizeT="many"', 'SizeT is "many"'],
  ['SizeC="1.5"', 'SizeC is "1.5"'],
  ['SizeC="1e30"', 'SizeC is "1e30"'],
])('refuses %s', (attributes, reason) => {
  expect(refusal(pixels(attributes))).toBe(`malformed OME-XML: ${reason}`)
})

test('refuses other nonsense', () => {
  expect(refusal('<Home/>')).toBe('malformed OME-XML: begins with the element "Home" instead of "OME"')
  expect(refusal('<OME/>')).toBe('malformed OME-XML: describes no image')
  expect(refusal('<OME><Image ID="i"/></OME>')).toBe('malformed OME-XML: image "i" has no <Pixels>')
  expect(refusal('<OME><Image><Pixels DimensionOrder="ZCTXY"/></Image></OME>')).toBe(
    'malformed OME-XML: DimensionOrder is "ZCTXY"',
  )
  expect(refusal(pixels('', '<TiffData IFD="-1"/>'))).toBe('malformed OME-XML: IFD of <TiffData> is "-1"')
})

test('takes the first of several objectives with one name, and no exposure that is beyond numbers', () => {
  const objectives =
    '<Objective ID="O" NominalMagnification="20"/><Objective ID="O" NominalMagnification="40"/>'
  const { images } = parseOmeXml(
    `<OME><Instrument>${objectives}</Instrument><Image><ObjectiveSettings ID="O"/><Pixels>` +
      '<Channel/><Plane ExposureTime="1e308"/></Pixels></Image></OME>',
  )
  expect(images[0]).toMatchObject({ objective: 20, channels: [{ exposure: undefined }] })
})
