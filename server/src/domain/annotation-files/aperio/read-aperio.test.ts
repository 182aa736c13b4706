import { expect, test } from 'vitest'
import { checkFile } from '../check-file.ts'
import { readAperio } from './read-aperio.ts'

const vertices = (...corners: [number, number][]) =>
  `<Vertices>${corners.map(([x, y]) => `<Vertex X="${x}" Y="${y}" Z="0" />`).join('')}</Vertices>`
const region = (attributes: string, ...corners: [number, number][]) =>
  `<Region ${attributes}><Attributes />${vertices(...corners)}</Region>`
const layer = (attributes: string, ...regions: string[]) =>
  `<Annotation ${attributes}><Attributes /><Regions><RegionAttributeHeaders />${regions.join('')}</Regions><Plots /></Annotation>`
const file = (...layers: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Annotations MicronsPerPixel="0.25">${layers.join('')}</Annotations>`

const found = (text: string) => {
  const read = readAperio(text)
  if ('refusal' in read) throw new Error(read.refusal)
  return read.found
}

test('layers are classes in their colours, regions what is annotated', () => {
  const [outline, rectangle, ellipse, arrow, point] = found(
    file(
      layer(
        'Id="1" Name="Tumour" LineColor="65280" ReadOnly="0"',
        region('Id="1" Type="0" Text="Edge"', [0, 0], [90, 0], [50, 70]),
        region('Id="2" Type="1" Text=""', [10, 10], [20, 10], [20, 30], [10, 30]),
        region('Id="3" Type="2"', [100, 100], [140, 120]),
        region('Id="4" Type="3"', [1, 2], [3, 4]),
        region('Id="5" Type="5"', [7, 8]),
      ),
    ),
  )
  expect(outline).toMatchObject({
    shape: 'polygon',
    name: 'Edge',
    classification: { name: 'Tumour', color: '#00FF00' },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [90, 0],
          [50, 70],
          [0, 0],
        ],
      ],
    },
    extras: { aperio: { layer: { Id: '1' }, region: { Id: '1' } } },
  })
  expect(rectangle).toMatchObject({ shape: 'rectangle', geometry: { coordinates: [{ length: 5 }] } })
  expect(ellipse).toMatchObject({ shape: 'ellipse', geometry: { coordinates: [{ length: 65 }] } })
  expect(arrow).toMatchObject({ shape: 'line', geometry: { type: 'LineString' } })
  expect(point).toMatchObject({ shape: 'point', geometry: { type: 'Point', coordinates: [7, 8] } })
})

test('what is negative is a hole of the smallest region around it', () => {
  const square = (x: number, side: number): [number, number][] => [
    [x, x],
    [x + side, x],
    [x + side, x + side],
    [x, x + side],
  ]
  const [large, small, refused, ...rest] = found(
    file(
      layer(
        'Id="1" Name="" LineColor="255"',
        region('Id="1" Type="0"', ...square(0, 100)),
        region('Id="2" Type="0"', ...square(200, 50)),
        region('Id="3" Type="0" NegativeROA="1"', ...square(10, 20)),
        region('Id="4" Type="1" NegativeROA="1"', ...square(210, 20)),
        region('Id="5" Type="0" NegativeROA="1"', ...square(500, 20)),
      ),
    ),
  )
  expect(large).toMatchObject({
    classification: null,
    geometry: { coordinates: [{}, [[10, 10], {}, {}, {}, {}]] },
  })
  expect(small).toMatchObject({ geometry: { coordinates: [{}, [[210, 210], {}, {}, {}, {}]] } })
  expect(refused).toMatch(/is inside no other region/)
  expect(rest).toEqual([])
})

test.each([
  ['entities of its own', '<!DOCTYPE a [<!ENTITY b "c">]><Annotations />', /document type/],
  ['another root', '<Slides />', /not of ImageScope/],
  ['an end too early', '<Annotations><Annotation>', /not well-formed/],
  ['nesting without end', '<a>'.repeat(1000), /deeper/],
])('a file with %s is refused', (_what, text, sentence) => {
  expect(readAperio(text)).toEqual({ refusal: expect.stringMatching(sentence) })
})

test('each region that cannot be kept is told, and others can be imported without it', () => {
  const content = file(
    layer(
      'Id="1" Name="Tumour" LineColor="255"',
      region('Id="1" Type="0"', [0, 0], [90, 0], [50, 70]),
      region('Id="2" Type="0"', [0, 0], [9, 9], [9, 0], [0, 9]),
      region('Id="3" Type="77"', [0, 0]),
    ),
  )
  const image = { width: 1000, height: 1000 }
  expect(checkFile({ content, image, without: [] })).toMatchObject({
    what: 'region',
    count: 3,
    refused: [1, 2],
    annotations: [{ name: '' }],
    problems: [
      { index: 1, sentence: expect.stringMatching(/crosses itself near 5, 5/) },
      { index: 2, sentence: expect.stringMatching(/type 77/) },
    ],
  })
  expect(checkFile({ content, image, without: [1, 2] })).toMatchObject({
    format: 'aperio',
    refused: [],
    annotations: [{ name: '', kept: { columns: { areaPx: 3150 } } }],
  })
})
