import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { checkSize, cutToHeight, type DecodedImage, type ExpectedImage } from './codec.ts'
import { jpegXlSize } from './jpeg-xl-stream.ts'
import {
  compileWasm,
  type EmscriptenOptions,
  instantiateWithin,
  type MemoryBound,
  type WasmModule,
} from './wasm.ts'

const MB = 1024 * 1024

/** WASM memory never shrinks: a module whose memory has grown beyond this is given up after the block. */
const keptBytes = 256 * MB

/**
 * Grey, RGB or RGB and alpha of 8 bits, as sRGB. More samples than expected are left out where they say nothing:
 * opaque alpha, colours that are all grey. Decodes on the calling thread, 5–50 ms for 256 × 256.
 */
export async function decodeJpegXl(
  bytes: Uint8Array,
  expected: ExpectedImage,
  signal?: AbortSignal,
): Promise<DecodedImage> {
  signal?.throwIfAborted()
  const { width, height, bits, samples } = jpegXlSize(bytes)
  if (bits !== 8)
    throw new SlideError('unsupported', 'JPEG XL', `has samples of ${bits} bits; only 8 are read`)
  const held = { width, height, samples }
  checkSize('JPEG XL', { ...held, samples: Math.min(samples, expected.samples) }, expected)
  if (width * height * 4 > limits.blockBytes) {
    throw new SlideError('too_large', 'JPEG XL', `holds ${width} × ${height} pixels`)
  }
  const rgba = await decodeRgba(bytes, width * height)
  const data = reduceSamples(rgba, expected.samples)
  if (!data) checkSize('JPEG XL', held, expected)
  return cutToHeight({ width, height, samples: expected.samples, data: data ?? rgba }, expected.height)
}

/** Undefined where something would be lost. */
function reduceSamples(rgba: Uint8Array, samples: number): Uint8Array | undefined {
  if (samples === 4) return rgba
  const result = new Uint8Array((rgba.length / 4) * samples)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += samples) {
    const red = rgba[from] as number
    const green = rgba[from + 1] as number
    const blue = rgba[from + 2] as number
    if (rgba[from + 3] !== 255) return undefined
    result[to] = red
    if (samples === 3) {
      result[to + 1] = green
      result[to + 2] = blue
    } else if (red !== green || red !== blue) return undefined
  }
  return result
}

interface JxlModule {
  readonly HEAPU8: Uint8Array
  /** RGBA; null where it can't be decoded. */
  decode(bytes: Uint8Array): { readonly data: Uint8ClampedArray } | null
}

interface Decoder {
  readonly module: JxlModule
  readonly bound: MemoryBound
}

let compiling: Promise<WasmModule> | undefined
let loading: Promise<Decoder> | undefined

async function createDecoder(): Promise<Decoder> {
  const { default: create }: { default: (options: EmscriptenOptions) => Promise<JxlModule> } = await import(
    '@jsquash/jxl/codec/dec/jxl_dec.js'
  )
  compiling ??= compileWasm('@jsquash/jxl/codec/dec/jxl_dec.wasm')
  const bound = { bytes: keptBytes }
  const ignore = () => undefined
  const instantiateWasm = instantiateWithin(await compiling, bound)
  const module = await create({ noInitialRun: true, print: ignore, printErr: ignore, instantiateWasm })
  return { module, bound }
}

async function decodeRgba(bytes: Uint8Array, pixels: number): Promise<Uint8Array> {
  loading ??= createDecoder()
  const { module, bound } = await loading
  // Four samples a pixel as floating-point numbers, and up to four such copies at a time.
  bound.bytes = 96 * MB + 2 * bytes.length + 64 * pixels
  try {
    const decoded = module.decode(bytes)?.data
    if (decoded?.length === pixels * 4) return Uint8Array.from(decoded)
  } catch (cause) {
    // A C++ exception or a trap: the module's memory can't be trusted any more.
    loading = undefined
    throw new SlideError('malformed', 'JPEG XL', 'makes its decoder give up', { cause })
  } finally {
    if (module.HEAPU8.length > keptBytes) loading = undefined
  }
  throw new SlideError('malformed', 'JPEG XL', "is damaged or incomplete and can't be decoded")
}
