export interface LosslessJpegOptions {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Bits of a sample. */
  readonly precision: number
  readonly predictor?: number
  readonly pointTransform?: number
  /** Rows between restart markers. */
  readonly restartRows?: number
}

/** Codes of 2 to 14 bits for differences of 0 to 16 bits. */
const lengths = [2, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]

/** Samples side by side. */
export function encodeLosslessJpeg(values: ArrayLike<number>, options: LosslessJpegOptions): Uint8Array {
  const { width, height, components, precision, predictor = 1, pointTransform = 0, restartRows = 0 } = options
  const codes = codesOf(lengths)
  const bytes: number[] = [0xff, 0xd8]
  const segment = (marker: number, ...content: number[]) =>
    bytes.push(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content)
  const ids = Array.from({ length: components }, (_, index) => index + 1)
  const counts = Array.from(
    { length: 16 },
    (_, index) => lengths.filter((length) => length === index + 1).length,
  )
  segment(
    0xc3,
    precision,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    components,
    ...ids.flatMap((id) => [id, 0x11, 0]),
  )
  segment(0xc4, 0, ...counts, ...lengths.keys())
  if (restartRows > 0) segment(0xdd, (restartRows * width) >> 8, (restartRows * width) & 255)
  segment(0xda, components, ...ids.flatMap((id) => [id, 0]), predictor, 0, pointTransform)
  const rowSamples = width * components
  const at = (y: number, i: number) => (values[y * rowSamples + i] as number) >> pointTransform
  let bits = ''
  const flush = () => {
    for (const byte of bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []) {
      const value = Number.parseInt(byte, 2)
      bytes.push(value)
      if (value === 0xff) bytes.push(0)
    }
    bits = ''
  }
  for (let y = 0; y < height; y++) {
    const isFirst = restartRows > 0 ? y % restartRows === 0 : y === 0
    if (isFirst && y > 0) {
      flush()
      bytes.push(0xff, 0xd0 + ((y / restartRows - 1) & 7))
    }
    for (let i = 0; i < rowSamples; i++) {
      const left = i < components ? 0 : at(y, i - components)
      let predicted = left
      if (i < components) predicted = isFirst ? 1 << (precision - pointTransform - 1) : at(y - 1, i)
      else if (!isFirst) {
        const [above, corner] = [at(y - 1, i), at(y - 1, i - components)]
        predicted =
          [
            ...[left, above, corner, left + above - corner, left + ((above - corner) >> 1)],
            ...[above + ((left - corner) >> 1), (left + above) >> 1],
          ][predictor - 1] ?? 0
      }
      // Differences are those of 16 bits.
      let difference = (at(y, i) - predicted) & 0xffff
      if (difference > 32768) difference -= 65536
      const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference))
      bits += codes[size]
      if (size > 0 && size < 16) {
        const coded = difference > 0 ? difference : difference + (1 << size) - 1
        bits += coded.toString(2).padStart(size, '0')
      }
    }
  }
  flush()
  return Uint8Array.from([...bytes, 0xff, 0xd9])
}

function codesOf(all: readonly number[]): string[] {
  let next = 0
  let last = all[0] ?? 0
  return all.map((length) => {
    next <<= length - last
    last = length
    return (next++).toString(2).padStart(length, '0')
  })
}
