import { createRequire } from 'node:module'
import {
  compileWasm,
  type EmscriptenOptions,
  instantiateWithin,
  type MemoryBound,
  type WasmModule,
} from './wasm.ts'

const require = createRequire(import.meta.url)

interface OpenJpegModule {
  readonly HEAPU8: Uint8Array
  readonly J2KDecoder: new () => J2KDecoder
}

interface J2KDecoder {
  /** A place in the module's memory to write the codestream to. */
  getEncodedBuffer(length: number): Uint8Array
  decode(): void
  /** A copy of the samples, the lowest byte first; empty where they couldn't be decoded. */
  getDecodedBuffer(): Uint8ClampedArray<ArrayBuffer>
  delete(): void
}

/** WASM memory never shrinks: a module whose memory has grown beyond this is given up after the block. */
const keptBytes = 256 * 1024 * 1024

/** One module of OpenJPEG, for any number of blocks one after the other. */
export interface OpenJpeg {
  readonly module: OpenJpegModule
  readonly bound: MemoryBound
  /** What it said about the block at hand. */
  readonly messages: string[]
}

let compiling: Promise<WasmModule> | undefined
let loading: Promise<OpenJpeg> | undefined

/** The module of this thread. */
export function loadOpenJpeg(): Promise<OpenJpeg> {
  loading ??= createOpenJpeg()
  return loading
}

async function createOpenJpeg(): Promise<OpenJpeg> {
  const create: (options: EmscriptenOptions) => Promise<OpenJpegModule> =
    require('@cornerstonejs/codec-openjpeg/decodewasmjs')
  compiling ??= compileWasm('@cornerstonejs/codec-openjpeg/decodewasm')
  const bound = { bytes: keptBytes }
  const messages: string[] = []
  const print = (line: string) => {
    // A hostile block may cause the same message a million times.
    if (messages.length < 20) messages.push(line)
  }
  const instantiateWasm = instantiateWithin(await compiling, bound)
  const module = await create({ print, printErr: print, instantiateWasm })
  return { module, bound, messages }
}

/**
 * The samples, side by side, in one or two bytes; none where the codestream is broken, of which `messages` tell.
 * Throws whatever the module throws.
 */
export function decodeCodestream(
  { module, messages }: OpenJpeg,
  codestream: Uint8Array,
): Uint8Array<ArrayBuffer> {
  messages.length = 0
  try {
    const decoder = new module.J2KDecoder()
    const input = decoder.getEncodedBuffer(codestream.length + 2)
    input.set(codestream)
    // Some writers leave out the end marker, without which nothing would come out.
    input.set([0xff, 0xd9], codestream.length)
    decoder.decode()
    const samples = decoder.getDecodedBuffer()
    decoder.delete()
    return new Uint8Array(samples.buffer, samples.byteOffset, samples.length)
  } catch (error) {
    // A C++ exception or a trap: the module's memory can't be trusted any more.
    loading = undefined
    throw error
  } finally {
    if (module.HEAPU8.length > keptBytes) loading = undefined
  }
}
