import { expect, test } from 'vitest'
import { parseCresylDescription } from './cresyl-description.ts'

const text = (more: object) => JSON.stringify({ format: 'cresyl-pyramid', version: 1, ...more })

test('takes what the writer says', () => {
  const channel = { name: 'DAPI', color: 0xff, exposure: 12.5 }
  const said = { objective: 20, bitDepth: 12, channel, provenance: { program: 'stain', 'µ <b>': '1' } }
  expect(parseCresylDescription(text(said))).toEqual(said)
})

test('other text, broken text and versions that are not known are nothing', () => {
  for (const other of [
    '',
    '{}',
    'Aperio Image Library',
    text({ version: 2, objective: 20 }),
    text({ objective: 20 }).slice(0, -1),
  ]) {
    expect(parseCresylDescription(other)).toBeUndefined()
  }
})

test('leaves out what is of the wrong kind', () => {
  const wrong = {
    objective: '20',
    bitDepth: -1,
    channel: { name: 7, color: 0x1000000, exposure: null, emissionWavelength: -5 },
    provenance: { program: 'stain', count: 3, nested: { a: 'b' } },
  }
  expect(parseCresylDescription(text(wrong))).toEqual({ channel: {}, provenance: { program: 'stain' } })
  for (const odd of [null, 'a', 7, [[1]]]) {
    expect(parseCresylDescription(text({ channel: odd, provenance: odd }))).toEqual({
      channel: {},
      provenance: {},
    })
  }
})
