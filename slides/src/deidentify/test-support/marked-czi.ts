import { zstdCompressSync } from 'node:zlib'
import { makeCzi } from '../../czi/test-support/make-czi.ts'
import type { Markers } from './marked-files.ts'

/** Nothing but what stays in a copy. */
export const technicalXml = (xml = ''): string => `<ImageDocument><Metadata><Information><Image>
  <ComponentBitCount>12</ComponentBitCount><PixelType>Gray16</PixelType>
  <ObjectiveSettings><ObjectiveRef Id="Lens 7"/></ObjectiveSettings>
  <Dimensions><Channels><Channel Id="C a" Name="DAPI"><ExposureTime>2000000000000</ExposureTime>
    <EmissionWavelength>465.5</EmissionWavelength></Channel></Channels>
    <T><Positions><BinaryList><AttachmentName>TimeStamps</AttachmentName></BinaryList></Positions></T></Dimensions>
  </Image><Instrument><Objectives><Objective Id="Other"><NominalMagnification>5</NominalMagnification></Objective>
    <Objective Id="Lens 7" Name="Plan-Apochromat 20x/0.8"><NominalMagnification>20</NominalMagnification></Objective>
  </Objectives></Instrument></Information>
  <Scaling><Items><Distance Id="X"><Value>2.2E-07</Value></Distance><Distance Id="Y"><Value>2.2E-07</Value></Distance>
  </Items></Scaling><DisplaySetting><Channels><Channel Id="C a"><Color>#FF0000FF</Color></Channel></Channels>
  </DisplaySetting>${xml}</Metadata></ImageDocument>`

/** A CZI with a marker in everything that must go. */
export function markedCzi(markers: Markers): Uint8Array {
  const mark = (where: string) => markers.next(where)
  const bytes = (where: string) => Buffer.from(mark(where))
  const xml = technicalXml(`<CustomAttributes><Patient>${mark('custom')}</Patient></CustomAttributes>`)
    .replace(
      '<Information>',
      `<Information><User Id="1"><Name>${mark('user')}</Name></User>
      <Document><UserName>${mark('user-name')}</UserName><Comment>${mark('comment')}</Comment></Document>`,
    )
    .replace(
      '<Image>',
      `<Image Name="${mark('image-name')}"><AcquisitionDateAndTime>2022-01-01T01:01:01Z</AcquisitionDateAndTime>`,
    )
    .replace(
      '<Objectives>',
      `<Microscopes><Microscope Id="${mark('id')}" Name="${mark('microscope')}"><Manufacturer>
      <SerialNumber>${mark('serial')}</SerialNumber></Manufacturer></Microscope></Microscopes><Objectives>`,
    )
    .replace('</Channels>', `</Channels><S><Scenes><Scene Index="0" Name="${mark('scene')}"/></Scenes></S>`)
  const data = (value: number) => zstdCompressSync(Buffer.alloc(32, value))
  const blocks = [0, 1].flatMap((T) =>
    [0, 1].map((M) => ({
      x: 4 * M,
      y: 0,
      width: 4,
      height: 4,
      pixelType: 1,
      compression: 5,
      data: data(16 * T + M),
      dimensions: { C: 0, T, S: 0, M },
      metadata: `<METADATA>${mark(`block-${T}-${M}`)}</METADATA>`,
    })),
  )
  const raw = Buffer.concat([Buffer.alloc(32, 9), bytes('behind-pixels')])
  const uncompressed = {
    x: 8,
    y: 0,
    width: 4,
    height: 4,
    pixelType: 1,
    dimensions: { C: 0, T: 0, S: 0, M: 2 },
    data: raw,
  }
  const stamps = Buffer.alloc(24)
  stamps.writeInt32LE(2, 4)
  stamps.writeDoubleLE(10, 8)
  stamps.writeDoubleLE(12.5, 16)
  const label = makeCzi([{ x: 0, y: 0, width: 40, height: 1, data: Buffer.alloc(40, bytes('label')) }])
  const made = makeCzi([...blocks, uncompressed], {
    xml,
    attachments: [
      { name: 'Label', type: 'CZI', data: label.bytes },
      { name: 'SlidePreview', type: 'CZI', data: label.bytes },
      { name: 'Thumbnail', type: 'JPG', data: bytes('thumbnail') },
      { name: 'TimeStamps', type: 'CZTIMS', data: stamps },
      { name: mark('attachment-name'), type: 'TXT', data: bytes('attachment') },
    ],
  })
  // The ids of the file, and what nothing refers to.
  made.bytes.set(bytes('guid').subarray(0, 32), 48)
  return new Uint8Array(Buffer.concat([made.bytes, bytes('behind-the-end')]))
}
