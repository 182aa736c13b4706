import type { Box } from '@cresyl/contract/image-space'
import { backgroundOf, type PixelOutput, planesOf, samplesOf } from './output-pyramid.ts'

/** The pixels of one output of a chunk, to which tiles are added one by one. */
export interface Canvas {
  readonly output: PixelOutput
  /** @param box of the tile, in pixels of the grid; one array a plane. */
  paste(box: Box, planes: readonly Uint8Array[]): void
  /** All of the chunk, one array a plane. */
  finish(): Uint8Array[]
}

export class WrongSizeError extends Error {}

/** Tiles that don't overlap. */
export function cropCanvas(output: PixelOutput, chunk: Box): Canvas {
  const samples = samplesOf(output)
  const length = chunk.width * chunk.height * samples
  const planes = Array.from({ length: planesOf(output) }, () =>
    new Uint8Array(length).fill(backgroundOf(output)),
  )
  return {
    output,
    paste: (box, given) => {
      planes.forEach((plane, index) => {
        const tile = planeOf(output, given, index, box)
        for (let row = 0; row < box.height; row += 1) {
          const to = ((box.y - chunk.y + row) * chunk.width + box.x - chunk.x) * samples
          plane.set(tile.subarray(row * box.width * samples, (row + 1) * box.width * samples), to)
        }
      })
    },
    finish: () => planes,
  }
}

/**
 * Tiles that reach `overlap` pixels over their edges, where they fade into their neighbours by half a cosine: both
 * together always weigh 1. Where a neighbour was not computed, the one that was counts alone.
 */
export function fadeCanvas(output: PixelOutput, chunk: Box, overlap: number): Canvas {
  const samples = samplesOf(output)
  const pixels = chunk.width * chunk.height
  const weights = new Float32Array(pixels)
  const sums = Array.from({ length: planesOf(output) }, () => new Float32Array(pixels * samples))
  return {
    output,
    paste: (box, given) => {
      const tiles = sums.map((_, index) => planeOf(output, given, index, box))
      const across = ramp(box.width, overlap)
      const down = ramp(box.height, overlap)
      const left = Math.max(box.x, chunk.x)
      const right = Math.min(box.x + box.width, chunk.x + chunk.width)
      const bottom = Math.min(box.y + box.height, chunk.y + chunk.height)
      for (let y = Math.max(box.y, chunk.y); y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) {
          const weight = (across[x - box.x] as number) * (down[y - box.y] as number)
          const to = (y - chunk.y) * chunk.width + x - chunk.x
          const from = (y - box.y) * box.width + x - box.x
          weights[to] = (weights[to] as number) + weight
          sums.forEach((sum, plane) => {
            for (let sample = 0; sample < samples; sample += 1) {
              const at = to * samples + sample
              sum[at] =
                (sum[at] as number) +
                weight * ((tiles[plane] as Uint8Array)[from * samples + sample] as number)
            }
          })
        }
      }
    },
    finish: () =>
      sums.map((sum) => {
        const plane = new Uint8Array(sum.length).fill(backgroundOf(output))
        for (let at = 0; at < sum.length; at += 1) {
          const weight = weights[Math.floor(at / samples)] as number
          if (weight > 0) plane[at] = Math.round((sum[at] as number) / weight)
        }
        return plane
      }),
  }
}

/** The weight of each pixel along a tile that overlaps its neighbours at both ends. */
function ramp(length: number, overlap: number): Float32Array {
  const width = 2 * overlap
  return Float32Array.from({ length }, (_, at) => {
    const inside = Math.min(at, length - 1 - at) + 0.5
    return inside >= width ? 1 : (1 - Math.cos((Math.PI * inside) / width)) / 2
  })
}

function planeOf(output: PixelOutput, given: readonly Uint8Array[], index: number, box: Box): Uint8Array {
  const plane = given[index]
  const length = box.width * box.height * samplesOf(output)
  if (plane?.length === length) return plane
  throw new WrongSizeError(
    `Output ${output.key} of ${box.width} × ${box.height} pixels has ${plane?.length ?? 'no'} values instead of ${length}`,
  )
}
