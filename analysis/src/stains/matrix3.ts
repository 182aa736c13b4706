/** Three rows of three. */
export type Matrix3 = readonly [number, number, number, number, number, number, number, number, number]

export type Vector3 = readonly [number, number, number]

/** The matrix whose columns these are. */
export const matrixOf = (first: Vector3, second: Vector3, third: Vector3): Matrix3 => [
  ...([first[0], second[0], third[0]] as const),
  ...([first[1], second[1], third[1]] as const),
  ...([first[2], second[2], third[2]] as const),
]

export function invert([a, b, c, d, e, f, g, h, i]: Matrix3): Matrix3 {
  const [first, second, third] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const scale = 1 / (a * first + b * second + c * third)
  return [
    ...([first * scale, (c * h - b * i) * scale, (b * f - c * e) * scale] as const),
    ...([second * scale, (a * i - c * g) * scale, (c * d - a * f) * scale] as const),
    ...([third * scale, (b * g - a * h) * scale, (a * e - b * d) * scale] as const),
  ]
}

export function multiply(left: Matrix3, right: Matrix3): Matrix3 {
  const entry = (row: number, column: number) =>
    (left[3 * row] as number) * (right[column] as number) +
    (left[3 * row + 1] as number) * (right[column + 3] as number) +
    (left[3 * row + 2] as number) * (right[column + 6] as number)
  return [
    ...([entry(0, 0), entry(0, 1), entry(0, 2)] as const),
    ...([entry(1, 0), entry(1, 1), entry(1, 2)] as const),
    ...([entry(2, 0), entry(2, 1), entry(2, 2)] as const),
  ]
}

export const apply = ([a, b, c, d, e, f, g, h, i]: Matrix3, [x, y, z]: Vector3): Vector3 => [
  a * x + b * y + c * z,
  d * x + e * y + f * z,
  g * x + h * y + i * z,
]

export const perpendicular = ([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 =>
  unitLength([b * z - c * y, c * x - a * z, a * y - b * x])

export function unitLength([x, y, z]: Vector3): Vector3 {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** To be filled. */
export type Mutable<Entries> = { -readonly [Index in keyof Entries]: Entries[Index] }

/** Changes each entry; as many come back. */
export function mapEach<Entries extends Matrix3 | Vector3>(
  entries: Entries,
  change: (entry: number, index: number) => number,
): Entries {
  // What TypeScript doesn't know of `map`: the length stays.
  return entries.map(change) as unknown as Entries
}
