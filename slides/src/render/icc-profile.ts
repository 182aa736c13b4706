import { SlideError } from '../errors.ts'

const malformed = (reason: string) => new SlideError('malformed', 'ICC profile', reason)

const maxBytes = 16 * 1024 * 1024
const maxTags = 1000

/** Types of table that turn RGB into the connection space. */
const tableTypes = ['mft1', 'mft2', 'mAB ']

export interface IccProfile {
  readonly bytes: Uint8Array
  /** The whole of it where it consists of three curves and a matrix; null where it has tables. */
  readonly matrix: MatrixProfile | null
}

export interface MatrixProfile {
  /** XYZ of the full red, green and blue, for the D50 white of the connection space. */
  readonly columns: readonly (readonly [x: number, y: number, z: number])[]
  /** For red, green and blue: the linear light, 0–1, of each of the 256 values. */
  readonly curves: readonly Float64Array[]
}

/**
 * Checks what the colour library doesn't tell of: it takes a profile that it can't use for sRGB without a word.
 * Throws `malformed` unless this is an RGB profile with all parts that turning its colours into others needs.
 */
export function checkIccProfile(bytes: Uint8Array): IccProfile {
  if (bytes.length < 132) throw malformed(`has ${bytes.length} bytes, less than its header`)
  if (bytes.length > maxBytes) throw new SlideError('too_large', 'ICC profile', `has ${bytes.length} bytes`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const textAt = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4))
  if (textAt(36) !== 'acsp') throw malformed("lacks the signature 'acsp'")
  const size = view.getUint32(0)
  if (size > bytes.length) throw malformed(`says it has ${size} bytes; there are ${bytes.length}`)
  const space = textAt(16)
  if (space !== 'RGB ') throw malformed(`describes ${JSON.stringify(space.trim())} pixels; these are RGB`)
  const connection = textAt(20)
  if (connection !== 'XYZ ' && connection !== 'Lab ')
    throw malformed(`connects through ${JSON.stringify(connection)}, which is neither XYZ nor Lab`)

  const count = view.getUint32(128)
  if (count > maxTags || 132 + count * 12 > size) throw malformed(`says it has ${count} tags`)
  const tags = new Map<string, { offset: number; length: number; type: string }>()
  for (let i = 0; i < count; i++) {
    const at = 132 + i * 12
    const name = textAt(at)
    const offset = view.getUint32(at + 4)
    const length = view.getUint32(at + 8)
    if (offset + length > size || length < 8)
      throw malformed(`has tag ${JSON.stringify(name)} beyond its end`)
    tags.set(name, { offset, length, type: textAt(offset) })
  }

  const table = tags.get('A2B0') ?? tags.get('A2B1')
  if (table) {
    if (!tableTypes.includes(table.type) || table.length < 32)
      throw malformed(`has a table of type ${JSON.stringify(table.type)}`)
    return { bytes, matrix: null }
  }
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => {
    const { offset, length, type } = tags.get(name) ?? missing
    if (type !== 'XYZ ' || length < 20) throw malformed(`has no usable ${name}`)
    const value = (index: number) => view.getInt32(offset + 8 + index * 4) / 65536
    return [value(0), value(1), value(2)] as const
  })
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => {
    const { offset, length, type } = tags.get(name) ?? missing
    const data = new DataView(bytes.buffer, bytes.byteOffset + offset, length)
    const curve = type === 'curv' ? sampledCurve(data) : type === 'para' ? parametricCurve(data) : null
    if (!curve) throw malformed(`has no usable ${name}`)
    return Float64Array.from({ length: 256 }, (_, value) => Math.max(0, Math.min(1, curve(value / 255) || 0)))
  })
  return { bytes, matrix: { columns, curves } }
}

const missing = { offset: 0, length: 0, type: 'none' }

type Curve = (value: number) => number

/** No values: the identity; one: an exponent; more: evenly spaced samples. */
function sampledCurve(data: DataView): Curve | null {
  if (data.byteLength < 12) return null
  const count = data.getUint32(8)
  if (12 + count * 2 > data.byteLength) return null
  if (count === 0) return (value) => value
  if (count === 1) return (value) => value ** (data.getUint16(12) / 256)
  const sample = (index: number) => data.getUint16(12 + Math.min(count - 1, index) * 2) / 65535
  return (value) => {
    const position = value * (count - 1)
    const below = Math.floor(position)
    return sample(below) + (sample(below + 1) - sample(below)) * (position - below)
  }
}

/** Parameters of each kind of curve; the first is always the exponent. */
const parameterCounts = [1, 3, 4, 5, 7]

function parametricCurve(data: DataView): Curve | null {
  const kind = data.byteLength < 12 ? -1 : data.getUint16(8)
  const count = parameterCounts[kind]
  if (count === undefined || 12 + count * 4 > data.byteLength) return null
  const parameters = Array.from({ length: count }, (_, i) => data.getInt32(12 + i * 4) / 65536)
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = parameters
  if (kind === 0) return (value) => value ** g
  if (kind === 1) return (value) => (value >= -b / a ? (a * value + b) ** g : 0)
  if (kind === 2) return (value) => (value >= -b / a ? (a * value + b) ** g + c : c)
  return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f)
}
