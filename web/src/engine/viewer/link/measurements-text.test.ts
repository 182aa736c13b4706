import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import type { Measurement } from '../tools/measurement.ts'
import { measurementsText, readMeasurements } from './measurements-text.ts'

const ruler: Measurement = {
  id: '1',
  kind: 'ruler',
  points: [
    { x: 12_000.5, y: 8000 },
    { x: 12_100.5, y: 7990.2 },
  ],
}
const field: Measurement = { id: '2', kind: 'field', center: { x: 500, y: -20.3 }, diameter: 550 }

describe('measurements in a link', () => {
  test('are short, and need no escaping', () => {
    const { text, isCut } = measurementsText([ruler, field])
    expect([text, isCut]).toEqual(['1*r12000.5_8000_100_-9.8*f500_-20.3_550', false])
    expect(new URLSearchParams({ m: text }).toString()).toBe(`m=${text}`)
  })

  test('come back as they were, to a tenth of a pixel, however many points they have', () => {
    const random = createRandom(7)
    const points = Array.from({ length: 40 }, () => ({ x: random() * 200_000, y: random() * 100_000 }))
    const drawn: Measurement[] = [
      { id: '1', kind: 'area', points },
      { id: '2', kind: 'angle', points: points.slice(0, 3) },
      { ...field, id: '3' },
    ]
    const read = readMeasurements(measurementsText(drawn).text)
    expect(read?.measurements.map(({ id, kind }) => [id, kind])).toEqual(
      drawn.map(({ id, kind }) => [id, kind]),
    )
    const [area] = read?.measurements ?? []
    points.forEach((point, at) => {
      const found = area?.kind === 'area' ? area.points[at] : undefined
      expect(Math.hypot((found?.x ?? 0) - point.x, (found?.y ?? 0) - point.y)).toBeLessThan(0.08)
    })
  })

  test('the oldest are left out where there are too many, and the link says so', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ ...field, center: { x: at, y: 0 } }))
    const { text, isCut } = measurementsText(many)
    expect(text.length).toBeLessThanOrEqual(1500)
    expect(isCut).toBe(true)
    const read = readMeasurements(text)
    expect(read?.isCut).toBe(true)
    expect(read?.measurements.at(-1)).toMatchObject({ center: { x: 299, y: 0 } })
    expect(read?.measurements.length).toBeGreaterThan(90)
  })

  test.each(['', '2*r1_2_3_4', 'r1_2_3_4', '<script>'])('%j says nothing', (text) => {
    expect(readMeasurements(text)).toBeNull()
  })

  test('nonsense among them is left out', () => {
    const text = '1*r1_2*r1_2_3*a1_1_2_2*a1_1_2_2_3_3_4_4*s1_1_2_2*f1_2_0*f1_2_-5*x1_2_3_4*rNaN_1_2_3*f1_2_3'
    expect(readMeasurements(text)?.measurements).toEqual([
      { id: '10', kind: 'field', center: { x: 1, y: 2 }, diameter: 3 },
    ])
  })
})
