import { compileWasm, type EmscriptenOptions, instantiateWithin } from '../wasm.ts'

interface JxlEncoder {
  encode(rgba: Uint8ClampedArray, width: number, height: number, options: object): Uint8Array | null
}

let loading: Promise<JxlEncoder> | undefined

async function loadEncoder(): Promise<JxlEncoder> {
  const { default: create }: { default: (options: EmscriptenOptions) => Promise<JxlEncoder> } = await import(
    '@jsquash/jxl/codec/enc/jxl_enc.js'
  )
  const wasm = await compileWasm('@jsquash/jxl/codec/enc/jxl_enc.wasm')
  return create({
    noInitialRun: true,
    instantiateWasm: instantiateWithin(wasm, { bytes: 2 ** 31 }),
  })
}

/** RGB and alpha, without loss unless there is a quality. */
export async function encodeJpegXl(
  rgba: Uint8Array,
  width: number,
  height: number,
  quality?: number,
): Promise<Uint8Array> {
  loading ??= loadEncoder()
  const encoded = (await loading).encode(new Uint8ClampedArray(rgba), width, height, {
    effort: 3,
    quality: quality ?? 100,
    progressive: false,
    epf: -1,
    lossyPalette: false,
    decodingSpeedTier: 0,
    photonNoiseIso: 0,
    lossyModular: false,
    lossless: quality === undefined,
  })
  if (!encoded) throw new Error('nothing was encoded')
  return Uint8Array.from(encoded)
}
