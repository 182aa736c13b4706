import { findStraightLines, type Segment } from './find-straight-lines.ts'
import { ridgeUnit } from './grey-ridges.ts'
import { halveMap } from './halve-map.ts'
import { findLines, type LineMap } from './line-map.ts'

/** The edge of a cover glass is a straight line of this length, or one through most of a smaller picture. */
const edgeMicrometres = 3000
const edgeShare = 0.8
/** How much denser than its surroundings an edge must be at half as fine a map, as optical density. */
const leastDensity = 0.09
/** Pixels that an edge must have: in a picture of a few cells everything is straight. */
const fewestPixels = 40
/** Pixels at the border in which there are no lines. */
const untold = 4

/** Edges of the cover glass, in pixels of a map of grey ridges at about 8 µm a pixel. */
export function findGlassEdges(ridges: LineMap, micrometres: number): Segment[] {
  const map = halveMap(ridges)
  const shortest = Math.min(edgeMicrometres / (2 * micrometres), edgeShare * Math.min(map.width, map.height))
  if (shortest < fewestPixels) return []
  return findStraightLines(findLines(map, leastDensity * ridgeUnit), shortest).map(lengthen)
}

/** On the finer map, and so much longer as lines can't be told at the border of the picture. */
function lengthen({ fromX, fromY, toX, toY }: Segment): Segment {
  const share = untold / Math.hypot(toX - fromX, toY - fromY)
  const [dx, dy] = [share * (toX - fromX), share * (toY - fromY)]
  return {
    fromX: 2 * (fromX - dx) + 1,
    fromY: 2 * (fromY - dy) + 1,
    toX: 2 * (toX + dx) + 1,
    toY: 2 * (toY + dy) + 1,
  }
}
