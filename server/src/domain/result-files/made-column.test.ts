import { expect, test } from 'vitest'
import { madeColumn } from './made-column.ts'
import { scoresCsv } from './scores-csv.ts'

test('figures by another pixel size than the slide has now say by which, and others nothing', () => {
  expect(madeColumn(null)).toEqual({ head: [], cell: [] })
  expect(madeColumn({ mpp_x: 0.5, mpp_y: 0.5 }).cell).toEqual([0.5])
  expect(madeColumn({ mpp_x: 0.5, mpp_y: 0.6 }).cell).toEqual(['0.5 × 0.6'])
  expect(madeColumn({ mpp_x: null, mpp_y: null }).cell).toEqual([null])
})

test('a table of scores has it as its last column', () => {
  const outputs = [{ kind: 'score', key: 'density', label: 'Density', unit: 'cells/mm²', digits: 0 }]
  const manifest = { name: 'Nuclei', version: '1.0.0', outputs } as unknown as Manifest // only what a table tells
  const run = { slide: 'Liver', id: 'run', manifest, finishedAt: null }
  const lines = (madeScale: Parameters<typeof madeColumn>[0]) =>
    scoresCsv({ ...run, madeScale: madeScale ?? null }, [])
      .trim()
      .split('\r\n')
  expect(lines({ mpp_x: 0.5, mpp_y: 0.5 })).toEqual([
    expect.stringMatching(/,Unit,Made at \(µm per pixel\)$/),
    'Liver,Nuclei,1.0.0,run,,Density,,,cells/mm²,0.5',
  ])
  expect(lines(null)[1]).toMatch(/cells\/mm²$/)
})

type Manifest = Parameters<typeof scoresCsv>[0]['manifest']
