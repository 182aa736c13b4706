import type { Box } from '@cresyl/contract/slides/image-space'
import type { InputTile } from './predictor.ts'
import { readInputTile, type TileSource } from './read-tile.ts'
import type { RunPlan } from './run-plan.ts'
import { tissueIn } from './tissue-mask.ts'

/** Samples are small and many, so that they come from everywhere. */
const sampleSide = 256
const mostSamples = 32
/** Share of a sample that must be tissue; less where no part has so much. */
const shares = [0.6, 0.3, 0.05, 0]

/**
 * Some tiles that are full of tissue, spread evenly over it: what a predictor learns of a slide from. They are of the
 * whole grid whatever is computed of it, and always the same.
 */
export async function readSamples(source: TileSource, signal?: AbortSignal): Promise<InputTile[]> {
  const tiles: InputTile[] = []
  for (const box of chooseSamples(source)) tiles.push(await readInputTile(source, box, 0, signal))
  return tiles
}

function chooseSamples({ plan, mask }: TileSource): Box[] {
  const columns = Math.ceil(plan.width / sampleSide)
  const rows = Math.ceil(plan.height / sampleSide)
  // Of a large slide there are a million of them: no more than a number is kept of each.
  const filled = new Float32Array(columns * rows)
  const cells = new Uint8Array(16 * 16)
  for (let index = 0; index < filled.length; index += 1)
    filled[index] = tissueShare(mask, plan, boxAt(plan, columns, index), cells)
  const least = shares.find((share) => countAbove(filled, share) >= mostSamples / 4) ?? 0
  const chosen = countAbove(filled, least)
  const wanted = Math.min(chosen, mostSamples)
  const boxes: Box[] = []
  for (let index = 0, place = 0; boxes.length < wanted; index += 1) {
    if (!((filled[index] as number) > least)) continue
    if (place === Math.floor(((boxes.length + 0.5) * chosen) / wanted))
      boxes.push(boxAt(plan, columns, index))
    place += 1
  }
  return boxes
}

const countAbove = (values: Float32Array, least: number): number =>
  values.reduce((count, value) => (value > least ? count + 1 : count), 0)

function boxAt({ width, height }: RunPlan, columns: number, index: number): Box {
  const [x, y] = [(index % columns) * sampleSide, Math.floor(index / columns) * sampleSide]
  return { x, y, width: Math.min(sampleSide, width - x), height: Math.min(sampleSide, height - y) }
}

/** How much of a box is tissue, 0..1, by 16 × 16 points: enough to choose by. */
function tissueShare(
  mask: TileSource['mask'],
  plan: RunPlan,
  { x, y, width, height }: Box,
  cells: Uint8Array,
): number {
  const [stepX, stepY] = [(plan.stepX * width) / 16, (plan.stepY * height) / 16]
  const coarse = { ...plan, stepX, stepY, x: plan.x + x * plan.stepX, y: plan.y + y * plan.stepY }
  tissueIn(mask, coarse, { x: 0, y: 0, width: 16, height: 16 }, () => cells)
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length
}
