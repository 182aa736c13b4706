import { expect, test } from 'vitest'
import { parseMetadata } from './metadata.ts'

const wrap = (content: string) => `<ImageDocument><Metadata>${content}</Metadata></ImageDocument>`

test('scale in µm, unknown where the file says 0 or only one direction', () => {
  const scaling = (x: string, y: string) =>
    parseMetadata(
      wrap(`<Scaling><Items><Distance Id="X"><Value>${x}</Value></Distance>
        <Distance Id="Y"><Value>${y}</Value></Distance></Items></Scaling>`),
    ).mpp
  expect(scaling('2.2E-07', '4.4E-07')).toEqual({ x: 0.22, y: 0.44 })
  expect(scaling('1.0833333333333333E-06', '4E-07')).toEqual({ x: 1.08333333333333, y: 0.4 })
  for (const unknown of ['0', '-1', 'NaN', '']) expect(scaling('4E-07', unknown)).toBeUndefined()
  expect(parseMetadata(wrap('')).mpp).toBeUndefined()
})

test('channels with their colours, from the display settings first', () => {
  const { channels } = parseMetadata(
    wrap(`<Information><Image><Dimensions><Channels>
      <Channel Id="Channel:0" Name="DAPI"><Color>#FF111111</Color><ExposureTime>2500000</ExposureTime>
        <EmissionWavelength>465</EmissionWavelength><ExcitationWavelength>353</ExcitationWavelength></Channel>
      <Channel Id="Channel:1"><Color>#00FF33</Color><Fluor>EGFP</Fluor></Channel>
      <Channel Id="Channel:2"/>
      </Channels></Dimensions></Image></Information>
      <DisplaySetting><Channels><Channel Id="Channel:0"><Color>#FF0000FF</Color></Channel>
      <Channel Id="Channel:1"><Color>red</Color></Channel><Channel Id="x" Name="Cy5"/></Channels></DisplaySetting>`),
  )
  expect(channels).toEqual([
    { name: 'DAPI', color: 0x0000ff, exposure: 2.5, emissionWavelength: 465, excitationWavelength: 353 },
    { name: 'EGFP', color: 0x00ff33 },
    { name: 'Cy5' },
  ])
})

test('the objective that was used, the microscope, the software and the time', () => {
  const { objective, bitDepth, slide } = parseMetadata(
    wrap(`<Information><Image><ComponentBitCount>12</ComponentBitCount>
      <AcquisitionDateAndTime>0001-01-01T00:00:00</AcquisitionDateAndTime>
      <ObjectiveSettings><ObjectiveRef Id="Objective:2"/></ObjectiveSettings></Image>
      <Document><CreationDate>2022-09-30T13:03:06+02:00</CreationDate></Document>
      <Application><Name>ZEN</Name><Version>3.6</Version></Application>
      <Instrument><Microscopes><Microscope Name="Axioscan 7"><Manufacturer><Manufacturer>Carl Zeiss</Manufacturer>
      <SerialNumber>42</SerialNumber></Manufacturer></Microscope></Microscopes>
      <Objectives><Objective Id="Objective:1"><NominalMagnification>5</NominalMagnification></Objective>
      <Objective Id="Objective:2"><NominalMagnification>20</NominalMagnification></Objective></Objectives>
      </Instrument></Information>`),
  )
  expect({ objective, bitDepth }).toEqual({ objective: 20, bitDepth: 12 })
  expect(slide.scanner).toEqual({
    manufacturer: 'Carl Zeiss',
    model: 'Axioscan 7',
    serial: '42',
    software: 'ZEN 3.6',
  })
  expect(slide.scannedAt).toBe('2022-09-30T13:03:06+02:00')
  expect(slide.properties['Application/Name']).toBe('ZEN')
})

test('one objective was used, of several without a reference nobody knows which', () => {
  const objectives = (count: number, reference = '') =>
    parseMetadata(
      wrap(
        `<Information><Image>${reference}</Image><Instrument><Objectives>${[5, 20]
          .slice(0, count)
          .map(
            (times) =>
              `<Objective Id="${times}"><NominalMagnification>${times}</NominalMagnification></Objective>`,
          )
          .join('')}</Objectives></Instrument></Information>`,
      ),
    ).objective
  const reference = (id: string) => `<ObjectiveSettings><ObjectiveRef Id="${id}"/></ObjectiveSettings>`
  expect(objectives(1)).toBe(5)
  expect(objectives(2)).toBeUndefined()
  expect(objectives(2, reference('20'))).toBe(20)
  expect(objectives(2, reference('40'))).toBeUndefined()
})

test('the bit depth is that of the image, else the largest of its channels', () => {
  const channels = `<Dimensions><Channels><Channel><ComponentBitCount>12</ComponentBitCount></Channel>
    <Channel><ComponentBitCount>14</ComponentBitCount></Channel></Channels></Dimensions>`
  const depth = (image: string) =>
    parseMetadata(wrap(`<Information><Image>${image}</Image></Information>`)).bitDepth
  expect(depth(channels)).toBe(14)
  expect(depth(`<ComponentBitCount>16</ComponentBitCount>${channels}`)).toBe(16)
  expect(depth('')).toBeUndefined()
})

test('XML that is none is refused', () => {
  expect(() => parseMetadata('<a>')).toThrow(/^CZI metadata: is not well-formed XML/)
})
