import { instantiate, type WithMemory } from './instantiate.ts'
import { overviewLoopsBytes } from './overview-loops-bytes.ts'

/** The loops of `overview-loops.wat`, which says what they do. Places are in bytes of the memory. */
interface Loops {
  halveRgb(rgb: number, width: number, height: number, halved: number): void
  mapStain(rgb: number, pixels: number, tables: number, unit: number, stain: number): void
  addSteps(here: number, stride: number, pixels: number, row: number, sums: number): void
}

export type OverviewLoops = Loops & WithMemory

export const createOverviewLoops = (): OverviewLoops => instantiate<Loops>(overviewLoopsBytes)
