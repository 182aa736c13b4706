/**
 * Grey JPEGs of one size and with the same tables as the components of one, each in a scan of its own. `adobe` adds the
 * marker that says what they mean: 0 nothing, 2 YCbCr and black.
 */
export function joinJpegs(greys: readonly Uint8Array[], adobe?: 0 | 2): Uint8Array {
  const [first = new Uint8Array()] = greys
  const frame = segments(first).find(({ marker }) => marker === 0xc0)
  if (!frame) throw new Error('no baseline frame')
  const components = greys.flatMap((_, index) => [index + 1, 0x11, 0])
  const size = first.subarray(frame.start + 5, frame.start + 9)
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...(adobe === undefined ? [] : [0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, adobe]),
    ...segments(first).flatMap(({ marker, start, end }) =>
      marker === 0xdb || marker === 0xc4 ? [...first.subarray(start, end)] : [],
    ),
    ...[0xff, 0xc0, 0, 8 + components.length, 8, ...size, greys.length, ...components],
    ...greys.flatMap((grey, index) => [
      ...[0xff, 0xda, 0, 8, 1, index + 1, 0, 0, 63, 0],
      ...grey.subarray(segments(grey).at(-1)?.end, -2),
    ]),
    ...[0xff, 0xd9],
  ])
}

/** Up to the scan, which is the last. */
function segments(jpeg: Uint8Array): { marker: number; start: number; end: number }[] {
  const found: { marker: number; start: number; end: number }[] = []
  for (let start = 2; found.at(-1)?.marker !== 0xda; ) {
    const end = start + 2 + (((jpeg[start + 2] as number) << 8) | (jpeg[start + 3] as number))
    found.push({ marker: jpeg[start + 1] as number, start, end })
    start = end
  }
  return found
}
