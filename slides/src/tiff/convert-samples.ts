import { machineIsBigEndian } from '../codecs/byte-order.ts'
import { SlideError } from '../errors.ts'
import type { PixelData, PixelType } from '../pixels.ts'

/** Kinds of samples that files store but no tile has, and the type they are given as. */
export const convertedKinds = { f16: 'f32', f64: 'f32', u64: 'u32', i64: 'i32' } as const satisfies Record<
  string,
  PixelType
>

export type ConvertedKind = keyof typeof convertedKinds

/**
 * Samples in the machine's byte order as their given type: f16 exactly, f64 as the nearest f32, integers of 64 bits as
 * they are. One that 32 bits don't hold is an error, as labels cut to 32 bits would be those of something else, unless
 * it isn't shown: beyond the image, tiles hold anything.
 */
export function convertSamples(
  kind: ConvertedKind,
  bytes: Uint8Array,
  isShown: (index: number) => boolean,
): PixelData {
  const { buffer } = new Uint8Array(bytes)
  switch (kind) {
    case 'f16': {
      halves ??= Float32Array.from({ length: 65536 }, (_, bits) => halfOf(bits))
      const table = halves
      return Float32Array.from(new Uint16Array(buffer), (bits) => table[bits] as number)
    }
    case 'f64':
      return new Float32Array(new Float64Array(buffer))
    case 'u64':
      return lowWords(
        new Uint32Array(buffer),
        new Uint32Array(bytes.length / 8),
        (high) => high === 0,
        isShown,
      )
    case 'i64':
      return lowWords(new Uint32Array(buffer), new Int32Array(bytes.length / 8), isSignOf, isShown)
  }
}

/** Numbers of 16 bits by their bits, made when they are needed first. */
let halves: Float32Array | undefined

function halfOf(bits: number): number {
  const sign = bits >> 15 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25))
}

const isSignOf = (high: number, low: number): boolean => high === (low < 0 ? 0xffffffff : 0)

function lowWords<Words extends Uint32Array | Int32Array>(
  words: Uint32Array,
  low: Words,
  fits: (high: number, low: number) => boolean,
  isShown: (index: number) => boolean,
): Words {
  const lowFirst = machineIsBigEndian ? 1 : 0
  for (let i = 0; i < low.length; i++) {
    low[i] = words[2 * i + lowFirst] as number
    const high = words[2 * i + 1 - lowFirst] as number
    if (fits(high, low[i] as number) || !isShown(i)) continue
    const unsigned = (BigInt(high) << 32n) | BigInt(words[2 * i + lowFirst] as number)
    const [value, least, most] =
      low instanceof Int32Array
        ? [BigInt.asIntN(64, unsigned), -2147483648, 2147483647]
        : [unsigned, 0, 4294967295]
    const reason = `hold ${value}; of 64 bits only values from ${least} to ${most} are read: store them with 32 bits or as floating point`
    throw new SlideError('unsupported', 'samples', reason)
  }
  return low
}
