import { createRequire } from 'node:module'
import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { bytesPerSample, newPixels, type PixelData, type PixelType, pixelsOf } from '../pixels.ts'
import { checkSize, type ImageSize } from './codec.ts'
import { compileEmbeddedWasm, type EmscriptenOptions, instantiateWithin, type MemoryBound } from './wasm.ts'

const require = createRequire(import.meta.url)
const structure = 'JPEG XR'
const MB = 1024 * 1024

/** WASM memory never shrinks: a module whose memory has grown beyond this is given up after the block. */
const keptBytes = 256 * MB

/** Grey or RGB; its decoder gives wrong alpha. */
export interface ExpectedJpegXr extends ImageSize {
  readonly samples: 1 | 3
  readonly pixelType: 'u8' | 'u16' | 'f32'
}

/**
 * Samples as they were before they were compressed, red first. The whole image is decoded on the calling thread, about
 * 10 ms for 256 × 256.
 */
export async function decodeJpegXr(
  bytes: Uint8Array,
  expected: ExpectedJpegXr,
  signal?: AbortSignal,
): Promise<PixelData> {
  signal?.throwIfAborted()
  const { width, height, samples, pixelType } = expected
  checkSize(structure, { ...jpegXrSize(bytes), samples }, expected)
  const outputBytes = width * height * samples * bytesPerSample(pixelType)
  if (outputBytes > limits.blockBytes) {
    throw new SlideError('too_large', structure, `holds ${width} × ${height} pixels, ${outputBytes} bytes`)
  }
  const decoded = await decode(bytes, outputBytes)
  const { channels, bitDepth, bgr } = decoded.pixelInfo
  const heldType = pixelTypes[bitDepth]
  if (heldType !== pixelType) {
    const reason = `has samples of the type ${heldType ?? bitDepth} where ${pixelType} is expected`
    throw new SlideError('malformed', structure, reason)
  }
  checkSize(structure, { width: decoded.width, height: decoded.height, samples: channels }, expected)
  if (decoded.bytes.length !== outputBytes) {
    throw new SlideError('malformed', structure, `gives ${decoded.bytes.length} bytes, not ${outputBytes}`)
  }
  const pixels = pixelsOf(pixelType, decoded.bytes)
  return bgr ? swapRedAndBlue(pixels, pixelType) : pixels
}

const pixelTypes: Readonly<Record<string, PixelType>> = { '8': 'u8', '16': 'u16', '32Float': 'f32' }

function swapRedAndBlue(pixels: PixelData, pixelType: PixelType): PixelData {
  const swapped = newPixels(pixelType, pixels.length)
  for (let index = 0; index + 2 < pixels.length; index += 3) {
    swapped[index] = pixels[index + 2] as number
    swapped[index + 1] = pixels[index + 1] as number
    swapped[index + 2] = pixels[index] as number
  }
  return swapped
}

const tags = { imageOffset: 0xbcc0, imageByteCount: 0xbcc1 }
/** Of the codestream: its signature, four bytes of flags, then width and height. */
const signature = 'WMPHOTO\0'

/** Whether the bytes begin as a JPEG XR file does. */
export const looksLikeJpegXr = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x49 && bytes[1] === 0x49 && bytes[2] === 0xbc

/**
 * What the header says; nothing is decoded. A file whose codestream isn't there in full is an error here: its decoder
 * would often fill what is missing with anything.
 */
export function jpegXrSize(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const malformed = (reason: string) => new SlideError('malformed', structure, reason)
  if (!looksLikeJpegXr(bytes) || bytes.length < 8) throw malformed('begins with other bytes than 49 49 bc')
  const directory = view.getUint32(4, true)
  const entries = directory + 2 <= bytes.length ? view.getUint16(directory, true) : 0
  const values = new Map<number, number>()
  for (let entry = 0, at = directory + 2; entry < entries && at + 12 <= bytes.length; entry++, at += 12) {
    values.set(view.getUint16(at, true), view.getUint32(at + 8, true))
  }
  const offset = values.get(tags.imageOffset)
  const length = values.get(tags.imageByteCount)
  if (offset === undefined || length === undefined) throw malformed("doesn't say where its image is")
  if (offset + length > bytes.length || length < 20) {
    const reason = `ends after ${bytes.length} bytes; its image is at ${offset} and has ${length}`
    throw new SlideError('truncated', structure, reason)
  }
  const found = Buffer.from(bytes.buffer, bytes.byteOffset + offset, signature.length).toString('latin1')
  if (found !== signature) throw malformed('has no codestream where its image should be')
  const isShort = (view.getUint8(offset + 10) & 0x80) !== 0
  const side = (index: number) =>
    isShort ? view.getUint16(offset + 12 + 2 * index) : view.getUint32(offset + 12 + 4 * index)
  return { width: side(0) + 1, height: side(1) + 1 }
}

interface DecodedJpegXr {
  readonly width: number
  readonly height: number
  readonly pixelInfo: { readonly channels: number; readonly bitDepth: string; readonly bgr: boolean }
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Decoder {
  decode(bytes: Uint8Array): DecodedJpegXr
  memoryBytes(): number
  readonly bound: MemoryBound
}

let compiling: ReturnType<typeof compileEmbeddedWasm> | undefined
let loading: Promise<Decoder> | undefined

async function createDecoder(): Promise<Decoder> {
  compiling ??= compileEmbeddedWasm('jpegxr')
  const wasm = await compiling
  const create: (options: EmscriptenOptions) => Promise<Pick<Decoder, 'decode'>> = require('jpegxr')
  const bound = { bytes: keptBytes }
  const ignore = () => undefined
  const instantiateWasm = instantiateWithin(wasm, bound)
  // The module writes its memory here.
  const options: EmscriptenOptions & { HEAPU8?: Uint8Array } = {
    print: ignore,
    printErr: ignore,
    instantiateWasm,
  }
  const { decode } = await withoutListeners(() => create(options))
  return { decode, memoryBytes: () => options.HEAPU8?.length ?? 0, bound }
}

/** The script of the module listens for errors of the whole process, which are none of its business. */
function withoutListeners<Result>(create: () => Result): Result {
  const events = ['uncaughtException', 'unhandledRejection']
  const before = events.map((event) => process.rawListeners(event))
  const result = create()
  for (const [index, event] of events.entries()) {
    for (const listener of process.rawListeners(event)) {
      if (!before[index]?.includes(listener)) process.removeListener(event, listener as () => void)
    }
  }
  return result
}

async function decode(bytes: Uint8Array, outputBytes: number): Promise<DecodedJpegXr> {
  loading ??= createDecoder()
  const decoder = await loading
  // Its input, its output, and rows of coefficients of four bytes each.
  decoder.bound.bytes = 96 * MB + 2 * bytes.length + 8 * outputBytes
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    // After a trap the module's memory can't be trusted any more.
    loading = undefined
    throw new SlideError('malformed', structure, "is damaged and can't be decoded", { cause })
  } finally {
    if (decoder.memoryBytes() > keptBytes) loading = undefined
  }
}
