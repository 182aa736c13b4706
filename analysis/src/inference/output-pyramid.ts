import type { ManifestOutput, OutputOfKind, PredictorManifest } from '@cresyl/contract/predictor-manifest'
import type { PyramidOptions } from '@cresyl/slides'
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
    ...{ width: plan.width, height: plan.height, pixelType: 'u8', samples, container: 'ome-tiff' },
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
