import { expect, test } from 'vitest'
import { type Canvas, cropCanvas, fadeCanvas, WrongSizeError } from './canvas.ts'
import type { PixelOutput } from './output-pyramid.ts'

const grey = { kind: 'heatmap', key: 'heat', label: 'Heat', unit: '', low: 0, high: 1 } as const
const rgb: PixelOutput = {
  kind: 'image',
  key: 'picture',
  label: 'Picture',
  pixels: 'rgb',
  channels: [],
  virtual: false,
}
const chunk = { x: 0, y: 0, width: 64, height: 20 }
/** Begun, so that tiles can be added. */
const begun = (canvas: Canvas, box = chunk) => {
  canvas.begin(box)
  return canvas
}
const filled = ({ width, height }: { width: number; height: number }, value: number) =>
  new Uint8Array(width * height).fill(value)

test('tiles lie side by side, and glass where there is none', () => {
  const canvas = begun(cropCanvas(rgb), { x: 100, y: 10, width: 3, height: 2 })
  canvas.paste({ x: 101, y: 11, width: 2, height: 1 }, [Uint8Array.of(1, 2, 3, 4, 5, 6)])
  expect([...(canvas.finish()[0] ?? [])]).toEqual([...Array(12).fill(255), 1, 2, 3, 4, 5, 6])
})

test('a tile of another size is refused', () => {
  const canvas = begun(cropCanvas(rgb))
  expect(() => canvas.paste({ x: 0, y: 0, width: 2, height: 1 }, [new Uint8Array(5)])).toThrow(WrongSizeError)
  expect(() => canvas.paste({ x: 0, y: 0, width: 2, height: 1 }, [])).toThrow('has no values instead of 6')
})

test('where both sides agree, fading leaves no trace of the seam', () => {
  const canvas = begun(fadeCanvas(grey, 8))
  for (const x of [-8, 24]) {
    const box = { x, y: -8, width: 48, height: 36 }
    canvas.paste(box, [filled(box, 200)])
  }
  expect(new Set(canvas.finish()[0])).toEqual(new Set([200]))
})

test('where they differ, one goes over into the other evenly', () => {
  const canvas = begun(fadeCanvas(grey, 8))
  const [left, right] = [
    { x: -8, y: -8, width: 48, height: 36 },
    { x: 24, y: -8, width: 48, height: 36 },
  ] as const
  canvas.paste(left, [filled(left, 0)])
  canvas.paste(right, [filled(right, 100)])
  const row = [...(canvas.finish()[0] ?? [])].slice(0, 64)
  expect(row.slice(0, 24)).toEqual(Array(24).fill(0))
  expect(row.slice(40)).toEqual(Array(24).fill(100))
  expect(row).toEqual(row.toSorted((one, other) => one - other))
  expect((row[31] as number) + (row[32] as number)).toBe(100)
})

test('beside what was not computed, a tile counts alone to its end', () => {
  const canvas = begun(fadeCanvas(grey, 8))
  const box = { x: -8, y: -8, width: 48, height: 36 }
  canvas.paste(box, [filled(box, 77)])
  const row = [...(canvas.finish()[0] ?? [])].slice(0, 64)
  expect(row).toEqual([...Array(40).fill(77), ...Array(24).fill(0)])
})

test.each([
  ['crop', cropCanvas(grey)],
  ['fade', fadeCanvas(grey, 0)],
] as const)('of the chunk before nothing is left, larger or smaller: %s', (_, canvas) => {
  for (const [width, height] of [
    [8, 4],
    [3, 2],
    [9, 5],
  ] as const) {
    canvas.begin({ x: 0, y: 0, width, height })
    canvas.paste({ x: 0, y: 0, width: 1, height: 1 }, [Uint8Array.of(9)])
    expect([...(canvas.finish()[0] ?? [])]).toEqual([9, ...Array(width * height - 1).fill(0)])
  }
})
