import { SlideError } from '../errors.ts'
import { bytesPerSample, newPixels, type PixelData, type PixelType, pixelsOf } from '../pixels.ts'
import { toNativeOrder } from './byte-order.ts'
import { checkSize, type ExpectedImage } from './codec.ts'
import { compileWasm, instantiateWithin, type WasmModule } from './wasm.ts'
import { inflateBytes, unzstdBytes } from './zlib.ts'

export type LercKind = PixelType | 'f64'

/** What LERC is compressed with in turn. */
export type LercLayer = 'none' | 'deflate' | 'zstd'

export interface LercCoding {
  readonly kind: LercKind
  readonly layer: LercLayer
  /** The file's byte order: libtiff puts samples into it before it compresses them. */
  readonly bigEndian: boolean
}

const MB = 1024 * 1024

/** WASM memory never shrinks: a module whose memory has grown beyond this is given up after the block. */
const keptBytes = 128 * MB

/** As LERC numbers them. */
const typeNames = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'f32', 'f64']

const malformed = (reason: string, cause?: unknown) => new SlideError('malformed', 'LERC', reason, { cause })

const bytesOf = (kind: LercKind): number => (kind === 'f64' ? 8 : bytesPerSample(kind))

/**
 * Samples side by side, those of f64 as the nearest f32. Where pixels are masked, floating-point samples are no numbers and others 0; a mask instead of
 * the last sample is opacity.
 */
export async function decodeLerc(
  encoded: Uint8Array,
  { kind, layer, bigEndian }: LercCoding,
  expected: ExpectedImage,
  signal?: AbortSignal,
): Promise<PixelData> {
  signal?.throwIfAborted()
  const { width, samples } = expected
  const pixelBytes = width * expected.height * samples * bytesOf(kind)
  const mostBytes = 2 * pixelBytes + 4096
  const bytes =
    layer === 'none' ? encoded : await (layer === 'deflate' ? inflateBytes : unzstdBytes)(encoded, mostBytes)
  loading ??= createModule()
  const lerc = await loading
  // The blob, the samples, and what the decoder itself allocates for each of them.
  lerc.bound = 32 * MB + 2 * bytes.length + 8 * pixelBytes
  try {
    return decode(lerc, bytes, { kind, bigEndian }, expected)
  } catch (error) {
    // After a C++ exception or a trap the module's memory can't be trusted any more.
    loading = undefined
    throw error instanceof SlideError ? error : malformed('makes its decoder give up', error)
  } finally {
    if (lerc.memory.buffer.byteLength > keptBytes) loading = undefined
  }
}

interface LercModule {
  /** How many bytes its memory may grow to. */
  bound: number
  readonly memory: WasmMemory
  allocate(bytes: number): number
  free(at: number): void
  describe(blob: number, length: number, facts: number, ranges: number, facts12: 12, ranges3: 3): number
  decode(...values: number[]): number
}

interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const pageBytes = 65_536

let compiling: Promise<WasmModule> | undefined
let loading: Promise<LercModule> | undefined

/** The module of the package without its own loader, whose memory nothing bounds. The names are those it was built with. */
async function createModule(): Promise<LercModule> {
  compiling ??= compileWasm('lerc/lerc-wasm.wasm')
  const module = await compiling
  const state: { lerc?: LercModule } = {}
  const giveUp = () => {
    throw new Error('LERC: the decoder gave up')
  }
  const grow = (bytes: number): number => {
    const { lerc } = state
    if (!lerc || bytes >>> 0 > lerc.bound) return 0
    try {
      lerc.memory.grow(Math.ceil(((bytes >>> 0) - lerc.memory.buffer.byteLength) / pageBytes))
      return 1
    } catch {
      return 0
    }
  }
  const imports = { a: { a: giveUp, b: giveUp, c: grow } }
  const exports = instantiateWithin(module, { bytes: keptBytes })(imports, () => undefined)
  const lerc: LercModule = {
    bound: keptBytes,
    memory: exports.d as WasmMemory,
    allocate: exports.i as LercModule['allocate'],
    free: exports.j as LercModule['free'],
    describe: exports.f as LercModule['describe'],
    decode: exports.h as LercModule['decode'],
  }
  state.lerc = lerc
  const start = exports.e as () => void
  start()
  return lerc
}

function decode(
  lerc: LercModule,
  bytes: Uint8Array,
  { kind, bigEndian }: Omit<LercCoding, 'layer'>,
  expected: ExpectedImage,
): PixelData {
  const taken: number[] = []
  const take = (length: number): number => {
    const at = lerc.allocate(Math.max(8, length))
    if (at === 0) throw new SlideError('too_large', 'LERC', 'needs more memory than its size allows')
    taken.push(at)
    return at
  }
  // Its memory is another buffer once it has grown.
  const view = (at: number, length: number) => new Uint8Array(lerc.memory.buffer, at, length)
  try {
    const blob = take(bytes.length)
    view(blob, bytes.length).set(bytes)
    const facts = take(48)
    const failed = lerc.describe(blob, bytes.length, facts, take(24), 12, 3)
    if (failed) throw malformed(`is damaged or incomplete (its decoder's error ${failed})`)
    const [, type = 0, , width = 0, height = 0, bands = 0, , , masks = 0, depth = 0] = new Uint32Array(
      lerc.memory.buffer,
      facts,
      12,
    )
    if (typeNames[type] !== kind) {
      throw malformed(`holds samples of ${typeNames[type] ?? `type ${type}`} where ${kind} is expected`)
    }
    const held = depth * bands
    const masked = held === expected.samples - 1 && bands === 1 && masks === 1
    const samples = masked ? expected.samples : held
    checkSize('LERC', { width, height, samples }, expected)
    if (depth > 1 && bands > 1) throw malformed(`holds ${bands} bands of ${depth} samples`)
    const pixels = width * height
    const dataBytes = pixels * held * bytesOf(kind)
    const mask = take(pixels * Math.max(1, masks))
    const data = take(dataBytes)
    const [usesNoData, noData] = [take(bands), take(8 * bands)]
    view(mask, pixels * masks).fill(0)
    view(usesNoData, bands).fill(0)
    const dimensions = [depth, width, height, bands]
    const error = lerc.decode(blob, bytes.length, masks, mask, ...dimensions, type, data, usesNoData, noData)
    if (error) throw malformed(`is damaged or incomplete (its decoder's error ${error})`)
    const bits = bytesOf(kind) * 8
    const stored = view(data, dataBytes).slice()
    const isBytes = bits !== 16 && bits !== 32 && bits !== 64
    const ordered = isBytes ? stored : toNativeOrder(stored, bits, bigEndian)
    const pixelType = kind === 'f64' ? 'f32' : kind
    const decoded =
      kind === 'f64' ? new Float32Array(new Float64Array(ordered.buffer)) : pixelsOf(kind, ordered)
    const valid = view(mask, pixels * masks)
    return arrange(decoded, valid, pixelType, { pixels, depth, bands, masks, samples }).subarray(
      0,
      width * expected.height * samples,
    )
  } finally {
    for (const at of taken) lerc.free(at)
  }
}

interface Arrangement {
  readonly pixels: number
  readonly depth: number
  readonly bands: number
  readonly masks: number
  readonly samples: number
}

/** Bands side by side, and the mask put in. */
function arrange(
  decoded: PixelData,
  valid: Uint8Array,
  pixelType: PixelType,
  { pixels, depth, bands, masks, samples }: Arrangement,
): PixelData {
  if (masks === 0 && bands === 1) return decoded
  const result = newPixels(pixelType, pixels * samples)
  const missing = pixelType.startsWith('f') ? Number.NaN : 0
  const opaque = pixelType === 'u16' ? 0xffff : 0xff
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let sample = 0; sample < samples; sample++) {
      const band = bands > 1 ? sample : 0
      const isValid = masks === 0 || valid[(masks > 1 ? band * pixels : 0) + pixel] !== 0
      let value = isValid ? opaque : 0
      if (sample < depth * bands) {
        const from = bands > 1 ? band * pixels + pixel : pixel * depth + sample
        value = isValid ? (decoded[from] as number) : missing
      }
      result[pixel * samples + sample] = value
    }
  }
  return result
}
