import { expect, test } from 'vitest'
import { parseQptiffDescription } from './qptiff-description.ts'

const parse = (children: string) =>
  parseQptiffDescription(
    `<?xml version="1.0" encoding="utf-16"?><PerkinElmer-QPI-ImageDescription>${children}</PerkinElmer-QPI-ImageDescription>`,
    'IFD 0 ImageDescription',
  )

test('reads type, channel, objective, pixel size and all the rest', () => {
  expect(
    parse(`<ImageType>FullResolution</ImageType><AcquisitionSoftware>VectraPolaris 1.0</AcquisitionSoftware><Barcode />
      <ExposureTime>2630</ExposureTime><Name>DAPI</Name><Color>0,128,255</Color><Objective>10x</Objective>
      <ScanProfile><root><ScanResolution><PixelSizeMicrons>0.5</PixelSizeMicrons></ScanResolution></root></ScanProfile>`),
  ).toEqual({
    imageType: 'FullResolution',
    channel: { name: 'DAPI', color: 0x0080ff, exposure: 2.63 },
    objective: 10,
    pixelSize: 0.5,
    software: 'VectraPolaris 1.0',
    properties: {
      ImageType: 'FullResolution',
      AcquisitionSoftware: 'VectraPolaris 1.0',
      ExposureTime: '2630',
      Name: 'DAPI',
      Color: '0,128,255',
      Objective: '10x',
      'ScanProfile/root/ScanResolution/PixelSizeMicrons': '0.5',
    },
  })
})

test('prefers the biomarker to the name of the filter', () => {
  expect(parse('<Name>Opal 520</Name><Biomarker>CD8</Biomarker>').channel.name).toBe('CD8')
  expect(parse('<Name>Opal 520</Name><Biomarker/>').channel.name).toBe('Opal 520')
})

test('takes the planned objective where the page names none', () => {
  const planned =
    '<ScanProfile><root><ScanResolution><ObjectiveName>20x</ObjectiveName></ScanResolution></root></ScanProfile>'
  expect(parse(planned).objective).toBe(20)
  expect(parse(`<Objective>40X</Objective>${planned}`).objective).toBe(40)
  expect(parse('<Objective>WideFOV</Objective>').objective).toBeUndefined()
})

test.each(['', '1,2', '1,2,3,4', '256,0,0', '-1,0,0', 'a,b,c', '1.5,0,0'])(
  'has no colour for “%s”',
  (text) => {
    expect(parse(`<Color>${text}</Color>`).channel.color).toBeUndefined()
  },
)

test('leaves unknown what is missing or nonsense', () => {
  const { channel, objective, pixelSize, imageType } = parse(
    '<ExposureTime>-1</ExposureTime><Objective>0x</Objective>',
  )
  expect({ ...channel, objective, pixelSize, imageType }).toEqual({
    name: undefined,
    color: undefined,
    exposure: undefined,
    objective: undefined,
    pixelSize: undefined,
    imageType: undefined,
  })
})
