/** Finds boxes by place; a box is from (left, top) to just before (right, bottom). */
export interface BoxIndex {
  /** The numbers of all boxes that share a pixel with this one, in no order. */
  search(left: number, top: number, right: number, bottom: number): number[]
}

const nodeSize = 16
/** Two of these and the number of a box fit into the 53 bits of a number that sorts. */
const curveBits = 15
const maxBoxes = 2 ** 23

/**
 * A packed R-tree over boxes given four numbers each. Neighbours along a Z-order curve share a node, so that a search
 * costs its finds and the logarithm of the rest, and memory is linear however large the boxes are.
 */
export function boxIndex(boxes: Int32Array): BoxIndex {
  const count = boxes.length / 4
  if (count > maxBoxes) throw new RangeError(`${count} boxes are more than ${maxBoxes}`)
  const order = curveOrder(boxes, count)
  // levels[0] are the boxes in their order, each further level the hulls of `nodeSize` below.
  const levels = [gather(boxes, order)]
  for (let top = levels[0] as Int32Array; top.length > 4; ) {
    top = hulls(top)
    levels.push(top)
  }
  return {
    search(left, top, right, bottom) {
      const found: number[] = []
      const visit = (level: number, from: number, to: number) => {
        const at = levels[level] as Int32Array
        for (let node = from; node < to; node += 1) {
          const offset = node * 4
          if ((at[offset] as number) >= right || (at[offset + 1] as number) >= bottom) continue
          if ((at[offset + 2] as number) <= left || (at[offset + 3] as number) <= top) continue
          if (level === 0) found.push(order[node] as number)
          else {
            const below = (levels[level - 1] as Int32Array).length / 4
            visit(level - 1, node * nodeSize, Math.min((node + 1) * nodeSize, below))
          }
        }
      }
      visit(levels.length - 1, 0, (levels.at(-1) as Int32Array).length / 4)
      return found
    },
  }
}

function curveOrder(boxes: Int32Array, count: number): Uint32Array {
  const [left, top, right, bottom] = hull(boxes, 0, count)
  const scaleX = (2 ** curveBits - 1) / Math.max(1, right - left)
  const scaleY = (2 ** curveBits - 1) / Math.max(1, bottom - top)
  const keys = new Float64Array(count)
  for (let box = 0; box < count; box += 1) {
    const offset = box * 4
    const x = ((boxes[offset] as number) + (boxes[offset + 2] as number)) / 2 - left
    const y = ((boxes[offset + 1] as number) + (boxes[offset + 3] as number)) / 2 - top
    keys[box] = (spread(x * scaleX) + 2 * spread(y * scaleY)) * maxBoxes + box
  }
  keys.sort()
  return Uint32Array.from(keys, (key) => key % maxBoxes)
}

/** Puts a zero bit before each of 15 bits. */
function spread(value: number): number {
  let bits = value & 0x7fff
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}

function gather(boxes: Int32Array, order: Uint32Array): Int32Array {
  const gathered = new Int32Array(boxes.length)
  for (let node = 0; node < order.length; node += 1) {
    const from = (order[node] as number) * 4
    for (let side = 0; side < 4; side += 1) gathered[node * 4 + side] = boxes[from + side] as number
  }
  return gathered
}

function hulls(below: Int32Array): Int32Array {
  const count = below.length / 4
  const above = new Int32Array(Math.ceil(count / nodeSize) * 4)
  for (let node = 0; node * nodeSize < count; node += 1) {
    above.set(hull(below, node * nodeSize, Math.min((node + 1) * nodeSize, count)), node * 4)
  }
  return above
}

function hull(boxes: Int32Array, from: number, to: number): [number, number, number, number] {
  let left = 0x7fff_ffff
  let top = 0x7fff_ffff
  let right = -0x8000_0000
  let bottom = -0x8000_0000
  for (let offset = from * 4; offset < to * 4; offset += 4) {
    left = Math.min(left, boxes[offset] as number)
    top = Math.min(top, boxes[offset + 1] as number)
    right = Math.max(right, boxes[offset + 2] as number)
    bottom = Math.max(bottom, boxes[offset + 3] as number)
  }
  return [left, top, right, bottom]
}
