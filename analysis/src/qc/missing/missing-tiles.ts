import type { Box } from '@cresyl/contract/slides/image-space'
import type { Mask } from '../../overview/look.ts'
import { countMarked } from '../../tissue/count-marked.ts'
import { type Accumulator, blockSide, type Check, type FineTile, type Measure } from '../measure.ts'
import { type BlankBlock, findBlankBlocks } from './blank-blocks.ts'
import { fastEdgeMarker } from './edge-marks.ts'
import { type EvenPicture, evenPictures, greyEvenness } from './even-pictures.ts'

/** Pixels that edges must be straight for: about 100 µm in the overview, 24 µm in tissue; and of a core that is even. */
const inOverview = { shortest: 12, core: 4 }
const inTissue = { shortest: 24, core: 16 }
/** Share of the edges that were seen along which tissue is cut. */
const leastCut = 0.3
/** Share of a block's outline that must be seen to say that it lies inside the image, and how far from its border. */
const leastOutline = 0.6
const border = 5

/**
 * Parts of the image that are not there: tiles that can't be decoded, and blocks of one colour with straight edges.
 * Scanners leave out what they take for empty glass and write white, black or nothing there: such a block is no fault
 * unless tissue runs up to its straight edge, for then part of it is gone. Only dark blocks inside the image, with
 * glass around them, are faults without that: glass is never dark.
 */
export const measureMissingTiles: Measure = (check: Check): Accumulator => {
  const { plan, tissue } = check
  const mask: Mask = { ...tissue, data: new Uint8Array(tissue.data.length) }
  const isTissueAt = (x: number, y: number) => tissue.data[y * tissue.width + x] !== 0
  const markInOverview = fastEdgeMarker()
  for (const picture of evenPictures(check))
    for (const block of findBlankBlocks(picture, {
      ...picture,
      ...inOverview,
      isTissue: isTissueAt,
      markEdges: markInOverview,
    }))
      if (isCut(block) || isDarkInside(block, picture)) markBlock(mask, block, picture)
  // Not the one before: that one has memory for all of the overview.
  const markEdges = fastEdgeMarker()
  return {
    state: { missing: mask.data },
    addMissing: (box) => markBox(mask, box),
    add(tile) {
      for (const block of findBlankBlocks(tile.grey, {
        ...greyEvenness[check.modality],
        ...inTissue,
        isTissue: tissueIn(tile),
        markEdges,
      }))
        if (isCut(block)) markBox(mask, boxInImage(block, tile, check))
    },
    finish: () => {
      const { width, height } = plan.overview.grid
      return [{ channel: null, value: (100 * countMarked(mask.data)) / (width * height), mask }]
    },
  }
}

const isCut = ({ cut, edge }: BlankBlock) => cut >= leastCut * edge

function isDarkInside({ left, top, right, bottom, value, edge }: BlankBlock, picture: EvenPicture): boolean {
  const { width, height, dark } = picture
  const isInside = Math.min(left, top, width - right, height - bottom) > border
  return isInside && value <= dark && edge >= leastOutline * 2 * (right - left + bottom - top)
}

const tissueIn =
  ({ blocks }: FineTile) =>
  (x: number, y: number): boolean =>
    blocks.tissue[Math.floor(y / blockSide) * blocks.columns + Math.floor(x / blockSide)] === 1

function boxInImage(
  { left, top, right, bottom }: BlankBlock,
  tile: FineTile,
  { plan: { fine } }: Check,
): Box {
  const { stepX, stepY } = fine.grid
  return {
    x: (tile.x / fine.factorX + left) * stepX,
    y: (tile.y / fine.factorY + top) * stepY,
    width: (right - left) * stepX,
    height: (bottom - top) * stepY,
  }
}

/** Marks what is blank of a block that was seen in the overview. */
function markBlock(mask: Mask, { left, top, right, bottom, value }: BlankBlock, picture: EvenPicture): void {
  for (let y = top; y < bottom; y += 1)
    for (let at = y * mask.width + left, end = y * mask.width + right; at < end; at += 1)
      if (Math.abs((picture.data[at] as number) - value) <= picture.evenness) mask.data[at] = 255
}

/** Marks the pixels of the overview whose middle lies in a box, one at least. */
function markBox({ width, height, data, box }: Mask, { x, y, width: across, height: down }: Box): void {
  const [stepX, stepY] = [box.width / width, box.height / height]
  const left = Math.min(width - 1, Math.round(x / stepX))
  const top = Math.min(height - 1, Math.round(y / stepY))
  const right = Math.min(width, Math.max(left + 1, Math.round((x + across) / stepX)))
  const bottom = Math.min(height, Math.max(top + 1, Math.round((y + down) / stepY)))
  for (let row = top; row < bottom; row += 1) data.fill(255, row * width + left, row * width + right)
}
