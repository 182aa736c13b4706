import { seededRandom } from '../../test-support/seeded.ts'

export const randomBytes = (length: number, seed = 1): Uint8Array => {
  const random = seededRandom(seed)
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}

/** Runs of 1–400 equal bytes. */
export const runs = (length: number, seed = 1): Uint8Array => {
  const random = seededRandom(seed)
  const result = new Uint8Array(length)
  for (let start = 0; start < length; ) {
    const end = start + 1 + Math.floor(random() ** 3 * 400)
    result.fill(Math.floor(random() * 256), start, end)
    start = end
  }
  return result
}

/** Like a photograph: smooth, with a little noise. */
export const gradient = (width: number, height: number, samples: number, seed = 1): Uint8Array => {
  const random = seededRandom(seed)
  return Uint8Array.from({ length: width * height * samples }, (_, i) => {
    const pixel = Math.floor(i / samples)
    const x = (pixel % width) / width
    const y = Math.floor(pixel / width) / height
    return 30 + 120 * x + 60 * y * ((i % samples) + 1) * 0.4 + random() * 8
  })
}

/** The data with one to four bytes changed, the same for the same seed. */
export function mutated(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed)
  const result = Uint8Array.from(bytes)
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    result[Math.floor(random() * result.length)] = Math.floor(random() * 256)
  }
  return result
}
