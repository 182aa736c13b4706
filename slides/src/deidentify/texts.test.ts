import { expect, test } from 'vitest'
import { parseAperioDescription } from '../formats/aperio-description.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { number, programName, unit } from './allowed-values.ts'
import { filterAperioText, isAperioThumbnail } from './aperio-text.ts'
import { associatedSeries, writeOmeText } from './ome-text.ts'
import { filterPlainText } from './plain-text.ts'
import { filterQptiffText } from './qptiff-text.ts'

test('takes for a number what is written as one', () => {
  const numbers = ['0', '20', '0.4990', '0,25', '-0.000424', '1e-3', '.5', '+3', '-16776961']
  expect(numbers.filter((text) => !number.test(text))).toEqual([])
  const others = ['', '-', '1 2', '0x10', '2020-01-01', '12:30', '1.2.3', '12345678901', 'NaN', '20x', '1.']
  expect(others.filter((text) => number.test(text))).toEqual([])
  expect(['µm', 'μm', 'nm', '\\u00B5m', 'Doe', 'mum'].map((text) => unit.test(text))).toEqual([
    ...[true, true, true, true, false, false],
  ])
})

test('keeps the names and versions of programs it knows, and nothing behind them', () => {
  expect(programName('OME Bio-Formats 6.8.0')).toBe('OME Bio-Formats 6.8.0')
  expect(programName('PerkinElmer-QPI')).toBe('PerkinElmer-QPI')
  expect(programName('ImageJ 1.53 by Jane Doe')).toBe('ImageJ 1.53')
  expect(programName('Cresylene')).toBeUndefined()
  expect(programName('C:\\Users\\doe\\ImageJ')).toBeUndefined()
})

test('keeps of an Aperio description what is technical', () => {
  const text = [
    'Aperio Image Library v11.2.1 \r\n46000x32914 [42673,5576 2220x2967] (240x240) JPEG/RGB Q=30;Aperio Image Library',
    ' v10.0.51\r\nDoe, Jane 1950-01-01|AppMag = 40|MPP = 0.2521|Date = 12/29/09|Time = 09:59:15|User = doe|Title = Doe',
    '|Left = 25,69|Filename = 1234|OriginalWidth = 46920|Top = Jane|AppMag|=5|ScanScope ID = SS1|ScannerType = GT450',
  ].join('')
  expect(filterAperioText(text)).toBe(
    [
      'Aperio Image Library v11.2.1\r\n46000x32914 [42673,5576 2220x2967] (240x240) JPEG/RGB Q=30;Aperio Image Library',
      ' v10.0.51|AppMag = 40|MPP = 0.2521|Left = 25,69|OriginalWidth = 46920|ScannerType = GT450',
    ].join(''),
  )
  expect(filterAperioText('AperioDoe|MPP = x')).toBe('Aperio')
  expect(parseAperioDescription(filterAperioText(text))).toMatchObject({ mpp: 0.2521, objective: 40 })
  expect(filterAperioText(filterAperioText(text))).toBe(filterAperioText(text))
})

test('knows the thumbnail of an Aperio file by its sizes or its name', () => {
  expect(isAperioThumbnail('Aperio\r\n2220x2967 -> 574x768 - |AppMag = 20')).toBe(true)
  expect(isAperioThumbnail('Aperio\nthumbnail 574x768')).toBe(true)
  expect(isAperioThumbnail('Aperio\nlabel 387x463')).toBe(false)
  expect(isAperioThumbnail('Aperio\n387x463|Note = 2220x2967 -> 574x768')).toBe(false)
})

test('keeps of a QPTIFF description what is technical, wherever the same name stands elsewhere', () => {
  const text = `<?xml version="1.0" encoding="utf-16"?><PerkinElmer-QPI-ImageDescription a="Doe"><ImageType>FullResolution</ImageType>
    <SlideID>Doe</SlideID><Name>CD8 &lt;µ&gt;</Name><Biomarker/><Color>0,0,255</Color><Responsivity><Name>Doe</Name>
    </Responsivity><ScanProfile><root b="Doe"><Name>Doe</Name><ExposureTime>3</ExposureTime><ScanResolution>
    <Magnification>20</Magnification><V>1</V></ScanResolution></root></ScanProfile></PerkinElmer-QPI-ImageDescription>`
  expect(filterQptiffText(text, 'IFD 0')).toBe(
    [
      '<PerkinElmer-QPI-ImageDescription><ImageType>FullResolution</ImageType><Name>CD8 &#60;&#181;&#62;</Name>',
      '<Color>0,0,255</Color><ScanProfile><root><ScanResolution><Magnification>20</Magnification></ScanResolution>',
      '</root></ScanProfile></PerkinElmer-QPI-ImageDescription>',
    ].join(''),
  )
})

test('writes an OME-XML of the images that stay, under new ids', () => {
  const root = parseXml(
    `<ome:OME xmlns:ome="u" Creator="Jane's program"><ome:Instrument><ome:Objective ID="jane" NominalMagnification="20"
      SerialNumber="7"/></ome:Instrument><ome:Image ID="doe"><ome:ObjectiveRef ID="jane"/><ome:Pixels SizeX="5" SizeC="1"
      Type="uint8" DimensionOrder="XYCZT" ID="doe"><ome:Channel ID="doe" Name="a&quot;b"/></ome:Pixels></ome:Image></ome:OME>`,
    'OME-XML',
  )
  const blocks = [{ ifd: 3, first: { c: 0, z: 0, t: 0 }, planes: 1 }]
  const [element] = root.children.filter(({ name }) => name === 'Image')
  expect(writeOmeText(root, element ? [{ element, blocks }] : [])).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">',
      '<Instrument ID="Instrument:0"><Objective ID="Objective:0:0" NominalMagnification="20"/></Instrument>',
      '<Image ID="Image:0"><InstrumentRef ID="Instrument:0"/><ObjectiveSettings ID="Objective:0:0"/>',
      '<Pixels ID="Pixels:0" SizeX="5" SizeC="1" Type="uint8" DimensionOrder="XYCZT">',
      '<Channel ID="Channel:0:0" Name="a&#34;b"/>',
      '<TiffData IFD="3" FirstC="0" FirstZ="0" FirstT="0" PlaneCount="1"/></Pixels></Image></OME>',
    ].join(''),
  )
})

test('knows an image of the slide by a word of its name', () => {
  const kind = (Name: string) =>
    associatedSeries({ name: 'Image', attributes: { Name }, children: [], text: '' })
  expect(
    ['label image', 'Slide_Overview', 'barcode', 'a thumbnail', 'scan', 'labelled cells'].map(kind),
  ).toEqual([...['label', 'macro', 'label', 'thumbnail', undefined, undefined]])
})

test('keeps of plain descriptions what their readers use, and nothing of others', () => {
  expect(filterPlainText('Jane Doe')).toBeUndefined()
  expect(filterPlainText('ImageJ=1.53t\nimages=3\nslices=3\nunit=\\u00B5m\nowner=Doe\nmin=Doe\n')).toBe(
    'ImageJ=1.53t\nimages=3\nslices=3\nunit=\\u00B5m\n',
  )
  const written =
    '{"format":"cresyl-pyramid","version":1,"objective":20,"channel":{"name":"Ä"},"provenance":{"who":"Doe"}}'
  expect(filterPlainText(written)).toBe(
    '{"format":"cresyl-pyramid","version":1,"objective":20,"channel":{"name":"\\u00c4"}}',
  )
})
