import type {
  ManifestOutput,
  OutputOfKind,
  PredictorManifest,
} from '@cresyl/contract/predictors/predictor-manifest'
import { decodePartTile, type Level, type PyramidOptions } from '@cresyl/slides'
import { chunkLevels, fileTile, type RunPlan } from './run-plan.ts'

/** Outputs that are made of pixels. */
export type PixelOutput = OutputOfKind<'image' | 'mask' | 'heatmap'>

export const pixelOutputs = ({ outputs }: Pick<PredictorManifest, 'outputs'>): PixelOutput[] =>
  outputs.filter(isPixelOutput)

const isPixelOutput = (output: ManifestOutput): output is PixelOutput =>
  output.kind === 'image' || output.kind === 'mask' || output.kind === 'heatmap'

/** Colours are one plane of three samples; everything else has a plane for each channel. */
export const samplesOf = (output: PixelOutput): 1 | 3 =>
  output.kind === 'image' && output.pixels === 'rgb' ? 3 : 1

export const planesOf = (output: PixelOutput): number =>
  output.kind === 'image' && output.pixels === 'channels' ? output.channels.length : 1

/** What is shown where nothing was computed: glass, or nothing. */
export const backgroundOf = (output: PixelOutput): number => (samplesOf(output) === 3 ? 255 : 0)

/** What a file of an output is written with; the same for its parts and for the whole. */
export function pyramidOf(
  plan: RunPlan,
  output: PixelOutput,
  provenance: Readonly<Record<string, string>> = {},
): PyramidOptions {
  const samples = samplesOf(output)
  return {
    width: plan.width,
    height: plan.height,
    pixelType: 'u8',
    samples,
    container: 'ome-tiff',
    ...(output.kind === 'image' &&
      output.pixels === 'channels' && {
        channels: output.channels.map(({ label, color }) => ({
          name: label,
          color: Number(`0x${color.slice(1)}`),
        })),
      }),
    tileSize: fileTile,
    // A chunk then always gives the same levels: as many as it has, or as there are.
    smallestLevel: fileTile,
    givenLevels: levelsOfChunk(plan),
    compression: samples === 3 ? { kind: 'jpeg', quality: 90, subsampling: '4:4:4' } : { kind: 'deflate' },
    mpp: plan.mpp,
    background: backgroundOf(output),
    halving: output.kind === 'mask' ? 'commonest' : output.kind === 'heatmap' ? 'present' : 'mean',
    provenance,
  }
}

/** How many levels a chunk gives by itself. */
export function levelsOfChunk({ width, height }: Pick<RunPlan, 'width' | 'height'>): number {
  const levels = 1 + Math.ceil(Math.log2(Math.max(1, Math.max(width, height) / fileTile)))
  return Math.min(chunkLevels, levels)
}

/** Sizes of all levels that a file of an output has, full resolution first. */
export function levelsOfOutput({ width, height }: Pick<RunPlan, 'width' | 'height'>): Level[] {
  const levels: Level[] = []
  for (let [w, h] = [width, height]; ; [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)]) {
    const downsample = (width / w + height / h) / 2
    levels.push({ width: w, height: h, tileWidth: fileTile, tileHeight: fileTile, downsample })
    if (w <= fileTile && h <= fileTile) return levels
  }
}

/** The numbers of a tile of a plane as a chunk has it, without what pads it at the edges of the output. */
export async function decodeOutputTile(
  plan: RunPlan,
  output: PixelOutput,
  { level, x, y }: { readonly level: number; readonly x: number; readonly y: number },
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const { channels: _, ...options } = pyramidOf(plan, output)
  const padded = await decodePartTile(options, bytes)
  const { width = 0, height = 0 } = levelsOfOutput(plan)[level] ?? {}
  const [columns, rows] = [
    Math.min(fileTile, width - x * fileTile),
    Math.min(fileTile, height - y * fileTile),
  ]
  const values = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    values.set(padded.subarray(row * fileTile, row * fileTile + columns), row * columns)
  return values
}
