import type { Box } from '@cresyl/contract/image-space'
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
  const filled = [...boxesOf(plan)].map((box) => ({ box, share: shareOf(tissueCells(mask, plan, box)) }))
  const least = shares.find((share) => filled.filter((each) => each.share > share).length >= mostSamples / 4)
  const chosen = filled.filter((each) => each.share > (least ?? 0))
  const wanted = Math.min(chosen.length, mostSamples)
  return Array.from({ length: wanted }, (_, n) => Math.floor(((n + 0.5) * chosen.length) / wanted)).flatMap(
    (index) => chosen[index]?.box ?? [],
  )
}

function* boxesOf({ width, height }: RunPlan): Generator<Box> {
  for (let y = 0; y < height; y += sampleSide)
    for (let x = 0; x < width; x += sampleSide)
      yield { x, y, width: Math.min(sampleSide, width - x), height: Math.min(sampleSide, height - y) }
}

/** The mask within a box, in 16 × 16 points: enough to choose by. */
function tissueCells(mask: TileSource['mask'], plan: RunPlan, { x, y, width, height }: Box): Uint8Array {
  const [stepX, stepY] = [(plan.stepX * width) / 16, (plan.stepY * height) / 16]
  const coarse = { ...plan, stepX, stepY, x: plan.x + x * plan.stepX, y: plan.y + y * plan.stepY }
  return tissueIn(mask, coarse, { x: 0, y: 0, width: 16, height: 16 })
}

const shareOf = (cells: Uint8Array): number => cells.reduce((sum, cell) => sum + cell, 0) / cells.length
