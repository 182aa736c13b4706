import { checkParams, type ParamValues } from '@cresyl/contract/predictors/predictor-params'
import type { PixelData } from '@cresyl/slides'
import { joinThings, placeThings } from '../../inference/detections/chunk-things.ts'
import type { FoundThings, InputTile, Learned, Predictor, RunSettings } from '../../inference/predictor.ts'

/** All of an image, at the predictor's µm a pixel. */
export interface TestPicture {
  readonly width: number
  readonly height: number
  readonly planes: readonly PixelData[]
  readonly samples: 1 | 3
  /** All of it is tissue where left out. */
  readonly tissue?: Uint8Array
}

export interface TestRun {
  readonly learned: Learned
  /** Of the whole picture, by output and channel. */
  readonly pixels: Record<string, Uint8Array[]>
  /** In pixels of the whole picture, by output, tile after tile. */
  readonly things: Record<string, FoundThings>
  readonly tallies: Record<string, number>
  readonly scores: Readonly<Record<string, number | null>>
}

interface TestRunOptions {
  readonly params?: ParamValues
  readonly mpp?: number
  readonly largest?: number
  /** Pixels a side of a tile; all of the picture where left out. */
  readonly tile?: number
  readonly halo?: number
  /** What the slide is learned from; the picture itself where left out. */
  readonly samples?: readonly InputTile[]
}

export function settingsOf({ manifest }: Predictor, options: TestRunOptions = {}): RunSettings {
  const { params = {}, mpp = manifest.input.mpp, largest = 255 } = options
  return { params: checkParams(manifest, params).values, mpp, largest }
}

/** Runs a predictor over a picture, in tiles with their halo as a run on a slide would. */
export function runTiles(predictor: Predictor, picture: TestPicture, options: TestRunOptions = {}): TestRun {
  const { tile = Math.max(picture.width, picture.height), halo = predictor.manifest.input.halo } = options
  const settings = settingsOf(predictor, options)
  const learned = predictor.learn(options.samples ?? [cut(picture)], settings)
  const compute = predictor.prepare(learned, settings)
  const pixels: TestRun['pixels'] = {}
  const things: TestRun['things'] = {}
  const tallies: TestRun['tallies'] = {}
  for (let y = 0; y < picture.height; y += tile)
    for (let x = 0; x < picture.width; x += tile) {
      const width = Math.min(tile, picture.width - x)
      const height = Math.min(tile, picture.height - y)
      const produced = compute(cut(picture, { x, y, width, height }, halo))
      for (const [key, amount] of Object.entries(produced.tallies))
        tallies[key] = (tallies[key] ?? 0) + amount
      for (const [key, found] of Object.entries(produced.things)) {
        const placed = placeThings(found, { x, y, width, height })
        things[key] = things[key] ? joinThings([things[key], placed]) : placed
      }
      for (const [key, parts] of Object.entries(produced.pixels)) {
        pixels[key] ??= parts.map(
          (part) => new Uint8Array((part.length / (width * height)) * picture.width * picture.height),
        )
        parts.forEach((part, channel) => {
          const samples = part.length / (width * height)
          for (let row = 0; row < height; row += 1)
            pixels[key]?.[channel]?.set(
              part.subarray(row * width * samples, (row + 1) * width * samples),
              ((y + row) * picture.width + x) * samples,
            )
        })
      }
    }
  return { learned, pixels, things, tallies, scores: predictor.score(tallies, settings) }
}

/** A part of a picture with its halo; all of it where no part is named. */
export function cut(
  picture: TestPicture,
  box = { x: 0, y: 0, width: picture.width, height: picture.height },
  halo = 0,
): InputTile {
  const { planes, samples } = picture
  const tissue = picture.tissue ?? new Uint8Array(picture.width * picture.height).fill(1)
  const outer = {
    x: box.x - halo,
    y: box.y - halo,
    width: box.width + 2 * halo,
    height: box.height + 2 * halo,
  }
  const part = <Data extends PixelData>(plane: Data, each: number, beyond: number): Data => {
    const data = new (plane.constructor as new (length: number) => Data)(outer.width * outer.height * each)
    data.fill(beyond)
    for (let row = Math.max(0, outer.y); row < Math.min(picture.height, outer.y + outer.height); row += 1) {
      const left = Math.max(0, outer.x)
      const right = Math.min(picture.width, outer.x + outer.width)
      data.set(
        plane.subarray((row * picture.width + left) * each, (row * picture.width + right) * each) as Data,
        ((row - outer.y) * outer.width + left - outer.x) * each,
      )
    }
    return data
  }
  return {
    width: outer.width,
    height: outer.height,
    halo,
    samples,
    planes: planes.map((plane) => part(plane, samples, samples === 3 ? 255 : 0)),
    tissue: part(tissue, 1, 0),
  }
}
