import { describe, expect, test } from 'vitest'
import { hash } from '../../test-support/made-picture.ts'
import { memoryImage } from '../../test-support/memory-image.ts'
import { checkQuality } from '../check-quality.ts'

const side = 384
const most = 4095
/** Nearly normal, with a standard deviation of 7. */
const noise = (x: number, y: number, salt: number) => {
  const chance = hash(x + 977 * salt, y)
  return ((chance & 255) + ((chance >>> 8) & 255) + ((chance >>> 16) & 255) + (chance >>> 24) - 510) / 21
}

/** Round spots about 5 µm across on a dark ground, but for a dark margin to the right: nuclei, moved where asked. */
function nuclei(brightness: number, moved: readonly [number, number] = [0, 0], salt = 0): Uint16Array {
  const plane = new Uint16Array(side * side)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [px, py] = [x - moved[0], y - moved[1]]
      const [column, row] = [Math.floor(px / 20), Math.floor(py / 20)]
      const chance = hash(column, row)
      const distance = Math.hypot(
        px - column * 20 - 7 - (chance % 7),
        py - row * 20 - 7 - ((chance >> 5) % 7),
      )
      const inside = px < 300 ? Math.max(0, Math.min(1, (6 - distance) / 2)) : 0
      plane[y * side + x] = Math.max(0, Math.min(most, 100 + brightness * inside + noise(x, y, salt)))
    }
  return plane
}

const slide = (planes: Uint16Array[]) =>
  memoryImage({
    width: side,
    height: side,
    planes,
    samples: 1,
    mpp: { x: 0.5, y: 0.5 },
    bitDepth: 12,
    tileSide: 128,
    channels: planes.map((_, channel) => ({ name: channel === 0 ? 'DAPI' : `Cy${channel + 2}` })),
  })

async function measure(planes: Uint16Array[]) {
  const { measurements, modality } = await checkQuality(slide(planes))
  expect(modality).toBe('fluorescence')
  return (key: string) => measurements.filter((each) => each.key === key)
}

describe('of each fluorescence channel', () => {
  const empty = Uint16Array.from(
    { length: side * side },
    (_, at) => 100 + noise(at % side, Math.floor(at / side), 5),
  )

  test('signal is told from noise, and presence is how much of the image it marks', async () => {
    const found = await measure([nuclei(2000), nuclei(40, [0, 0], 1), empty])
    const [strong, faint, none] = found('snr').map(({ value }) => value ?? Number.NaN)
    expect(strong).toBeGreaterThan(200)
    expect(faint).toBeGreaterThan(4)
    expect(faint).toBeLessThan(9)
    expect(none).toBeLessThan(3)
    const [marked, , empties] = found('presence').map(({ value }) => value ?? Number.NaN)
    expect(marked).toBeGreaterThan(40)
    expect(marked).toBeLessThan(85)
    expect(empties).toBeLessThan(3)
  })

  test('saturation is found where it is, and the range is how much of the 12 bits is used', async () => {
    const bright = nuclei(2000, [0, 0], 1)
    for (let y = 0; y < side / 2; y += 1)
      for (let x = 0; x < side / 2; x += 1)
        if ((bright[y * side + x] as number) > 1000) bright[y * side + x] = most - 1
    const found = await measure([nuclei(2000), bright])
    const [clean, faulty] = found('saturation')
    expect(clean?.value).toBe(0)
    expect(faulty?.value).toBeGreaterThan(20)
    expect(faulty?.value).toBeLessThan(50)
    expect(faulty?.where).toBe('upper left')
    const [half, whole] = found('dynamic_range').map(({ value }) => value ?? Number.NaN)
    expect(half).toBeCloseTo((100 * 2030) / most, -0.5)
    expect(whole).toBeGreaterThan(97)
  })

  test('the shift to the nuclear channel is measured in µm', async () => {
    const found = await measure([nuclei(2000), nuclei(900, [4, -3], 2), nuclei(700, [0, 0], 3), empty])
    const shifts = found('channel_shift')
    expect(shifts.map(({ channel }) => channel)).toEqual([1, 2, 3])
    expect(shifts[0]?.value).toBeCloseTo(2.5, 1)
    expect(shifts[1]?.value).toBeLessThan(0.1)
    expect(shifts[2]).toMatchObject({
      value: null,
      unmeasured: 'It has too little in common with the nuclear channel.',
    })
  })

  test('one channel has no shift, and says why', async () => {
    const [only] = (await measure([nuclei(2000)]))('channel_shift')
    expect(only).toMatchObject({ value: null, unmeasured: 'There is no other channel to compare it with.' })
  })
})
