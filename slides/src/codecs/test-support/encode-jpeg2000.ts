import { createRequire } from 'node:module'
import type { EmscriptenOptions } from '../wasm.ts'

interface J2KEncoder {
  getDecodedBuffer(frame: object): Uint8Array
  setDecompositions(count: number): void
  setProgressionOrder(order: number): void
  setQuality(lossless: boolean, layers: number): void
  setCompressionRatio(layer: number, ratio: number): void
  encode(): void
  getEncodedBuffer(): Uint8Array
  delete(): void
}

interface OpenJpegModule {
  readonly J2KEncoder: new () => J2KEncoder
}

let loading: Promise<OpenJpegModule> | undefined

function loadEncoder(): Promise<OpenJpegModule> {
  const create: (options: EmscriptenOptions) => Promise<OpenJpegModule> = createRequire(import.meta.url)(
    '@cornerstonejs/codec-openjpeg/wasmjs',
  )
  loading ??= create({ print: () => undefined, printErr: () => undefined })
  return loading
}

export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint16Array
}

export interface Jpeg2000Options {
  /** Bits of a sample. */
  readonly bits?: number
  /** 9/7 wavelet with loss instead of 5/3 without. */
  readonly lossy?: boolean
  /** How many times fewer bytes than pixels, where lossy; as good as can be where left out. */
  readonly ratio?: number
  /** Of all components but the first, in x and y. */
  readonly subsampling?: readonly [number, number]
  readonly signed?: boolean
}

/**
 * A codestream with one component for each plane, as large as the first. The package's encoder does one component
 * well: several become one codestream by putting their packets behind each other, component by component.
 */
export async function encodeJpeg2000(
  planes: readonly Plane[],
  { bits = 8, lossy = false, ratio, subsampling = [1, 1], signed = false }: Jpeg2000Options = {},
): Promise<Uint8Array> {
  const encoded: Buffer[] = []
  for (const plane of planes) encoded.push(await encodePlane(plane, bits, lossy, ratio))
  const [first] = encoded
  const [plane] = planes
  if (!first || !plane) throw new Error('there are no planes')

  const size = Buffer.alloc(40 + 3 * planes.length)
  size.writeUInt16BE(0xff51, 0)
  size.writeUInt16BE(38 + 3 * planes.length, 2)
  for (const at of [6, 22]) {
    size.writeUInt32BE(plane.width, at)
    size.writeUInt32BE(plane.height, at + 4)
  }
  size.writeUInt16BE(planes.length, 38)
  for (const index of planes.keys()) {
    size.set([bits - 1 + (signed ? 128 : 0), ...(index > 0 ? subsampling : [1, 1])], 40 + 3 * index)
  }

  const packets = encoded.map((bytes) => bytes.subarray(bytes.indexOf('ff93', 0, 'hex') + 2, -2))
  const tilePart = Buffer.from('ff90000a0000000000000001ff93', 'hex')
  tilePart.writeUInt32BE(tilePart.length + Buffer.concat(packets).length, 6)
  const styles = first.subarray(first.indexOf('ff52', 0, 'hex'), first.indexOf('ff90', 0, 'hex'))
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('ff4f', 'hex'),
      size,
      styles,
      tilePart,
      ...packets,
      Buffer.from('ffd9', 'hex'),
    ]),
  )
}

async function encodePlane(
  { width, height, data }: Plane,
  bits: number,
  lossy: boolean,
  ratio: number | undefined,
): Promise<Buffer> {
  const { J2KEncoder } = await loadEncoder()
  const encoder = new J2KEncoder()
  const frame = { width, height, bitsPerSample: bits, componentCount: 1, isSigned: false }
  encoder.getDecodedBuffer(frame).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  encoder.setDecompositions(3)
  // Component by component.
  encoder.setProgressionOrder(4)
  encoder.setQuality(!lossy, ratio ? 1 : 0)
  if (ratio) encoder.setCompressionRatio(0, ratio)
  encoder.encode()
  const encoded = Buffer.from(encoder.getEncodedBuffer())
  encoder.delete()
  return encoded
}
