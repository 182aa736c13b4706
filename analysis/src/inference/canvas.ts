import type { Box } from '@cresyl/contract/slides/image-space'
import { backgroundOf, type PixelOutput, planesOf, samplesOf } from './output-pyramid.ts'
import { reused } from './reused-memory.ts'

/** The pixels of one output of a chunk, to which tiles are added one by one. Serves one chunk after another. */
export interface Canvas {
  readonly output: PixelOutput
  /** Empties it for a chunk, in the memory of the one before: so much at a time would pile up until it is collected. */
  begin(chunk: Box): void
  /** @param box of the tile, in pixels of the grid; one array a plane. */
  paste(box: Box, planes: readonly Uint8Array[]): void
  /** All of the chunk, one array a plane, until the next one is begun. */
  finish(): Uint8Array[]
}

export class WrongSizeError extends Error {}

/** Tiles that don't overlap. */
export function cropCanvas(output: PixelOutput): Canvas {
  const samples = samplesOf(output)
  const memory = Array.from({ length: planesOf(output) }, () => reused((length) => new Uint8Array(length)))
  let planes: Uint8Array[] = []
  let chunk: Box = { x: 0, y: 0, width: 0, height: 0 }
  return {
    output,
    begin: (box) => {
      chunk = box
      const length = box.width * box.height * samples
      planes = memory.map((take) => take(length).fill(backgroundOf(output)))
    },
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
export function fadeCanvas(output: PixelOutput, overlap: number): Canvas {
  const samples = samplesOf(output)
  const takeWeights = reused((length) => new Float32Array(length))
  const planes = Array.from({ length: planesOf(output) }, () => ({
    takeSums: reused((length) => new Float32Array(length)),
    takeFinished: reused((length) => new Uint8Array(length)),
  }))
  let weights = new Float32Array(0)
  let sums: Float32Array[] = []
  let chunk: Box = { x: 0, y: 0, width: 0, height: 0 }
  return {
    output,
    begin: (box) => {
      chunk = box
      const pixels = box.width * box.height
      weights = takeWeights(pixels).fill(0)
      sums = planes.map(({ takeSums }) => takeSums(pixels * samples).fill(0))
    },
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
      planes.map(({ takeFinished }, index) => {
        const sum = sums[index] as Float32Array
        const plane = takeFinished(sum.length).fill(backgroundOf(output))
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
